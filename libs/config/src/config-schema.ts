import { effectiveKeys, type KeyRow, type KeyRows, type KeyType } from './keys/key-row.js';
import { hintKeys, ruleKeys } from './keys/rule-keys.js';
import { rootKeys } from './keys/root-keys.js';
import { serverKeys } from './keys/server-keys.js';

/** A part of a JSON Schema, draft 2020-12. */
export type SchemaPart = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a configuration, for editors: completion, hover texts, and red lines. It is made from the declarations
 * that the readers take. It knows our own words; what other programs write in their files is read as well, so that unknown
 * keys are let through where servers are.
 *
 * @example writeFileSync('sluice.schema.json', JSON.stringify(configSchema(), null, 2))
 */
export function configSchema(): SchemaPart {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Sluice',
    type: 'object',
    properties: propertiesOf(rootKeys),
    $defs: {
      server: { type: 'object', properties: propertiesOf(serverKeys) },
      rule: {
        type: 'object',
        properties: {
          ...propertiesOf(ruleKeys),
          annotations: {
            ...partOf(ruleKeys.annotations),
            properties: propertiesOf(hintKeys),
            additionalProperties: false,
          },
        },
        required: ['match', 'action'],
        additionalProperties: false,
      },
      selector: {
        oneOf: [
          { type: 'string', description: 'a tool name or a glob' },
          ...['glob', 'regex'].map((key) => ({
            type: 'object',
            properties: { [key]: { type: 'string' } },
            required: [key],
            additionalProperties: false,
          })),
        ],
      },
      selectors: {
        oneOf: [
          { $ref: '#/$defs/selector' },
          { type: 'array', items: { $ref: '#/$defs/selector' } },
          { type: 'null' },
          { const: false },
        ],
      },
    },
  };
}

function propertiesOf(rows: KeyRows): SchemaPart {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, partOf(row)]));
}

function partOf(row: KeyRow): SchemaPart {
  return {
    ...typePart(row.type),
    ...('default' in row && { default: row.default }),
    description: describe(row),
    ...(row.idle !== undefined && { deprecated: true }),
  };
}

function describe({ type, meaning, of, idle }: KeyRow): string {
  // Hover texts are plain: a link of the guide leads nowhere there.
  const words = meaning.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  const whose = of === undefined ? '' : ` (${of.join(', ')})`;
  const limit = type.kind === 'number' ? `; ${type.limit.unit}; ${type.limit.reason}` : '';
  return `${words}${limit}${idle === undefined ? '' : `; ${idle}`}${whose}`;
}

function typePart(type: KeyType): SchemaPart {
  switch (type.kind) {
    case 'text':
      return { type: 'string' };
    case 'texts':
      return { type: 'array', items: scalar };
    case 'flag':
      return { type: 'boolean' };
    case 'prefix':
      return { type: ['string', 'boolean'] };
    case 'command':
      return {
        oneOf: [
          { type: 'string' },
          { type: 'array', items: { type: 'string' }, minItems: 1 },
          // Zed's older form.
          { type: 'object' },
        ],
      };
    case 'selectors':
      return { $ref: '#/$defs/selectors' };
    case 'servers':
      return { type: 'object', additionalProperties: { $ref: '#/$defs/server' } };
    case 'presets':
      return {
        type: 'object',
        additionalProperties: {
          type: 'object',
          additionalProperties: { oneOf: [{ $ref: '#/$defs/selectors' }, { const: true }] },
        },
      };
    case 'rules':
      return { type: 'array', items: { $ref: '#/$defs/rule' } };
    case 'free':
      return {};
    case 'number':
      return { type: 'integer', minimum: type.limit.min, maximum: type.limit.max };
    case 'word':
      return { enum: type.words };
    case 'words':
      return { type: 'array', items: { enum: type.words }, uniqueItems: true };
    case 'record':
      return { type: 'object', additionalProperties: recordValues[type.of] };
    case 'wordRecord':
      return { type: 'object', additionalProperties: { enum: type.words } };
    case 'section':
      return {
        type: 'object',
        properties: propertiesOf(type.keys),
        // The block of another product may have grown; ours has not.
        additionalProperties: effectiveKeys(type.keys).length === 0,
      };
    default:
      return type satisfies never;
  }
}

const scalar: SchemaPart = { type: ['string', 'number', 'boolean'] };
const recordValues = {
  text: { type: 'string' },
  scalar,
  flag: { type: 'boolean' },
  free: {},
} as const;
