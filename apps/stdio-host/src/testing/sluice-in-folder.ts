import { Readable, Writable } from 'node:stream';
import { nodeEnvironment } from '@sluice/gateway/environment';
import { start } from '../start.js';
import type { Terminal } from '../terminal.js';

/** What a verb printed and how it ended. */
export interface VerbEnd {
  readonly exitCode: number;
  readonly printed: string;
  readonly noted: string;
}

/** Runs the command line against streams in memory; the folder is its home and where it stands. */
export async function sluiceInFolder(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<VerbEnd> {
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal: Terminal = {
    input: Readable.from([]),
    output: new Writable({ write: (chunk, _, done) => (printed.push(String(chunk)), done()) }),
    note: (line) => void noted.push(line),
    print: (text) => void printed.push(text),
    interrupted: new AbortController().signal,
  };
  const exitCode = await start({
    words,
    terminal,
    environment: {
      ...nodeEnvironment(),
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: process.env.PATH, HOME: folder, ...variables },
    },
    version: '1.2.3',
    runnerUrl: new URL('../../../../libs/runner/dist/runner.mjs', import.meta.url),
    workerUrl: new URL('../../../../libs/gateway/out-tsc/worker.mjs', import.meta.url),
  });
  return { exitCode, printed: printed.join('\n'), noted: noted.join('\n') };
}
