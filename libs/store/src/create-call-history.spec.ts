import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock, memoryLogger } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCallHistory } from './create-call-history.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-history-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const setUp = (more: { maxFileBytes?: number; maxFiles?: number } = {}) => {
  const clock = fakeClock(Date.UTC(2026, 10, 30));
  const logger = memoryLogger();
  const folder = join(root, 'state', 'calls');
  const open = () => createCallHistory({ folder, clock, logger, ...more });
  return { clock, logger, folder, open };
};
const call = (toolId: string, at = 5) =>
  ({ at, sessionId: 'secret-session', toolId, rawId: toolId, action: 'ask' }) as const;

describe('createCallHistory()', () => {
  it('gives back what was decided, oldest first, also from another process', async () => {
    const { open } = setUp();
    const [one, other] = [open(), open()];
    one.add(call('mcp__a__b'));
    one.add({ ...call('mcp__a__c'), action: 'allow', rule: 'policy[0] {"match":"*"}' });
    await one.close();
    other.add(call('mcp__a__d'));
    const read = await other.read();
    expect(read).toEqual([
      { at: 5, session: read[0]?.session, toolId: 'mcp__a__b', rawId: 'mcp__a__b', action: 'ask' },
      {
        at: 5,
        session: read[0]?.session,
        toolId: 'mcp__a__c',
        rawId: 'mcp__a__c',
        action: 'allow',
        rule: 'policy[0] {"match":"*"}',
      },
      { at: 5, session: read[0]?.session, toolId: 'mcp__a__d', rawId: 'mcp__a__d', action: 'ask' },
    ]);
    expect(await one.read()).toEqual(read);
  });

  it('writes batches by itself, for the user alone, and no session id', async () => {
    const { clock, folder, open } = setUp();
    const history = open();
    history.add(call('mcp__a__b'));
    history.add(call('mcp__a__c'));
    clock.advance(500);
    await expect.poll(() => readdirSync(folder)).toEqual(['calls-000000.jsonl']);
    await history.close();
    expect(clock.pending).toBe(0);
    const path = join(folder, 'calls-000000.jsonl');
    const text = readFileSync(path, 'utf8');
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('secret-session');
    if (process.platform !== 'win32')
      expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('starts a new file when one is full and removes the oldest', async () => {
    const { folder, open } = setUp({ maxFileBytes: 300, maxFiles: 3 });
    const history = open();
    for (let number = 0; number < 30; number += 1) {
      history.add(call(`mcp__a__${number}`));
      await history.close();
    }
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(3);
    expect(names[0]).not.toBe('calls-000000.jsonl');
    const kept = (await history.read()).map(({ toolId }) => toolId);
    expect(kept.at(-1)).toBe('mcp__a__29');
    expect(kept.length).toBeLessThan(15);
  });

  it('leaves out what it cannot read, and says how much', async () => {
    const { logger, folder, open } = setUp();
    const history = open();
    history.add(call('mcp__a__b'));
    await history.close();
    appendFileSync(join(folder, 'calls-000000.jsonl'), '{"at":"2026\n[]\n\n{"at":"x"}\n');
    history.add(call('mcp__a__c'));
    expect((await history.read()).map(({ toolId }) => toolId)).toEqual(['mcp__a__b', 'mcp__a__c']);
    expect(logger.lines.map(({ fields }) => fields['lines'])).toEqual([3]);
  });

  it('never fails a call for a disk that takes nothing', async () => {
    const { logger, folder, open } = setUp();
    writeFileSync(join(root, 'state'), 'a file');
    const history = open();
    history.add(call('mcp__a__b'));
    await history.close();
    expect(logger.lines).toEqual([
      {
        level: 'warn',
        message: 'Cannot remember past calls',
        fields: { lost: 1, reason: 'ENOTDIR' },
      },
    ]);
    expect(folder).toContain('state');
  });
});
