import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fakeClock, memoryLogger } from '@sluice/contracts/testing';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsentStore } from './create-consent-store.js';
import { exampleQuestion } from './fixtures/consent-examples.js';

const root = mkdtempSync(join(tmpdir(), 'sluice-consent-processes-'));
const script = join(root, 'child.mjs');
beforeAll(async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./fixtures/consent-child.ts', import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
  });
  await bundle.write({ file: script, format: 'esm', codeSplitting: false });
  await bundle.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Starts a child, kills it after `killAfterMs` where given, and returns what it said. */
async function child(folder: string, number: number, rounds: number, killAfterMs?: number) {
  const started = spawn(process.execPath, [script, folder, String(number), String(rounds)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  let said = '';
  let complained = '';
  started.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (said === '' && killAfterMs !== undefined)
      setTimeout(() => started.kill('SIGKILL'), killAfterMs);
    said += chunk;
  });
  started.stderr.setEncoding('utf8').on('data', (chunk: string) => (complained += chunk));
  await once(started, 'close');
  const lines = said.split('\n').slice(0, -1);
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return { lines, complained, after };
}

const open = (folder: string) => {
  const logger = memoryLogger();
  return { store: createConsentStore({ folder, clock: fakeClock(Date.now()), logger }), logger };
};

describe('createConsentStore(), in several processes', () => {
  it('loses no approval, answers each question once and hands each answer out once', async () => {
    const folder = join(root, 'together');
    const rounds = 40;
    const children = await Promise.all([1, 2, 3].map((number) => child(folder, number, rounds)));
    expect(children.map(({ complained }) => complained)).toEqual(['', '', '']);
    const all = (word: string) => children.flatMap(({ after }) => after(word));
    expect(all('warned')).toEqual([]);
    expect(children.map(({ lines }) => lines.at(-1))).toEqual(['done', 'done', 'done']);
    const answered = all('answered');
    expect(new Set(answered).size).toBe(answered.length);
    expect(all('took').length).toBeLessThanOrEqual(answered.length);
    const kept = (await open(folder).store.approvals()).map(({ toolId }) => toolId);
    expect(kept.filter((id) => id !== 'mcp__shared__tool').sort()).toEqual(all('kept').sort());
    for (const part of ['approvals', 'questions', 'answers'])
      expect(readdirSync(join(folder, part)).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('stays readable whenever a process is killed, and has every approval that was reported', async () => {
    const folder = join(root, 'killed');
    const reported: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const pair = [0, 1].map((more) =>
        child(folder, round * 2 + more, 100_000, Math.random() * 60),
      );
      for (const { after, complained } of await Promise.all(pair)) {
        expect(complained).toBe('');
        reported.push(...after('kept'));
      }
    }
    const { store, logger } = open(folder);
    const kept = new Set((await store.approvals()).map(({ toolId }) => toolId));
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.filter((toolId) => !kept.has(toolId))).toEqual([]);
    await store.pending();
    expect(logger.lines).toEqual([]);
    // And it still works.
    const question = exampleQuestion(99_999_999, 'later', 'later');
    await store.publish(question);
    expect(await store.answer(question.id, { decision: 'allow', scope: 'once' }, 'page')).toBe(
      'answered',
    );
    expect(await store.take('later', 'later')).toBeDefined();
  });
});
