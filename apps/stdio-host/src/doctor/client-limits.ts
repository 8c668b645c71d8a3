/** What a client does with more than it takes. */
export interface ClientLimits {
  readonly client: string;
  /** Stands before our tools' names in this client, with "sluice" as the name of the server there. */
  readonly prefix: string;
  /** Characters of a name, the prefix among them. */
  readonly maxNameLength?: number;
  /** What becomes of a longer name. */
  readonly longNames?: string;
  /** Tools of all its servers together. */
  readonly maxTools?: number;
  /** Characters of a description, and of the server's instructions. */
  readonly maxTextLength?: number;
  /** Whether tools that are not marked to be loaded always are loaded only when the model looks for them. */
  readonly defers?: boolean;
}

/**
 * Limits of clients as their documentation and their users tell them; they move.
 *
 * - Claude Code: descriptions and instructions are cut at 2 KB (since 2.1.84); the API takes names of
 *   64 characters; tools are deferred behind a search unless `anthropic/alwaysLoad` is set (run with 2.1.332).
 * - Cursor: server and tool name together 60 characters, 80 tools (40 before 1.3).
 * - VS Code: 128 tools a request; names of 64 characters. Windsurf: 100 tools.
 * - Codex, OpenCode: names of 64 characters, by the API behind them. Gemini CLI: longer names lose their middle.
 */
export const clientLimits: readonly ClientLimits[] = [
  {
    client: 'Claude Code',
    prefix: 'mcp__sluice__',
    maxNameLength: 64,
    longNames: 'its API refuses them',
    maxTextLength: 2048,
    defers: true,
  },
  {
    client: 'Cursor',
    prefix: 'sluice',
    maxNameLength: 60,
    longNames: 'it leaves them out',
    maxTools: 80,
  },
  {
    client: 'VS Code',
    prefix: 'mcp_sluice_',
    maxNameLength: 64,
    longNames: 'it shortens them',
    maxTools: 128,
  },
  { client: 'Windsurf', prefix: '', maxTools: 100 },
  {
    client: 'Codex',
    prefix: 'mcp__sluice__',
    maxNameLength: 64,
    longNames: 'its API refuses them',
  },
  { client: 'OpenCode', prefix: 'sluice_', maxNameLength: 64, longNames: 'its API refuses them' },
  {
    client: 'Gemini CLI',
    prefix: 'mcp_sluice_',
    maxNameLength: 63,
    longNames: 'it cuts their middle out',
  },
];
