#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { makeFolder, nodeEnvironment, userFolders } from '@sluice/gateway/environment';
import { createScreen } from './create-screen.js';
import type { Terminal } from './terminal.js';

declare const __VERSION__: string;

const interruption = new AbortController();
let hangUp = () => interruption.abort();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
process.on('SIGHUP', () => hangUp());

const terminal: Terminal = {
  input: process.stdin,
  output: process.stdout,
  ...createScreen(process.stdout, process.stderr),
  onHangUp: (listener) => void (hangUp = listener),
  interrupted: interruption.signal,
};
// Whoever reads us may go away first; that is no reason to die with a stack trace.
let unwritten: string | undefined;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') unwritten = code;
  interruption.abort();
});
process.stderr.on('error', () => undefined);

const environment = nodeEnvironment();
/** Node 22.1 and newer. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
if (enableCompileCache) {
  // Compiled code is kept, in the user's own folder; it counts for what is loaded from here on. Node would
  // make the folder too, but tries for ever where a system takes none (below /proc).
  const folder = join(userFolders(environment).cache, 'compiled');
  await makeFolder(folder).then(
    () => enableCompileCache(folder),
    () => undefined,
  );
}
const { start } = await import('./start.js');

const exitCode = await start({
  words: process.argv.slice(2),
  terminal,
  environment,
  version: __VERSION__,
  runnerUrl: new URL('../assets/runner.mjs', import.meta.url),
  workerUrl: new URL('../assets/worker.mjs', import.meta.url),
});
// All of ours is closed by now. What may still hold the loop open is the client's stream or a system call
// that never returns: neither may keep a process behind. What was written goes out first.
await Promise.all([process.stdout, process.stderr].map(flushed));
// What a write to a file came to is told after it.
await new Promise((resolve) => setImmediate(resolve));
// A full disk is no reader that went away: half an answer must not look like a whole one.
if (unwritten !== undefined) process.stderr.write(`sluice: Cannot write to stdout: ${unwritten}\n`);
process.exit(unwritten === undefined ? exitCode : exitCode || 1);

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
