import { pathToFileURL } from 'node:url';
import type { ProgramChecker } from '@sluice/contracts';
import { fakeClock, memoryLogger } from '@sluice/contracts/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgramChecker } from './create-program-checker.js';
import { servers } from './fixtures/servers.js';

const real = new URL('../../gateway/out-tsc/checker.mjs', import.meta.url);
const spinning = new URL('fixtures/spinning-thread.mjs', import.meta.url);
const missing = pathToFileURL('/nowhere/checker.mjs');
const opened: ProgramChecker[] = [];

function open(checkerUrl = spinning) {
  const clock = fakeClock();
  const logger = memoryLogger();
  const checker = createProgramChecker({ checkerUrl, clock, logger });
  opened.push(checker);
  const { signal } = new AbortController();
  return {
    checker,
    clock,
    logger,
    check: (text: string, given = signal) => checker.check({ text, servers }, given),
  };
}

const checked = { status: 'checked', mistakes: [], calls: [] };
const unchecked = (reason: string) => ({ status: 'unchecked', reason });

afterEach(async () => {
  for (const checker of opened.splice(0)) await checker.close();
});

describe('createProgramChecker()', () => {
  it('looks at programs on a thread of its own, warmed or not, one after the other', async () => {
    const { checker, check } = open(real);
    const both = [check('return 1'), check('return process.env')];
    await checker.warm();
    expect(await Promise.all(both)).toEqual([
      checked,
      {
        ...checked,
        mistakes: [
          { kind: 'global', name: 'process', isSure: true, position: { line: 1, column: 8 } },
        ],
      },
    ]);
  });

  it('lets pass what TypeScript breaks on, and looks at the next', async () => {
    const { check } = open(real);
    const text = `return ${'f('.repeat(3000)}1${')'.repeat(3000)}`;
    expect(await check(text)).toEqual(unchecked('failed'));
    expect(await check('return 1')).toEqual(checked);
  });

  it('lets pass what takes too long, and looks at the next on a new thread', async () => {
    const { checker, check, clock } = open();
    await checker.warm();
    const endless = check('spin');
    clock.advance(4999);
    clock.advance(1);
    expect(await endless).toEqual(unchecked('slow'));
    expect(await check('return 1')).toEqual(checked);
  });

  it.each(['exit', 'fill heap'])('lets pass what ends the thread: %s', async (text) => {
    const { check } = open();
    expect(await check(text)).toEqual(unchecked('failed'));
    expect(await check('return 1')).toEqual(checked);
  });

  it('waits for a thread that starts, but not without end', async () => {
    const { check, clock } = open();
    const early = check('return 1');
    clock.advance(2000);
    clock.advance(17_999);
    clock.advance(1);
    expect(await early).toEqual(unchecked('starting'));
  });

  it('waits for a thread that looks at others no longer than 2 seconds', async () => {
    const { checker, check, clock } = open();
    await checker.warm();
    const endless = check('spin');
    const next = check('return 1');
    clock.advance(2000);
    expect(await next).toEqual(unchecked('slow'));
    clock.advance(3000);
    expect(await endless).toEqual(unchecked('slow'));
  });

  it('gives up for a minute after three failures in a row, and says so once in the log', async () => {
    const { check, clock, logger } = open(missing);
    expect(await check('return 1')).toEqual(unchecked('failed'));
    expect(await check('return 1')).toEqual(unchecked('failed'));
    expect(logger.lines).toEqual([
      expect.objectContaining({ level: 'warn', message: 'The checker of programs ended' }),
    ]);
    clock.advance(60_000);
    expect(await check('return 1')).toEqual(unchecked('failed'));
    expect(logger.lines).toHaveLength(2);
  });

  it('looks at no text that is too long to be looked at in time', async () => {
    const { check } = open();
    expect(await check(' '.repeat(65_537))).toEqual(unchecked('slow'));
    expect(await check(' '.repeat(65_536))).toEqual(checked);
  });

  it('lets go of a program that is cancelled', async () => {
    const { checker, check } = open();
    await checker.warm();
    const controller = new AbortController();
    const endless = check('spin', controller.signal);
    controller.abort();
    expect(await endless).toEqual(unchecked('cancelled'));
    expect(await check('return 1', AbortSignal.abort())).toEqual(unchecked('cancelled'));
  });

  it('ends a thread that nobody needs for ten minutes, and starts another for the next program', async () => {
    const { checker, check, clock } = open();
    await checker.warm();
    expect(await check('return 1')).toEqual(checked);
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    clock.advance(600_000);
    expect(clock.pending).toBe(0);
    expect(await check('return 1')).toEqual(checked);
  });

  it('closes once and for all', async () => {
    const { checker, check } = open();
    const open1 = check('return 1');
    await checker.close();
    await checker.close();
    await checker.warm();
    expect(await open1).toEqual(unchecked('cancelled'));
    expect(await check('return 1')).toEqual(unchecked('cancelled'));
  });
});
