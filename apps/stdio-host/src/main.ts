#!/usr/bin/env node
import { join } from 'node:path';
import { nodeEnvironment, userFolders } from '@sluice/gateway';
import { createCli } from './create-cli.js';
import { runCli } from './run-cli.js';
import type { Terminal } from './terminal.js';

declare const __VERSION__: string;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interruption.abort());

const terminal: Terminal = {
  input: process.stdin,
  output: process.stdout,
  note: (line) => void process.stderr.write(`${line}\n`),
  print: (text) => void process.stdout.write(`${text}\n`),
  interrupted: interruption.signal,
};
// Whoever reads us may go away first; that is no reason to die with a stack trace.
process.stdout.on('error', () => interruption.abort());
process.stderr.on('error', () => undefined);

const environment = nodeEnvironment();
const runnerUrl = new URL('../assets/runner.mjs', import.meta.url);

process.exitCode = await runCli(process.argv.slice(2), terminal, (finish) =>
  createCli({
    version: __VERSION__,
    terminal,
    finish,
    hostOptions: ({ config, logLevel, logFile }) => ({
      gateway: { environment, runnerUrl, version: __VERSION__, configPath: config },
      log: { level: logLevel, file: logFile },
      apiKeyFile: join(userFolders(environment).state, 'api-key'),
    }),
  }),
);
// Streams of the client may still hold the loop open; everything of ours has been closed by now.
process.stdin.destroy();
