import { join } from 'node:path';
import { userFolders, type Environment } from '@sluice/gateway/environment';
import { createCli } from './create-cli.js';
import { runCli } from './run-cli.js';
import type { Terminal } from './terminal.js';

/** What the process hands to the command. */
export interface StartOptions {
  readonly words: readonly string[];
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly version: string;
  readonly runnerUrl: URL;
  readonly workerUrl: URL;
}

/** Runs the command. @returns its exit code */
export function start({
  words,
  terminal,
  environment,
  version,
  runnerUrl,
  workerUrl,
}: StartOptions): Promise<number> {
  return runCli(words, terminal, (finish) =>
    createCli({
      version,
      terminal,
      finish,
      hostOptions: ({ config, profile, expose, compat, logLevel, logFile, ...flags }) => ({
        gateway: {
          environment,
          runnerUrl,
          workerUrl,
          version,
          configPath: config,
          profile,
          expose,
          compat,
          importPaths: [flags.importMcpJson, flags.importCodexToml].filter(
            (path) => path !== undefined,
          ),
          discover: flags.discover,
          dynamicServers: flags.dynamicServers,
        },
        log: { level: logLevel, file: logFile },
        apiKeyFile: join(userFolders(environment).state, 'api-key'),
      }),
    }),
  );
}
