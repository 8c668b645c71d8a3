import { describe, expect, it } from 'vitest';
import type { DenoCommand } from './deno-command.js';
import { spawnRunner } from './runner-process.js';
import type { KillChild } from './runner-process.js';

/** A wrapper as bubblewrap is one: it waits for the process in it, and may be gone before that. */
const wrapper = (inner: string): DenoCommand => ({
  command: '/bin/sh',
  args: ['-c', `${inner} & echo $!; wait`],
  env: {},
  cwd: '/',
});

describe.skipIf(process.platform === 'win32')('kill()', () => {
  const start = async (inner: string, killInner: (pid: number) => void) => {
    let pid = 0;
    const killChild: KillChild = (child) => {
      child.kill('SIGKILL');
      killInner(pid);
    };
    const runner = spawnRunner(wrapper(inner), process.platform, { killChild });
    pid = await new Promise<number>((resolve) =>
      runner.read((chunk) => resolve(Number(Buffer.from(chunk).toString()))),
    );
    return { runner, pid };
  };

  it('settles when the last process in a wrapper is gone, not with the wrapper', async () => {
    let isKilled = false;
    const { runner } = await start('sleep 60', (pid) =>
      setTimeout(() => (isKilled = process.kill(pid, 'SIGKILL')), 100),
    );
    await runner.kill();
    expect(isKilled).toBe(true);
  });

  it('does not wait for ever for one that does not go', async () => {
    const { runner, pid } = await start('sleep 60', () => undefined);
    await runner.kill();
    process.kill(pid, 'SIGKILL');
    expect((await runner.exited).signal).toBe('SIGKILL');
  });
});
