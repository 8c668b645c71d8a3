import { checkModes, resultModes, toolGroups } from '@sluice/contracts';
import type { KeyRows } from './key-row.js';
import { policyActions } from './rule-keys.js';
import {
  catalogueKeys,
  consentKeys,
  jsmcpKeys,
  resultKeys,
  sandboxKeys,
  toolpipeKeys,
} from './section-keys.js';

const server = { tracker: { command: 'node' } };

/** The keys of a configuration file. */
export const rootKeys = {
  mcpServers: {
    type: { kind: 'servers' },
    meaning: 'the upstreams, by name',
    default: {},
    of: ['Claude', 'Cursor', 'Windsurf', 'Gemini', 'toolscript'],
    example: server,
  },
  servers: {
    type: { kind: 'servers' },
    meaning: 'the same',
    of: ['VS Code', 'jsmcp', 'ToolPipe'],
    example: server,
  },
  mcp_servers: {
    type: { kind: 'servers' },
    meaning: 'the same',
    of: ['Codex'],
    example: server,
  },
  mcp: {
    type: { kind: 'servers' },
    meaning: 'the same, also as `mcp.servers`',
    of: ['OpenCode', 'VS Code'],
    example: server,
  },
  context_servers: {
    type: { kind: 'servers' },
    meaning: 'the same',
    of: ['Zed'],
    example: server,
  },
  policy: {
    type: { kind: 'rules' },
    meaning: 'rules; the first that holds decides',
    default: [],
    of: ['toolscript'],
    example: [{ match: 'mcp__tracker__*', action: 'allow' }],
  },
  policyDefault: {
    type: { kind: 'word', words: policyActions },
    meaning: 'what holds where no rule does',
    default: 'ask',
    example: 'deny',
  },
  presets: {
    type: { kind: 'presets' },
    meaning: 'named selections of servers and tools, chosen by `--profile`',
    default: {},
    of: ['jsmcp'],
    example: { work: { tracker: ['search', { glob: 'get_*' }] } },
  },
  expose: {
    type: { kind: 'words', words: toolGroups },
    meaning: 'groups of tools that clients see',
    default: ['code'],
    example: ['code', 'results'],
  },
  check: {
    type: { kind: 'word', words: checkModes },
    meaning:
      'mistakes that are found in a program before it starts, see [programs](programs.md#checked-before-it-starts)',
    default: 'enforce',
    example: 'warn',
  },
  strict: {
    type: { kind: 'flag' },
    meaning: 'a server that cannot be started for its configuration fails the whole start',
    default: false,
    example: true,
  },
  sandbox: {
    type: { kind: 'section', keys: sandboxKeys },
    meaning: 'limits of a run',
    example: { maxCalls: 1 },
  },
  results: {
    type: { kind: 'section', keys: resultKeys },
    meaning: 'handling of results',
    example: { ttlSeconds: 60 },
  },
  catalogue: {
    type: { kind: 'section', keys: catalogueKeys },
    meaning: 'what the description of `run_code` holds',
    example: { inlineMaxBytes: 0 },
  },
  consent: {
    type: { kind: 'section', keys: consentKeys },
    meaning: 'questions to you',
    example: { timeoutSeconds: 60 },
  },
  jsmcp: {
    type: { kind: 'section', keys: jsmcpKeys },
    meaning: 'names of tools, for all servers of the file',
    of: ['jsmcp'],
    example: { normalize_tool_names: true },
  },
  toolpipe: {
    type: { kind: 'section', keys: toolpipeKeys },
    meaning: 'marks a file of ToolPipe: without rules, `policyDefault` is `allow`',
    of: ['ToolPipe'],
    example: {},
  },
  policies: {
    type: { kind: 'wordRecord', words: resultModes },
    meaning: '`results.mode`, as `~/.toolpipe/servers.json` calls it',
    of: ['ToolPipe'],
    example: { tracker: 'never' },
  },
  inputs: {
    type: { kind: 'free' },
    meaning: 'what VS Code asks its user for; a server that needs an answer is told so',
    of: ['VS Code'],
    example: [],
  },
  $schema: {
    type: { kind: 'text' },
    meaning: 'for editors',
    example: './sluice.schema.json',
  },
} as const satisfies KeyRows;

/** One of {@link rootKeys}. */
export type RootKey = keyof typeof rootKeys;
