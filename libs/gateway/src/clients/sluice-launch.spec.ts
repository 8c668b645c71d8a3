import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sluiceLaunch } from './sluice-launch.js';

it('sluiceLaunch() names Node by a path of PATH that is this one, but by none of a session', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-launch-'));
  try {
    const session = join(folder, 'fnm_multishells', '1');
    const scratch = join(folder, 'bin');
    for (const one of [session, scratch]) {
      mkdirSync(one, { recursive: true });
      symlinkSync(process.execPath, join(one, 'node'));
    }
    const command = (...folders: string[]) =>
      sluiceLaunch(
        { node: process.execPath, script: '/opt/sluice/dist/bin/main.js', version: '1.0.0' },
        { platform: 'linux', variables: { PATH: folders.join(':') } },
        [],
      ).command;
    // The folder of the tests itself lies where sessions keep theirs.
    expect(command('', 'relative', session, scratch, '/nowhere')).toBe(process.execPath);
    const own = dirname(process.execPath);
    expect(command(session, own)).toBe(join(own, 'node'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
