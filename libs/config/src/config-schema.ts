import { resultModes, sandboxProtections, toolGroups } from '@sluice/contracts';
import { readKeys } from './read-config-file.js';
import { policyActions } from './read-policy.js';
import { serverKeys } from './server-keys.js';
import {
  catalogueLimits,
  consentLimits,
  resultLimits,
  sandboxLimits,
  serverLimits,
} from './settings-limits.js';
import type { NumberLimit } from './settings-limits.js';

/** A part of a JSON Schema, draft 2020-12. */
export type SchemaPart = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a configuration, for editors: completion, hover texts, and red lines. Ranges and defaults are those that are
 * checked; a key that is read and has no part here does not compile. It knows our own words; what other programs write
 * in their files is read as well, so that unknown keys are let through.
 *
 * @example writeFileSync('sluice.schema.json', JSON.stringify(configSchema(), null, 2))
 */
export function configSchema(): SchemaPart {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Sluice',
    type: 'object',
    properties: Object.fromEntries(readKeys.map((key) => [key, rootParts[key]])),
    $defs: {
      server: {
        type: 'object',
        properties: Object.fromEntries(
          [...serverKeys.read, ...serverKeys.later].map((key) => [key, serverParts[key]]),
        ),
      },
      selector: {
        oneOf: [
          text('a tool name or a glob'),
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

const text = (description: string): SchemaPart => ({ type: 'string', description });
const flag = (description: string, usual = false): SchemaPart => ({
  type: 'boolean',
  default: usual,
  description,
});
const texts = (description: string): SchemaPart => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
const record = (description: string, value: SchemaPart = { type: 'string' }): SchemaPart => ({
  type: 'object',
  additionalProperties: value,
  description,
});
const choice = (words: readonly string[], description: string): SchemaPart => ({
  enum: words,
  description,
});
const selectors = (description: string): SchemaPart => ({
  $ref: '#/$defs/selectors',
  description,
});
const servers = (whose: string): SchemaPart =>
  record(`upstreams by name, as in the files of ${whose}`, { $ref: '#/$defs/server' });

function number({ default: usual, min, max, unit, reason }: NumberLimit): SchemaPart {
  const description = `${unit}; ${reason}`;
  return { type: 'integer', minimum: min, maximum: max, default: usual, description };
}

function section(
  description: string,
  limits: Readonly<Record<string, NumberLimit>>,
  rest: Readonly<Record<string, SchemaPart>> = {},
): SchemaPart {
  const numbers = Object.entries(limits).map(([key, limit]) => [key, number(limit)]);
  return {
    type: 'object',
    description,
    properties: { ...Object.fromEntries(numbers), ...rest },
    additionalProperties: false,
  };
}

const variables: SchemaPart = { type: ['string', 'number', 'boolean'] };

const serverParts: Readonly<
  Record<(typeof serverKeys.read)[number] | (typeof serverKeys.later)[number], SchemaPart>
> = {
  type: choice(
    ['stdio', 'local', 'http', 'remote', 'streamable-http', 'sse'],
    'how it is reached; told by the other keys where it is left out',
  ),
  command: {
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
    description: 'the program of a local server, or the program and its arguments',
  },
  args: texts('its arguments, handed on one by one as they stand'),
  env: record('variables for it', variables),
  environment: record('variables for it; wins over env', variables),
  inheritEnv: texts('names of further variables to hand on'),
  cwd: text('its folder; relative to the configuration file, or ~/…'),
  url: text('the address of a remote server'),
  headers: record('sent with each request'),
  enabled: flag('false: listed, never started', true),
  timeout: number(serverLimits.timeout),
  description: text('one line on what it is for'),
  trusted: flag('you vouch for its annotations'),
  concurrency: number(serverLimits.concurrency),
  blocked_tools: selectors('tools that do not exist here'),
  readOnly: flag('only tools that say they are read-only exist here'),
  enabled_tools: selectors('only these tools exist here'),
  prefix: text('stands before the names of its tools in the group direct'),
  strip_tool_prefix: {
    type: ['string', 'boolean'],
    default: false,
    description: 'the prefix to take off the names of its tools; true: the one that all share',
  },
  normalize_tool_names: flag('names of its tools become snake_case'),
  idleTimeout: { description: 'not yet used' },
};

const rule: SchemaPart = {
  type: 'object',
  properties: {
    match: text('a glob over the tool id: * is any text, ? one character'),
    action: choice(policyActions, 'what becomes of a call that the rule fits'),
    when: record('conditions on arguments by path, such as "args.to"', {}),
    annotations: record("what the tool's hints must say", { type: 'boolean' }),
  },
  required: ['match', 'action'],
  additionalProperties: false,
};

const rootParts: Readonly<Record<(typeof readKeys)[number], SchemaPart>> = {
  mcpServers: servers('Claude, Cursor, Windsurf, Gemini and toolscript'),
  servers: servers('VS Code, jsmcp and ToolPipe'),
  mcp_servers: servers('Codex'),
  mcp: { type: 'object', description: 'upstreams as in the files of OpenCode' },
  context_servers: servers('Zed'),
  policy: { type: 'array', items: rule, description: 'the first rule that holds decides' },
  policyDefault: {
    ...choice(policyActions, 'where no rule holds'),
    default: 'ask',
  },
  sandbox: section('limits of a run', sandboxLimits, {
    deno: text('path of Deno; found by itself otherwise'),
    reads: { ...choice(['folder', 'host'], 'how saved files reach a program'), default: 'folder' },
    require: {
      type: 'array',
      items: { enum: sandboxProtections },
      description: 'protections of the system without which nothing is run',
    },
  }),
  results: section('handling of results', resultLimits, {
    mode: record('by server or server:tool', { enum: resultModes }),
  }),
  catalogue: section('what the description of run_code holds', catalogueLimits),
  consent: section('questions to you', consentLimits),
  strict: flag('a server that cannot be started for its configuration fails the whole start'),
  expose: {
    type: 'array',
    items: { enum: toolGroups },
    minItems: 1,
    default: ['code'],
    description: 'groups of tools that clients see',
  },
  presets: record('named selections of servers and tools, chosen by --profile', {
    type: 'object',
    additionalProperties: { oneOf: [{ $ref: '#/$defs/selectors' }, { const: true }] },
  }),
  $schema: text('for editors'),
  inputs: { type: 'array', description: 'what VS Code asks for' },
  jsmcp: {
    type: 'object',
    properties: {
      auto_strip_tool_prefixes: flag('strip_tool_prefix: true for all servers of the file'),
      normalize_tool_names: flag('normalize_tool_names for all servers of the file'),
    },
  },
  toolpipe: { type: 'object', description: "ToolPipe's own table" },
};
