import { describe, expect, it } from 'vitest';
import type { Environment } from './node-environment.js';
import { createConfigCommand } from './run-config-command.js';

const run = createConfigCommand({
  variables: { PATH: process.env['PATH'], KEY: 'value' },
  homeFolder: '/',
} as unknown as Environment);
const node = (code: string) => run([process.execPath, '-e', code]);

describe('createConfigCommand()', () => {
  it('hands back what the command writes, with no shell between', () => {
    expect(node('console.log(process.env.KEY, process.argv.length)')).toEqual({
      ok: true,
      text: 'value 1\n',
    });
    expect(run([process.execPath, '-p', 'process.argv[1]', '$KEY;`x`'])).toEqual({
      ok: true,
      text: '$KEY;`x`\n',
    });
  });

  it('runs each once', () => {
    const clock = 'console.log(process.hrtime.bigint())';
    expect(node(clock)).toBe(node(clock));
  });

  it.each([
    ['process.exit(3)', 'ended with 3'],
    ['process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)', 'ended by SIGTERM'],
    ['console.error("secret")', 'wrote nothing'],
    ['process.stdout.write("secret".repeat(20000))', 'wrote more than 65536 bytes'],
  ])('says how %s failed, without its output', (code, reason) => {
    expect(node(code)).toEqual({ ok: false, reason });
  });

  it('says that there is no such command', () => {
    expect(run(['no-such-command-xyz'])).toEqual({ ok: false, reason: 'was not found' });
  });
});
