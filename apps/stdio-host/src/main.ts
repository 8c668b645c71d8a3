#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { nodeEnvironment, userFolders } from '@sluice/gateway/environment';
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
/** Node 22.1 and newer. */
const compileCache = module as typeof module & { enableCompileCache?(folder: string): unknown };
// From Node 22.1 on compiled code is kept, in the user's own folder; it counts for what is loaded from here on.
compileCache.enableCompileCache?.(join(userFolders(environment).cache, 'compiled'));
const { start } = await import('./start.js');

process.exitCode = await start({
  words: process.argv.slice(2),
  terminal,
  environment,
  version: __VERSION__,
  runnerUrl: new URL('../assets/runner.mjs', import.meta.url),
});
// Streams of the client may still hold the loop open; everything of ours has been closed by now.
process.stdin.destroy();
