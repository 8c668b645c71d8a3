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

  it.each([
    [
      { command: 'npx', args: ['-y', '@acme/tracker', '--token', 'canary', '--verbose'] },
      'npx -y @acme/tracker --token "[redacted]" --verbose',
    ],
    [{ command: 'x', args: ['--api-key=canary'] }, 'x "--api-key=[redacted]"'],
    [
      { command: ['docker', 'run', '-e', 'ACME_SECRET=canary', 'img'] },
      'docker run -e "ACME_SECRET=[redacted]" img',
    ],
    [
      { command: 'npx', args: ['mcp-remote', 'https://a.example/mcp?key=canary&x=1'] },
      'npx mcp-remote "https://a.example/mcp?key=[redacted]&x=1"',
    ],
    [
      { command: 'r', args: ['--header', 'Authorization: Bearer canary'] },
      'r --header "Authorization: Bearer [redacted]"',
    ],
    [{ command: 'sh', args: ['-c', 'T_TOKEN=canary run'] }, 'sh -c "T_TOKEN=[redacted] run"'],
    [{ command: 'x', args: ['sk-canary1234'] }, 'x "[redacted]"'],
    [{ command: 'x', args: ['--token', '${TOKEN:-canary}'] }, 'x --token "[redacted]"'],
    [{ command: 'x', args: ['--token=${TOKEN}'] }, 'x "--token=${TOKEN}"'],
    [{ url: 'https://canary@a.example/mcp' }, '"https://[redacted]@a.example/mcp"'],
    [{ url: 'https://u:canary@a.example/' }, '"https://[redacted]@a.example/"'],
    [
      { url: 'https://a.example/mcp/c4n4ry0123456789abcdef0123456789/sse' },
      '"https://a.example/mcp/[redacted]/sse"',
    ],
    [{ url: 'https://a.example/?api_key=${TOKEN}' }, '"https://a.example/?api_key=${TOKEN}"'],
  ])('shows %j without its literal secrets, and still tells another one apart', (server, shown) => {
    expect(read(server)?.shown).toBe(shown);
    const other = JSON.parse(JSON.stringify(server).replace(/canary|c4n4ry/, 'other0')) as object;
    if (JSON.stringify(other) !== JSON.stringify(server))
      expect(read(other)?.written).not.toBe(read(server)?.written);
  });

  it('is empty for an entry without any', () => {
    expect(writtenTransport(new Map())).toEqual({ whole: '', shown: '' });
  });
});
