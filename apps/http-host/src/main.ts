#!/usr/bin/env node
import { nodeEnvironment } from '@sluice/gateway/environment';
import { runHttpHost } from './run-http-host.js';

declare const __VERSION__: string;

const interruption = new AbortController();
let hangUp = () => interruption.abort();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
process.on('SIGHUP', () => hangUp());

process.exitCode = await runHttpHost({
  words: process.argv.slice(2),
  environment: nodeEnvironment(),
  version: __VERSION__,
  runnerUrl: new URL('../assets/runner.mjs', import.meta.url),
  workerUrl: new URL('../assets/worker.mjs', import.meta.url),
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  interrupted: interruption.signal,
  // In a terminal it means that the window was closed.
  onHangUp: (listener) => {
    if (!process.stdin.isTTY) hangUp = listener;
  },
});
