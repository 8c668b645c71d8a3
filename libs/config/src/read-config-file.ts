import { checkModes, nearestName } from '@sluice/contracts';
import type {
  CatalogueSettings,
  CheckMode,
  ConsentSettings,
  PolicyAction,
  PolicyRule,
  ResultSettings,
  SandboxSettings,
  ServerDefinition,
  ToolGroup,
} from '@sluice/contracts';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry } from './config-node.js';
import { rootKeys, type RootKey } from './keys/root-keys.js';
import { policyActions } from './keys/rule-keys.js';
import { catalogueKeys, consentKeys, toolpipeKeys } from './keys/section-keys.js';
import { findServers, settingsSections } from './imports/find-servers.js';
import { parseConfig } from './parse-config.js';
import { quoteText } from './quote-text.js';
import { readExpose } from './read-expose.js';
import { readJsmcp } from './read-jsmcp.js';
import { readModes } from './read-modes.js';
import { readNumbers } from './read-numbers.js';
import { readPolicy } from './read-policy.js';
import { readResults } from './read-results.js';
import { readPresets } from './read-presets.js';
import type { Preset } from './read-presets.js';
import { readSandbox } from './read-sandbox.js';
import { readServer } from './read-server.js';
import { catalogueLimits, consentLimits } from './settings-limits.js';
import { didYouMean, unknownKey } from './unknown-key.js';
import { createValueReader } from './value-reader.js';

/** What one file sets; nothing is filled in. */
export interface ConfigPart {
  readonly servers: readonly ServerDefinition[];
  readonly policy: readonly PolicyRule[];
  readonly policyDefault: PolicyAction | undefined;
  /** Whether it has ToolPipe's own table, whose users expect every call to be allowed. */
  readonly isToolPipe: boolean;
  readonly sandbox: Partial<SandboxSettings>;
  readonly results: Partial<ResultSettings>;
  readonly catalogue: Partial<CatalogueSettings>;
  readonly consent: Partial<ConsentSettings>;
  readonly check: CheckMode | undefined;
  readonly expose: readonly ToolGroup[] | undefined;
  readonly presets: readonly Preset[];
}

/**
 * Reads one configuration file.
 *
 * @param ofServers reads its servers; where placeholders count in these alone
 * @throws SluiceError `CONFIG_SYNTAX`, `CONFIG_INVALID`, `CONFIG_VARIABLE_UNSET`
 */
export function readConfigFile(context: ConfigContext, ofServers = context): ConfigPart {
  const { source, warn } = context;
  const root = parseConfig(source);
  // Outside mcpServers nothing can be left out: a substitution that fails is thrown.
  const reader = createValueReader(source, context.substituteText, ({ path, offset, failure }) => {
    throw source.invalid(offset, `${path} ${failure.reason}`, failure.hint, failure.code);
  });
  const entries = reader.entries(root, '');
  const find = (key: RootKey) => entries.find((entry) => entry.key === key);
  const read = <Value>(key: RootKey, read: (entry: ConfigEntry) => Value) => {
    const entry = find(key);
    return entry && read(entry);
  };

  const policyDefault = read('policyDefault', ({ value }) =>
    reader.choice(value, 'policyDefault', policyActions),
  );
  const isToolPipe = find('toolpipe') !== undefined;
  checkKeys(context, entries, policyDefault ?? (isToolPipe ? 'allow' : undefined));
  const strict = read('strict', ({ value }) => reader.flag(value, 'strict')) ?? false;
  const defaults = { strict, ...readJsmcp(context, reader, find('jsmcp')) };
  const servers = findServers(reader, entries).map((entry) =>
    readServer(ofServers, entry, defaults),
  );
  const results = read('results', (entry) => readResults(context, reader, entry)) ?? {};
  const policies = read('policies', ({ value }) => readModes(reader, value, 'policies'));
  read('toolpipe', ({ value }) => readNumbers(reader, value, 'toolpipe', {}, toolpipeKeys, warn));
  return {
    servers,
    policy: read('policy', ({ value }) => readPolicy(reader, value)) ?? [],
    policyDefault,
    isToolPipe,
    sandbox: read('sandbox', (entry) => readSandbox(context, reader, entry)) ?? {},
    results: {
      ...results,
      ...((policies ?? results.mode) && { mode: { ...policies, ...results.mode } }),
    },
    catalogue:
      read('catalogue', ({ value }) =>
        readNumbers(reader, value, 'catalogue', catalogueLimits, catalogueKeys, warn),
      ) ?? {},
    consent:
      read('consent', ({ value }) =>
        readNumbers(reader, value, 'consent', consentLimits, consentKeys, warn),
      ) ?? {},
    presets: read('presets', ({ value }) => readPresets(reader, value)) ?? [],
    check: read('check', ({ value }) => reader.choice(value, 'check', checkModes)),
    expose: read('expose', ({ value }) => readExpose(reader, value)),
  };
}

function checkKeys(
  { source, warn }: ConfigContext,
  entries: readonly ConfigEntry[],
  policyDefault: PolicyAction | undefined,
): void {
  const isSettingsFile = entries.some(({ key }) => settingsSections.includes(key));
  for (const { key, keyOffset } of entries) {
    if (Object.hasOwn(rootKeys, key)) continue;
    const near = nearestName(key, Object.keys(rootKeys));
    // Rules that are dropped before an open default would widen what is allowed.
    if (near === 'policy' && policyDefault === 'allow')
      throw source.invalid(
        keyOffset,
        `the key ${quoteText(key)} is unknown${didYouMean(near)}`,
        'Correct it.',
      );
    // The rest of an editor's settings is none of our business; a name near ours may be a slip.
    if (isSettingsFile && near === undefined) continue;
    warn(source.warning(keyOffset, unknownKey(quoteText(key), near)));
  }
}
