import type { Logger } from '@sluice/contracts';
import type { Environment } from './node-environment.js';

/** What `createGateway` needs. */
export interface GatewayOptions {
  readonly environment: Environment;
  /** The bundled Deno side, `runner.mjs`. */
  readonly runnerUrl: URL;
  /** The bundle of the threads beside the main one, `worker.mjs`; `checker.mjs`, which checks programs, stands beside it. */
  readonly workerUrl: URL;
  /** The version that clients see. */
  readonly version: string;
  /** `--config`. */
  readonly configPath?: string;
  /** Reads no configuration: there are defaults and no servers. For those who look at what else is there. @default false */
  readonly isBare?: boolean;
  /** `--import-mcp-json`, `--import-codex-toml`: files that are read besides, as if `--config` named them. @default none */
  readonly importPaths?: readonly string[];
  /** `--no-discover` is false: servers of other MCP clients are not looked for. @default true */
  readonly discover?: boolean;
  /** `--no-dynamic-servers` is false: clients see no tool that adds, approves or removes a server. @default true */
  readonly dynamicServers?: boolean;
  /** `--profile`: the preset that shows servers and tools. @default all of them */
  readonly profile?: string;
  /** `--expose`: groups of tools with commas between them, instead of those of the configuration. */
  readonly expose?: string;
  /** `--compat`: stands in for jsmcp, toolpipe or toolscript. */
  readonly compat?: string;
  readonly logger: Logger;
  /** Takes one line for the operator (warnings of the configuration). */
  readonly note: (line: string) => void;
}
