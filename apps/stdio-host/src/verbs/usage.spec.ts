import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeEnvironment } from '@sluice/gateway/environment';
import { fakeClock } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../start.js';
import { fakeTerminal } from '../testing/fake-terminal.js';

let folder: string;
let clock = fakeClock();
beforeEach(() => {
  clock = fakeClock(Date.UTC(2026, 10, 30, 12));
  folder = mkdtempSync(join(tmpdir(), 'sluice-usage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What gateways leave behind that were killed. */
function leave() {
  const write = (name: string, text: string | Uint8Array) => {
    const path = join(folder, 'sluice', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const keep = (digit: string, content: string | Uint8Array, more: object) => {
    const ref = `res_${digit.repeat(32)}`;
    const createdAt = clock.now();
    const times = { createdAt, expiresAt: createdAt + 60_000, isPinned: false };
    const stored = { ref, sizeBytes: content.length, ...times, ...more };
    const record = { version: 1, stored, session: digit.repeat(64), digest: ref, blob: ref };
    write(`results/${ref}.data`, content);
    write(`results/${ref}.json`, JSON.stringify(record));
    return ref;
  };
  const lines = (name: string, ...rows: readonly object[]) => {
    const of = { at: new Date(clock.now()).toISOString(), runId: 'r' };
    write(name, rows.map((row) => `${JSON.stringify({ ...of, ...row })}\n`).join(''));
  };
  const session = 'a'.repeat(16);
  lines(
    'usage/usage-000000.jsonl',
    { session, source: 'run_code', calls: 3, directBytes: 1_000_000, contextBytes: 2000 },
    { session: 'b', source: 'run_code', calls: 0, directBytes: 0, contextBytes: 400 },
  );
  lines(
    'logs/log-000000.jsonl',
    { session, level: 'log', text: 'one' },
    { session, level: 'error', text: 'two\n2026 forged\u001b[2J' },
  );
  const json = { kind: 'json', contentType: 'application/json', source: 'mcp__a\u202e__b' };
  const ref = keep('a', '{"rows":[{"id":1},{"id":2}]}', json);
  clock.advance(1);
  const media = { kind: 'bytes', contentType: 'image/png', source: 'x', isPinned: true };
  return { ref, media: keep('b', Uint8Array.of(0, 1, 2), media) };
}

async function sluice(...words: string[]) {
  const terminal = fakeTerminal({ input: false, output: false });
  const exitCode = await start({
    words,
    terminal,
    environment: {
      ...nodeEnvironment(),
      clock,
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: folder },
    },
    version: '1.2.3',
    runnerUrl: new URL('file:///no-runner.mjs'),
    workerUrl: new URL('file:///no-worker.mjs'),
  });
  return { exitCode, screen: terminal.screen(), notes: terminal.notes() };
}

describe('what the operator sees of sessions', () => {
  it.each([
    ['results', 'Nothing is kept.\n'],
    ['logs', 'No logs.\n'],
    ['stats', 'No run is remembered.\nkept now: 0 results, 0 B\n'],
    ['clean', 'Removed 0 expired results (0 B) and 0 B of old logs.\n'],
  ])('sluice %s says so where there is nothing, and makes nothing', async (verb, screen) => {
    expect(await sluice(verb)).toEqual({ exitCode: 0, screen, notes: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('sluice results and inspect show what is kept, defused, whichever process kept it', async () => {
    const { ref, media } = leave();
    const session = '[0-9a-f]{16}';
    const until = '2026-11-30T12:01:00.000Z';
    expect((await sluice('results')).screen).toMatch(
      new RegExp(
        `^${ref}  28 B of JSON from mcp__a\\\\u202e__b, session ${session}, until ${until}\n${media}  3 B of image/png from x, session ${session}, until 2026-11-30T12:01:00.001Z, kept by a program\n$`,
      ),
    );
    expect((await sluice('inspect', ref)).screen).toMatch(
      /\nshape: \{ rows: Array\(2\) of \{ id: number \} \}\npreview:\n\{"rows": \[\{"id": 1\}, \{"id": 2\}\]\}\n$/,
    );
    expect((await sluice('inspect', media)).screen).toMatch(/\nshape: bytes \(image\/png\)\n$/);
    const json = JSON.parse((await sluice('results', '--json')).screen) as object[];
    expect(json).toMatchObject([{ ref, sizeBytes: 28, kind: 'json' }, { ref: media }]);
  });

  it('sluice inspect refuses what there is not', async () => {
    for (const ref of ['res_1', '../../etc/passwd', `res_${'0'.repeat(32)}`])
      expect(await sluice('inspect', ref)).toEqual({
        exitCode: 1,
        screen: '',
        notes: `sluice: There is no result "${ref}"\n  hint: sluice results lists them; they are kept for results.ttlSeconds.\n`,
      });
  });

  it('sluice stats holds programs against direct calls, and says how it counts', async () => {
    leave();
    expect((await sluice('stats')).screen).toBe(
      `2 runs in 2 sessions since 2026-11-30T12:00:00.000Z, with 3 calls
direct calls would have put 1.0 MB (about 250,000 tokens) into the context
with programs it was 2.4 kB (about 600 tokens): 99.8% less
kept now: 2 results, 31 B
(tokens are estimated: one for every 4 bytes; definitions of tools are not counted)
`,
    );
    expect(JSON.parse((await sluice('stats', '--json')).screen)).toEqual({
      sessions: 2,
      runs: 2,
      calls: 3,
      since: Date.UTC(2026, 10, 30, 12),
      directBytes: 1_000_000,
      contextBytes: 2400,
      savedBytes: 997_600,
      directTokens: 250_000,
      contextTokens: 600,
      savedTokens: 249_400,
      bytesPerToken: 4,
      store: { results: 2, sizeBytes: 31 },
    });
  });

  it('sluice logs shows what was printed; no line of an entry passes for one', async () => {
    leave();
    const [first, second, third] = (await sluice('logs')).screen.split('\n');
    expect(first).toBe(`2026-11-30T12:00:00.000Z ${'a'.repeat(16)} log: one`);
    expect(second).toMatch(/ error: two$/);
    expect(third).toBe('  2026 forged\\u001b[2J');
    const last = await sluice('logs', '--last', '1', '--json');
    expect(JSON.parse(last.screen)).toMatchObject([{ level: 'error' }]);
    expect((await sluice('logs', '--session', 'nobody')).screen).toBe('No logs.\n');
  });

  it('sluice clean removes what is expired and nothing else', async () => {
    leave();
    expect((await sluice('clean')).screen).toBe(
      'Removed 0 expired results (0 B) and 0 B of old logs.\n',
    );
    clock.advance(60_000);
    expect(JSON.parse((await sluice('clean', '--json')).screen)).toEqual({
      results: 2,
      sizeBytes: 31,
      logBytes: 0,
    });
    expect(readdirSync(join(folder, 'sluice', 'results'))).toEqual([]);
  });
});
