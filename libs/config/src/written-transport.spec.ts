import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.js';
import { writtenTransport } from './written-transport.js';

const read = (server: object) => {
  const { servers } = readSettings({
    files: [{ path: '/c.json', text: JSON.stringify({ mcpServers: { one: server } }) }],
    environment: { TOKEN: 'canary-secret', HOST: 'acme.example' },
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, file) => `${folder}/${file}`,
  });
  return servers[0];
};

describe('writtenTransport()', () => {
  it('keeps placeholders and names, so that no resolved value is in it', () => {
    const local = read({
      command: 'npx',
      args: ['-y', '@acme/tracker', '--key', '${TOKEN}'],
      cwd: '/srv',
      env: { Z: '${TOKEN}', A: '1' },
      inheritEnv: ['PATH'],
    });
    expect(local?.written).toBe(
      'npx -y @acme/tracker --key "${TOKEN}" cwd=/srv env=A,Z inheritEnv=PATH',
    );
    const remote = read({
      url: 'https://${HOST}/mcp',
      headers: { Authorization: 'Bearer ${TOKEN}' },
    });
    expect(remote?.written).toBe('"https://${HOST}/mcp" headers=Authorization');
  });

  it('reads differently for different commands', () => {
    const texts = [
      { command: 'a', args: ['b', 'c'] },
      { command: 'a', args: ['b c'] },
      { command: 'a b', args: ['c'] },
      { command: 'a', args: ['b', 'c', 'env=X'] },
      { command: 'a', args: ['b', 'c'], env: { X: '1' } },
      { command: 'a', args: ['"b"', 'c'] },
    ].map((server) => read(server)?.written);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('is empty for an entry without any', () => {
    expect(writtenTransport(new Map())).toBe('');
  });
});
