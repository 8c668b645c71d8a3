import { describe, expect, it } from 'vitest';
import { startsSluice } from './starts-sluice.js';

describe('startsSluice()', () => {
  it.each([
    ['sluice'],
    ['sluice', 'serve'],
    ['/usr/local/bin/sluice'],
    ['C:\\npm\\sluice.cmd'],
    ['npx', 'sluice'],
    ['npx', '-y', 'sluice@1.2.3'],
    ['npx', '--yes', '--registry', 'http://r', 'sluice'],
    ['npx', '-y', '--package=sluice', 'whatever'],
    ['npx', '-p', 'sluice@latest', 'whatever'],
    ['C:\\Program Files\\nodejs\\npx.cmd', '-y', 'sluice'],
    ['npm', 'exec', '--yes', '--', 'sluice'],
    ['pnpm', 'dlx', 'sluice'],
    ['bunx', 'sluice'],
    ['node', '/x/node_modules/.bin/sluice'],
    ['node', '--require', 'x', '--max-old-space-size=9', '/x/node_modules/sluice/dist/bin/main.js'],
    ['/usr/bin/node', 'apps/stdio-host/dist/bin/main.js', 'connect'],
    ['deno', 'run', '-A', 'npm:sluice@1'],
    ['cmd', '/c', 'npx', '-y', 'sluice'],
    ['cmd.exe', '/d', '/s', '/c', 'npx -y sluice'],
    ['sh', '-c', 'npx -y "sluice"'],
    ['bash', '-lc', 'sluice serve'],
    ['env', 'A=1', 'npx', 'sluice'],
    ['npx', '-y', '@sluice/http-host'],
  ])('sees it in %s %s %s %s %s', (command, ...args) => {
    expect(startsSluice(command, args)).toBe(true);
  });

  it.each([
    ['node', 'server.mjs', 'sluice'],
    ['node', '/home/ann/sluice/server.mjs'],
    ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/ann/sluice'],
    ['npx', '-y', 'sluice-tools'],
    ['npx', '-y', '@other/sluice'],
    ['npx', '-y', 'mcp-remote', 'http://127.0.0.1/sluice'],
    ['git', 'clone', 'sluice'],
    ['sh', '-c'],
    ['sh'],
    ['node'],
    ['env', 'A=1'],
    ['constructor', 'sluice'],
    ['__proto__', 'sluice'],
  ])('does not see it in %s %s %s %s', (command, ...args) => {
    expect(startsSluice(command, args)).toBe(false);
  });
});
