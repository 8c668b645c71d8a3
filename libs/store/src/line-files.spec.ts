import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock, memoryLogger } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogArchive } from './create-log-archive.js';
import { createUsageHistory } from './create-usage-history.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const setUp = () => ({ folder, clock: fakeClock(1000), logger: memoryLogger() });
const entry = (text: string) =>
  ({ sessionId: 'secret-session', runId: 'r1', at: 5, level: 'warn', text }) as const;

describe('createLogArchive()', () => {
  it('gives back what programs printed, whatever it is, also in another process', async () => {
    const options = setUp();
    const archive = createLogArchive(options);
    const texts = ['plain', 'two\nlines', 'half \ud800 and "quotes"', ''];
    for (const text of texts) archive.add(entry(text));
    await archive.close();
    const read = await createLogArchive(options).read();
    expect(read.map(({ text }) => text)).toEqual(texts);
    expect(read[0]).toEqual({
      at: 5,
      session: read[0]?.session,
      runId: 'r1',
      level: 'warn',
      text: 'plain',
    });
    expect(read[0]?.session).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is on disk half a second after it was printed, for the user alone: a killed process loses no more', async () => {
    const options = setUp();
    createLogArchive(options).add(entry('x'));
    options.clock.advance(500);
    await expect.poll(() => readdirSync(folder)).toEqual(['log-000000.jsonl']);
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'log-000000.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('keeps to its bounds, and forgets what is old file by file', async () => {
    const archive = createLogArchive({ ...setUp(), maxFileBytes: 300, maxFiles: 3 });
    for (let at = 0; at < 20; at += 1) {
      archive.add(entry(`line ${at}`));
      await archive.close();
    }
    expect(readdirSync(folder)).toHaveLength(3);
    const [oldest] = readdirSync(folder).sort();
    utimesSync(join(folder, String(oldest)), 1, 1);
    expect(await archive.removeBefore(500_000)).toBeGreaterThan(0);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await archive.removeBefore(500_000)).toBe(0);
    expect((await archive.read()).at(-1)?.text).toBe('line 19');
  });

  it('leaves out lines that are none of its own, and says so in the log', async () => {
    const options = setUp();
    const archive = createLogArchive(options);
    archive.add(entry('mine'));
    await archive.close();
    appendFileSync(join(folder, 'log-000000.jsonl'), '{"at":"x"}\n{"level":7}\nhalf a li');
    expect((await archive.read()).map(({ text }) => text)).toEqual(['mine']);
    expect(options.logger.lines).toMatchObject([
      { message: 'Lines of logs of programs cannot be read', fields: { lines: 3 } },
    ]);
  });
});

describe('createUsageHistory()', () => {
  it('gives back what runs moved', async () => {
    const options = setUp();
    const usage = {
      runId: 'r',
      source: 'run_code',
      at: 7,
      calls: 2,
      directBytes: 90,
      contextBytes: 9,
    };
    const history = createUsageHistory(options);
    history.add({ ...usage, sessionId: 'secret-session' });
    await history.close();
    const read = await createUsageHistory(options).read();
    expect(read).toEqual([{ ...usage, session: read[0]?.session }]);
    appendFileSync(
      join(folder, 'usage-000000.jsonl'),
      '{"at":"2026-01-01T00:00:00Z","calls":-1}\n',
    );
    expect(await history.read()).toHaveLength(1);
  });
});
