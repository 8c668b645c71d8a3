import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeEnvironment } from '@sluice/gateway/environment';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHttpHost } from './run-http-host.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-http-host-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the host with a home of its own; `onNote` sees every line on stderr. */
async function sluiceHttp(
  words: string[],
  onNote: (line: string, stop: () => void) => void = () => undefined,
) {
  const printed: string[] = [];
  const noted: string[] = [];
  const interruption = new AbortController();
  const exitCode = await runHttpHost({
    words,
    environment: {
      ...nodeEnvironment(),
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: process.env.PATH, HOME: folder },
    },
    version: '1.2.3',
    runnerUrl: new URL('../../../libs/runner/dist/runner.mjs', import.meta.url),
    workerUrl: new URL('../../../libs/gateway/out-tsc/worker.mjs', import.meta.url),
    print: (line) => void printed.push(line),
    note(line) {
      noted.push(line);
      onNote(line, () => interruption.abort());
    },
    interrupted: interruption.signal,
  });
  return { exitCode, printed: printed.join('\n'), noted: noted.join('\n') };
}

describe('runHttpHost()', () => {
  it.each(['--version', '-v'])('prints its version for %s', async (flag) => {
    expect(await sluiceHttp([flag])).toEqual({ exitCode: 0, printed: '1.2.3', noted: '' });
  });

  it.each(['--help', '-h'])('prints help for %s', async (flag) => {
    const { exitCode, printed, noted } = await sluiceHttp([flag]);
    expect({ exitCode, noted, usage: printed.split('\n')[0] }).toEqual({
      exitCode: 0,
      noted: '',
      usage:
        'Usage: sluice-http [--config <file>] [--profile <name>] [--expose <groups>] [--compat <name>] [--port <number>]',
    });
  });

  it.each([
    [
      ['--prot', '1'],
      "sluice-http: Unknown option '--prot'\n  hint: sluice-http --help lists the options.",
    ],
    [
      ['now'],
      "sluice-http: Unexpected argument 'now'\n  hint: sluice-http --help lists the options.",
    ],
    [['--port', 'http'], 'sluice-http: --port "http": a whole number from 0 to 65535 is wanted'],
    [['--port', '65536'], 'sluice-http: --port "65536": a whole number from 0 to 65535 is wanted'],
  ])('refuses %j with one clear line and exit code 2', async (words, noted) => {
    expect(await sluiceHttp(words)).toEqual({ exitCode: 2, printed: '', noted });
  });

  it('refuses a missing configuration with exit code 1', async () => {
    expect(await sluiceHttp(['--port', '0', '--config', '/no/such.json'])).toEqual({
      exitCode: 1,
      printed: '',
      noted:
        'sluice-http: Cannot read the configuration /no/such.json, named by --config: there is no such file\n  hint: Correct --config, or leave it out to use your own configuration.',
    });
  });

  it('serves with the key until it is interrupted, and says where both are', async () => {
    const answers: number[] = [];
    const { exitCode, noted } = await sluiceHttp(['--port', '0'], (line, stop) => {
      const url = /serves MCP at (\S+)/.exec(line)?.[1];
      if (!url) return;
      const key = readFileSync(join(folder, '.local/state/sluice/api-key'), 'utf8').trim();
      void statuses(url, key)
        .then((found) => answers.push(...found))
        .finally(stop);
    });
    expect(answers).toEqual([200, 401]);
    expect(exitCode).toBe(0);
    expect(noted.split('\n')).toEqual([
      expect.stringMatching(/^Sluice serves MCP at http:\/\/127\.0\.0\.1:\d+\/mcp$/),
      `Clients send "Authorization: Bearer <key>"; the key stands in ${join(folder, '.local/state/sluice/api-key')}`,
      expect.stringMatching(
        /^To answer what programs may do, open: http:\/\/127\.0\.0\.1:\d+\/approve#[\w-]{43}$/,
      ),
    ]);
  });
});

/** What `initialize` is answered with the key, and without. */
async function statuses(url: string, key: string): Promise<number[]> {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(initialize),
    });
    await response.text();
    return response.status;
  };
  return [await ask({ authorization: `Bearer ${key}` }), await ask({})];
}
