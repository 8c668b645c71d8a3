import { serverLimits } from '../settings-limits.js';
import type { KeyRows } from './key-row.js';
import { numberRows } from './key-row.js';

const everybody = ['every client'];
const numbers = numberRows(serverLimits);

/** The keys of one server. Those of other programs stand in `imports/`. */
export const serverKeys = {
  command: {
    type: { kind: 'command' },
    meaning: 'the program of a local server; a text, or a list of the program and its arguments',
    of: everybody,
    example: 'node',
  },
  args: {
    type: { kind: 'texts' },
    meaning:
      'its arguments, handed on one by one as they stand, never split at spaces; numbers and flags count as texts',
    default: [],
    of: everybody,
    example: ['server.mjs'],
  },
  env: {
    type: { kind: 'record', of: 'scalar' },
    meaning: 'variables for it; numbers and flags count as texts',
    default: {},
    of: everybody,
    example: { TOKEN: '${TRACKER_TOKEN}' },
  },
  environment: {
    type: { kind: 'record', of: 'scalar' },
    meaning: 'the same; wins where both set a name',
    default: {},
    of: ['jsmcp', 'OpenCode'],
    example: { TOKEN: '${TRACKER_TOKEN}' },
  },
  inheritEnv: {
    type: { kind: 'texts' },
    meaning:
      'names of further variables to hand on; otherwise it gets a short list of system variables only',
    default: [],
    example: ['SSH_AUTH_SOCK'],
  },
  cwd: {
    type: { kind: 'text' },
    meaning: 'its folder; relative to the configuration file, or `~/…`',
    usually: 'ours',
    of: ['jsmcp'],
    example: '~/work',
  },
  url: {
    type: { kind: 'text' },
    meaning: 'the address of a remote server',
    of: everybody,
    example: 'https://tracker.example/mcp',
  },
  headers: {
    type: { kind: 'record', of: 'scalar' },
    meaning: 'sent with each request',
    default: {},
    of: everybody,
    example: { Authorization: 'Bearer ${TRACKER_TOKEN}' },
  },
  type: {
    type: {
      kind: 'word',
      words: ['stdio', 'local', 'http', 'remote', 'streamable-http', 'sse'],
    },
    meaning:
      '`stdio`, `local`: a program; `http`, `remote`: Streamable HTTP, then SSE; `streamable-http` and `sse`: only that',
    usually: 'by the other keys',
    of: everybody,
    example: 'sse',
  },
  enabled: {
    type: { kind: 'flag' },
    meaning: '`false`: listed, never started',
    default: true,
    of: ['jsmcp', 'OpenCode', 'Codex'],
    isProtective: true,
    example: false,
  },
  timeout: { ...numbers.timeout, of: ['jsmcp', 'OpenCode'] },
  concurrency: numbers.concurrency,
  description: {
    type: { kind: 'text' },
    meaning: 'one line on what it is for',
    of: ['jsmcp'],
    example: 'The tracker of our team.',
  },
  trusted: {
    type: { kind: 'flag' },
    meaning: 'you vouch for its annotations',
    default: false,
    example: true,
  },
  checkArguments: {
    type: { kind: 'flag' },
    meaning:
      'arguments are held against its input schemas before a call; `false` where its schemas are wrong',
    default: true,
    example: false,
  },
  blocked_tools: {
    type: { kind: 'selectors' },
    meaning: 'tools that do not exist here',
    usually: 'none',
    of: ['jsmcp'],
    isProtective: true,
    example: ['delete_all', { glob: 'drop_*' }, { regex: '^rm' }],
  },
  readOnly: {
    type: { kind: 'flag' },
    meaning: 'only tools that say they are read-only exist here',
    default: false,
    isProtective: true,
    example: true,
  },
  enabled_tools: {
    type: { kind: 'selectors' },
    meaning: 'only these tools exist here, exactly as written; an empty list is none',
    usually: 'all',
    of: ['Codex'],
    isProtective: true,
    example: ['search'],
  },
  prefix: {
    type: { kind: 'text' },
    meaning: 'stands before the names of its tools in the group [`direct`](groups.md#direct)',
    usually: 'its name',
    example: 'tk',
  },
  strip_tool_prefix: {
    type: { kind: 'prefix' },
    meaning:
      'the prefix to take off the [names of its tools](configuration.md#names-of-tools); `true`: the one that all share',
    default: false,
    of: ['jsmcp'],
    isProtective: true,
    example: 'tracker_',
  },
  normalize_tool_names: {
    type: { kind: 'flag' },
    meaning: '[names of its tools](configuration.md#names-of-tools) become snake_case',
    default: false,
    of: ['jsmcp'],
    isProtective: true,
    example: true,
  },
  idleTimeout: {
    type: { kind: 'free' },
    meaning: 'when a server that nobody needs is ended',
    idle: 'is not yet used by this version',
    example: 60,
  },
} as const satisfies KeyRows;

/** One of {@link serverKeys}. */
export type ServerKey = keyof typeof serverKeys;
