import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { usageReader } from './usage-reader.js';
import type { ReadOutput } from './usage-reader.js';

function recorded(output: string | undefined) {
  const commands: string[][] = [];
  const readOutput: ReadOutput = async (command, args) => {
    commands.push([command, ...args]);
    return output;
  };
  return { commands, readOutput };
}

describe('usageReader()', () => {
  it('adds up the process group of a runner on macOS', async () => {
    const output = [
      '    1  10240   0:01.00',
      '  412   2048   0:00.25',
      '  412 102400   1:02.50',
      ' 4120  99999   9:00.00',
      '  412   1024 2-01:00:01',
    ].join('\n');
    const { commands, readOutput } = recorded(output);
    const reader = usageReader('darwin', readOutput);
    expect(await reader.read(412)).toEqual({
      residentMb: 103,
      dataMb: 103,
      cpuSeconds: 0.25 + 62.5 + 2 * 86_400 + 3_601,
    });
    expect(await reader.read(5)).toBeUndefined();
    expect(commands[0]).toEqual(['/bin/ps', '-axo', 'pgid=,rss=,time=']);
  });

  it('asks PowerShell on Windows', async () => {
    const { commands, readOutput } = recorded('104857600 209715200 1500\r\n');
    expect(await usageReader('win32', readOutput).read(77)).toEqual({
      residentMb: 100,
      dataMb: 200,
      cpuSeconds: 1.5,
    });
    expect(commands[0]?.[0]).toBe('powershell.exe');
    expect(commands[0]?.at(-1)).toContain('Get-Process -Id 77;');
  });

  it('knows nothing where the command fails or says something else', async () => {
    for (const output of [undefined, '', 'Get-Process : Cannot find a process', '1 2'])
      for (const platform of ['darwin', 'win32'] as const)
        expect(await usageReader(platform, recorded(output).readOutput).read(1)).toBeUndefined();
  });

  it('reads a real process through the real command of this system', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    try {
      await once(child.stdout, 'data');
      const usage = await usageReader(process.platform).read(child.pid ?? 0);
      expect(usage?.residentMb).toBeGreaterThan(1);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
