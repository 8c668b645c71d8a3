import { toolGroups } from '@sluice/contracts';
import { logLevels, type LogLevel } from '@sluice/gateway/environment';
import type { OptionRow } from './command-row.js';

/** What {@link commonOptions} and {@link servingOptions} give. */
export interface CommonFlags {
  readonly config?: string;
  readonly profile?: string;
  /** Of the serving verbs. */
  readonly expose?: string;
  /** Of the serving verbs. */
  readonly compat?: string;
  /** Of the serving verbs. */
  readonly importMcpJson?: string;
  /** Of the serving verbs. */
  readonly importCodexToml?: string;
  /** Of the serving verbs. */
  readonly discover?: boolean;
  /** Of the serving verbs. */
  readonly dynamicServers?: boolean;
  readonly logLevel?: LogLevel;
  readonly logFile?: string;
}

/** Another configuration than the one that is found. */
export const configOption: OptionRow = {
  flags: '--config <file>',
  summary: 'configuration file; replaces the one of SLUICE_CONFIG and of the user',
};

/** A part of the configuration. */
export const profileOption: OptionRow = {
  flags: '--profile <name>',
  summary: 'the preset of the configuration that shows servers and tools',
};

/** Options of every verb that reads the configuration. */
export const commonOptions: readonly OptionRow[] = [
  configOption,
  profileOption,
  {
    flags: '--log-level <level>',
    summary: 'log on stderr',
    choices: logLevels,
    // What ToolPipe calls them.
    spellings: { warning: 'warn', critical: 'error' },
  },
  { flags: '--log-file <file>', summary: 'write the log into this file instead' },
];

/** Options of the verbs that serve clients. */
export const servingOptions: readonly OptionRow[] = [
  {
    flags: '--expose <groups>',
    summary: `groups of tools that clients see: ${toolGroups.join(',')}`,
    listed: toolGroups,
  },
  {
    flags: '--compat <name>',
    summary: 'stand in for jsmcp, toolpipe or toolscript: its file, its tools, its default',
  },
  {
    flags: '--import-mcp-json <file>',
    summary: 'read the servers of this file too; whatever its format, as --config would',
  },
  { flags: '--import-codex-toml <file>', summary: 'the same' },
  { flags: '--no-discover', summary: 'do not look for servers of other MCP clients' },
  {
    flags: '--no-dynamic-servers',
    summary: 'show clients no tool that adds, approves or removes a server',
  },
];

/** For a script. */
export const jsonOption: OptionRow = { flags: '--json', summary: 'print as JSON' };

/** What {@link jsonOption} gives. */
export interface JsonFlag {
  readonly json?: boolean;
}
