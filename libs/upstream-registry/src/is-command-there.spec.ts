import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainSpawnFailure } from './explain-spawn-failure.js';
import { isCommandThere } from './is-command-there.js';

const definition = { kind: 'stdio', command: 'uvx', args: [], env: {}, inheritEnv: [] } as const;
const denied = Object.assign(new Error('spawn uvx EACCES'), { code: 'EACCES' });

describe('isCommandThere()', () => {
  it('looks through PATH for a bare name, executable or not, and believes a path', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-path-'));
    writeFileSync(join(folder, 'tool'), '', { mode: 0o600 });
    const path = ['/no/such/folder', folder].join(delimiter);
    expect([
      isCommandThere('tool', path),
      isCommandThere('other', path),
      isCommandThere('tool', undefined),
      isCommandThere('/no/such/tool', path),
    ]).toEqual([true, false, false, true]);
    rmSync(folder, { recursive: true });
  });
});

describe('explainSpawnFailure()', () => {
  it('takes a command that is nowhere as missing, also where a folder of PATH is closed to us', () => {
    const missing = explainSpawnFailure(denied, definition, { cwd: true, command: false });
    expect(missing).toMatchObject({
      reason: 'the command "uvx" was not found',
      hint: 'Install uv, or set command to a full path.',
    });
  });

  it('says that a file which is there may not be executed', () => {
    const closed = explainSpawnFailure(denied, definition, { cwd: true, command: true });
    expect(closed).toMatchObject({
      reason: 'the command "uvx" may not be executed (EACCES)',
      hint: 'Make the file executable, or start it through its interpreter.',
    });
  });
});
