import type { ArgumentRow, OptionRow } from './command-row.js';
import { jsonOption, type JsonFlag } from './common-options.js';

/** Shows and does nothing. */
export const dryRunOption: OptionRow = {
  flags: '--dry-run',
  summary: 'show what would be changed, and change nothing',
};

/** The word of an MCP client; its other spellings are taken too. */
export const clientArgument = {
  name: '<client>',
  summary: 'claude-code, claude-desktop, cursor, codex, opencode, zed, vscode, gemini or windsurf',
  offered: [
    'claude-code',
    'claude-desktop',
    'cursor',
    'codex',
    'opencode',
    'zed',
    'vscode',
    'gemini',
    'windsurf',
  ],
} as const satisfies ArgumentRow;

/** Options of the verbs that change a client's file. */
export const writingOptions: readonly OptionRow[] = [
  { flags: '--workspace', summary: "in the current folder's file instead of your own" },
  dryRunOption,
  { flags: '-y, --yes', summary: 'ask nothing, for scripts' },
  jsonOption,
];

/** What {@link writingOptions} give. */
export interface WritingFlags extends JsonFlag {
  readonly workspace?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** The flags as the verbs take them. */
export function writingOptionsOf(client: string, flags: WritingFlags) {
  return {
    client,
    workspace: flags.workspace === true,
    dryRun: flags.dryRun === true,
    yes: flags.yes === true,
    json: flags.json === true,
  };
}
