import { resultModes, sandboxProtections } from '@sluice/contracts';
import { catalogueLimits, consentLimits, resultLimits, sandboxLimits } from '../settings-limits.js';
import { numberRows } from './key-row.js';
import type { KeyRows } from './key-row.js';

/** `sandbox`. */
export const sandboxKeys = {
  ...numberRows(sandboxLimits),
  deno: {
    type: { kind: 'text' },
    meaning: 'path of Deno; the variable `SLUICE_DENO` goes before it',
    usually: 'found by itself',
    example: '/opt/deno/bin/deno',
  },
  reads: {
    type: { kind: 'word', words: ['folder', 'host'] },
    meaning:
      'how saved files reach a program: `folder`, the runner may read a private folder of its own; `host`, it reads nothing, the host sends them',
    default: 'folder',
    example: 'host',
  },
  require: {
    type: { kind: 'words', words: sandboxProtections },
    meaning: 'protections of the system without which nothing is run',
    default: [],
    example: ['network'],
  },
  node: {
    type: { kind: 'free' },
    meaning: 'the Node that runs programs in toolscript',
    of: ['toolscript'],
    idle: 'has no effect here: programs run in Deno, whose path is sandbox.deno',
    example: '/usr/bin/node',
  },
} as const satisfies KeyRows;

/** `results`. */
export const resultKeys = {
  ...numberRows(resultLimits),
  mode: {
    type: { kind: 'wordRecord', words: resultModes },
    meaning:
      'by server or `server:tool` what becomes of results of [direct tools](groups.md#direct): kept by size, always or never',
    usually: '`auto`',
    example: { tracker: 'always' },
  },
  storage_dir: {
    type: { kind: 'free' },
    meaning: 'the folder of results in ToolPipe',
    of: ['ToolPipe'],
    idle: 'has no effect here: results are kept in your own state folder, not in the project',
    example: '.toolpipe',
  },
} as const satisfies KeyRows;

/** `catalogue`. */
export const catalogueKeys = numberRows(catalogueLimits);

/** `consent`. */
export const consentKeys = numberRows(consentLimits);

/** The block `jsmcp`. */
export const jsmcpKeys = {
  auto_strip_tool_prefixes: {
    type: { kind: 'flag' },
    meaning: '`strip_tool_prefix: true` for all servers of the file',
    default: false,
    of: ['jsmcp'],
    example: true,
  },
  normalize_tool_names: {
    type: { kind: 'flag' },
    meaning: 'the same for all servers of the file',
    default: false,
    of: ['jsmcp'],
    example: true,
  },
} as const satisfies KeyRows;

/** The table `toolpipe`. */
export const toolpipeKeys = {
  name: {
    type: { kind: 'text' },
    meaning: 'how ToolPipe calls itself to clients',
    of: ['ToolPipe'],
    idle: 'has no effect here: clients see the name that they gave this server',
    example: 'ToolPipe',
  },
} as const satisfies KeyRows;
