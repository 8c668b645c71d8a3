import { describe, expect, it } from 'vitest';
import { detectFormat } from './detect-format.js';

describe('detectFormat()', () => {
  it.each([
    ['{ "mcpServers": {} }', 'json'],
    ['// ours\n{}', 'json'],
    ['/* ours */ {}', 'json'],
    ['[["a"]]', 'json'],
    ['["a", 1]', 'json'],
    ['"mcpServers": {', 'json'],
    ['[mcp_servers.remote]\nurl = "http://x"\n', 'toml'],
    ['[servers."a b".env] # its variables', 'toml'],
    ['["servers"."a b"]', 'toml'],
    ['# codex\r\n\r\nmodel = "x"\r\n', 'toml'],
    ['"a b".c = 1', 'toml'],
    ['[[servers]]\n', 'toml'],
    ['mcpServers:\n  a:\n    command: node\n', 'yaml'],
    ['servers:\r\n  a: {}', 'yaml'],
    ['# c\n---\nx: 1', 'yaml'],
    ['- a', 'yaml'],
  ])('takes %j for %s whatever the name of the file', (text, format) => {
    const names = ['sluice.json', 'sluice.yaml', 'sluice.toml', 'config'];
    const seen = names.map((path) => detectFormat({ path, text }));
    const open = text.startsWith('"mcp') ? ['json', 'yaml', 'toml', 'json'] : undefined;
    expect(seen).toEqual(open ?? names.map(() => format));
  });

  it('goes by the name where the text leaves it open', () => {
    expect(detectFormat({ path: 'a.yaml', text: '{ servers: {} }' })).toBe('yaml');
    expect(detectFormat({ path: 'a.yaml', text: '{ "servers": {} }' })).toBe('json');
    expect(detectFormat({ path: 'a.toml', text: '# nothing yet' })).toBe('toml');
    expect(detectFormat({ path: 'a.yml', text: '# nothing yet' })).toBe('yaml');
  });
});
