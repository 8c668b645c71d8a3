import { expect, it } from 'vitest';
import { languageLibrary } from '../language-library.mjs';
import { importRoom } from './bundle.mjs';
import { createJudge } from './judge-programs.mjs';
import { ownServers } from './own-tools.mjs';

// In place, without the thread: a machine that is busy must not decide.
const { createCheck } = await importRoom('program-check', 'thread');
const check = createCheck(languageLibrary());
const judge = createJudge(ownServers, { check: (request) => Promise.resolve(check(request)) });

it('the check before the start stops nine in ten programs with a mistake', async () => {
  const mutants = await judge.judgeMutants(200, 1);
  expect(mutants).toHaveLength(200);
  expect(new Set(mutants.map(({ kind }) => kind)).size).toBe(5);
  const stopped = mutants.filter(({ stop }) => stop !== undefined);
  expect(stopped.length).toBeGreaterThanOrEqual(180);
}, 120_000);

it('the check before the start says nothing about correct programs', async () => {
  const correct = await judge.judgeCorrect(100, 2);
  expect(correct).toHaveLength(100);
  const alarms = correct.filter(({ stop, warnings }) => stop !== undefined || warnings.length > 0);
  expect(alarms.map(({ code, stop, warnings }) => [code, stop, warnings])).toEqual([]);
}, 120_000);
