import fc from 'fast-check';
import { createScanner, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { clients } from '../clients.js';
import { randomJsonFile, randomTomlFile } from '../fixtures/random-client-file.js';
import { addServer, copyServers, removeServers } from './edit-client-file.js';
import type { EditOutcome, EditPlace } from './edit-outcome.js';

const entry = {
  name: 'sluice',
  value: { command: '/usr/bin/node', args: ['/opt/sluice/main.js', 'a "b" \\c'] },
};
type Place = EditPlace & { readonly format: 'json' | 'toml' };
const claude: Place = { format: 'json', sections: [['mcpServers']] };
const opencode: Place = { format: 'json', sections: [['mcp', 'servers'], ['mcp']] };
const codex: Place = { format: 'toml', sections: [['mcp_servers']] };

function textOf(outcome: EditOutcome): string {
  if (outcome.ok) return outcome.text;
  throw new Error(outcome.reason);
}
const add = (text: string, place: Place = claude, name = 'sluice') =>
  textOf(addServer(text, place, { name, value: { command: 'node', args: ['m.js'] } }));
const remove = (text: string, place: Place, ...names: string[]) =>
  textOf(removeServers(text, place, names));

/** The comments of a text in their order. */
function comments(text: string): string[] {
  const scanner = createScanner(text.replace('\ufeff', ''));
  const found: string[] = [];
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan())
    if (kind === 12 || kind === 13) found.push(scanner.getTokenValue());
  return found;
}

describe('addServer()', () => {
  it('makes a whole file of nothing', () => {
    const whole =
      '{\n  "mcpServers": {\n    "sluice": {\n      "command": "node",\n      "args": [\n        "m.js"\n      ]\n    }\n  }\n}\n';
    expect(add('')).toBe(whole);
    expect(add('\n\n')).toBe(whole);
    expect(add('\ufeff')).toBe(`\ufeff${whole}`);
    expect(add('// mine')).toBe(`// mine\n${whole}`);
    expect(add('', codex)).toBe('[mcp_servers.sluice]\ncommand = "node"\nargs = ["m.js"]\n');
  });

  it('writes behind the last server as the file is written', () => {
    expect(add('{\r\n\t"mcpServers": {\r\n\t\t"a": {} // first\r\n\t}\r\n}')).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {}, // first\r\n\t\t"sluice": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"m.js"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    );
    expect(add('{"mcpServers":{"a":{}},"z":1}')).toBe(
      '{"mcpServers":{"a":{},"sluice":{"command":"node","args":["m.js"]}},"z":1}',
    );
    expect(add('{ "mcpServers": {} }')).toBe(
      '{ "mcpServers": { "sluice": { "command": "node", "args": ["m.js"] } } }',
    );
    expect(add('{ "a": 1, // one\n}')).toBe(
      '{ "a": 1, // one\n"mcpServers": { "sluice": { "command": "node", "args": ["m.js"] } },\n}',
    );
  });

  it('keeps trailing commas, and comments of an empty section', () => {
    expect(add('{\n  "mcpServers": {\n    // none yet\n  },\n}\n')).toBe(
      '{\n  "mcpServers": {\n    // none yet\n    "sluice": {\n      "command": "node",\n      "args": [\n        "m.js"\n      ]\n    }\n  },\n}\n',
    );
    expect(add('{\n  "mcpServers": {\n    "a": {}, /* x */\n  },\n}\n')).toContain(
      '"a": {}, /* x */\n    "sluice": {',
    );
    expect(add('{\n  "mcpServers": {\n    "a": {},\n  },\n}\n')).toMatch(/ {4}\},\n {2}\},\n\}\n$/);
  });

  it('finds the deeper section of OpenCode 2, and takes none for a server of that name', () => {
    const section = (text: string) => {
      const { mcp } = parse(add(text, opencode)) as { mcp: Record<string, object> };
      return 'sluice' in mcp ? 'mcp' : 'sluice' in (mcp['servers'] ?? {}) ? 'mcp.servers' : 'none';
    };
    expect(section('{}')).toBe('mcp');
    expect(section('{ "mcp": { "a": { "type": "local" } } }')).toBe('mcp');
    expect(section('{ "mcp": { "servers": { "a": { "type": "local" } } } }')).toBe('mcp.servers');
    expect(section('{ "mcp": { "servers": { "type": "local", "command": ["x"] } } }')).toBe('mcp');
  });

  it('writes a folder of Claude Code under its own key', () => {
    const place: Place = { format: 'json', sections: [['projects', '/w', 'mcpServers']] };
    expect(
      parse(add('{ "projects": { "/w": { "trust": true } }, "mcpServers": {} }', place)),
    ).toEqual({
      projects: {
        '/w': { trust: true, mcpServers: { sluice: { command: 'node', args: ['m.js'] } } },
      },
      mcpServers: {},
    });
  });

  it('refuses what it would not understand afterwards', () => {
    expect(addServer('{ "mcpServers": [] }', claude, entry)).toEqual({
      ok: false,
      reason: 'its "mcpServers" is no object',
    });
    expect(addServer('[]', claude, entry)).toEqual({
      ok: false,
      reason: 'its "mcpServers" is no object',
    });
    expect(addServer('{ "mcpServers": ', claude, entry)).toEqual({
      ok: false,
      reason: 'it is not JSON',
    });
    expect(addServer('a = ', codex, entry)).toEqual({ ok: false, reason: 'it is not TOML' });
    expect(addServer('[[mcp_servers]]\nname = "a"\n', codex, entry)).toMatchObject({
      ok: false,
    });
    expect(addServer('mcp_servers = 3\n', codex, entry)).toMatchObject({ ok: false });
  });

  it('writes into an inline table of TOML, and behind tables', () => {
    expect(add('mcp_servers = { a = { command = "x" } } # mine\nb = 1\n', codex)).toBe(
      'mcp_servers = { a = { command = "x" }, sluice = { command = "node", args = ["m.js"] } } # mine\nb = 1\n',
    );
    expect(add('mcp_servers = {}\n', codex)).toBe(
      'mcp_servers = { sluice = { command = "node", args = ["m.js"] } }\n',
    );
    expect(add('a = 1\r\n[mcp_servers.x]\r\ncommand = "x"', codex)).toBe(
      'a = 1\r\n[mcp_servers.x]\r\ncommand = "x"\r\n\r\n[mcp_servers.sluice]\r\ncommand = "node"\r\nargs = ["m.js"]\r\n',
    );
  });
});

describe('removeServers()', () => {
  it('takes the entry with its line and its comma, and no comment beside it', () => {
    const text =
      '{\n  "mcpServers": {\n    // one\n    "a": {}, // behind a\n    "b": {},\n    /* c */ "c": {}\n  }\n}\n';
    expect(remove(text, claude, 'b')).toBe(
      '{\n  "mcpServers": {\n    // one\n    "a": {}, // behind a\n    /* c */ "c": {}\n  }\n}\n',
    );
    expect(remove(text, claude, 'a')).toBe(
      '{\n  "mcpServers": {\n    // one\n    // behind a\n    "b": {},\n    /* c */ "c": {}\n  }\n}\n',
    );
    expect(remove(text, claude, 'c')).toBe(
      '{\n  "mcpServers": {\n    // one\n    "a": {}, // behind a\n    "b": {}\n    /* c */ \n  }\n}\n',
    );
    expect(remove('{"mcpServers":{"a":1, "b":2, "c":3}}', claude, 'a')).toBe(
      '{"mcpServers":{"b":2, "c":3}}',
    );
    expect(remove('{"mcpServers":{"a":1, "b":2, "c":3}}', claude, 'c', 'b')).toBe(
      '{"mcpServers":{"a":1}}',
    );
    expect(remove('{"mcpServers":{"a":1, "b":2,}}', claude, 'b')).toBe('{"mcpServers":{"a":1, }}');
  });

  it('takes all tables of a server of TOML, wherever they stand', () => {
    const text =
      'x = 1\n\n# about a\n[mcp_servers.a]\ncommand = "a"\n\n[other]\ny = 2\n\n[mcp_servers.a.env]\nK = "v"\n\n[mcp_servers.b]\ncommand = "b"\n';
    expect(remove(text, codex, 'a')).toBe(
      'x = 1\n\n# about a\n[other]\ny = 2\n\n[mcp_servers.b]\ncommand = "b"\n',
    );
    expect(remove(text, codex, 'b')).toBe(
      'x = 1\n\n# about a\n[mcp_servers.a]\ncommand = "a"\n\n[other]\ny = 2\n\n[mcp_servers.a.env]\nK = "v"\n',
    );
    const inline = 'mcp_servers = { a = { command = "x" }, b = { command = "y" }, c = {} }\n';
    expect(remove(inline, codex, 'a')).toBe('mcp_servers = { b = { command = "y" }, c = {} }\n');
    expect(remove(inline, codex, 'b', 'c')).toBe('mcp_servers = { a = { command = "x" } }\n');
    expect(remove(inline, codex, 'a', 'b', 'c')).toBe('mcp_servers = {  }\n');
    expect(remove('mcp_servers.a.command = "x"\nmcp_servers.b.command = "y"\n', codex, 'a')).toBe(
      'mcp_servers.b.command = "y"\n',
    );
  });

  it('passes over names that are not there', () => {
    expect(remove('{ "a": 1 }', claude, 'x')).toBe('{ "a": 1 }');
    expect(remove('a = 1', codex, 'x')).toBe('a = 1');
  });
});

describe('copyServers()', () => {
  it('puts servers back word by word', () => {
    const before =
      '{\n  "mcpServers": {\n    "a": { "command": "x" /* why */ },\n    "b": {}\n  }\n}\n';
    const now = '{\n  "mcpServers": {\n    "sluice": {}\n  },\n  "new": 1\n}\n';
    expect(textOf(copyServers(before, now, claude, ['a', 'b', 'none']))).toBe(
      '{\n  "mcpServers": {\n    "sluice": {},\n    "a": { "command": "x" /* why */ },\n    "b": {}\n  },\n  "new": 1\n}\n',
    );
    expect(textOf(copyServers(before, now, claude, ['a', 'a']))).toBe(
      textOf(copyServers(before, now, claude, ['a'])),
    );
    const toml = '[mcp_servers.a]\ncommand = "x" # why\n\n[mcp_servers.a.env]\nK = "v"\n';
    expect(textOf(copyServers(toml, 'n = 1\n', codex, ['a']))).toBe(
      'n = 1\n\n[mcp_servers.a]\ncommand = "x" # why\n\n[mcp_servers.a.env]\nK = "v"\n',
    );
    const inline = 'mcp_servers = { a = { command = "x", env = { K = "v" } } }\n';
    expect(textOf(copyServers(inline, '', codex, ['a']))).toBe(
      '[mcp_servers.a]\ncommand = "x"\nenv = { K = "v" }\n',
    );
  });
});

describe('any file of any client', () => {
  const places = clients.flatMap(({ format, places }) =>
    places({ platform: 'linux', homeFolder: '/h', environment: {}, workspaceFolder: '/w' })
      .filter(({ isUsual }) => isUsual)
      .map(({ sections }): Place => ({ format, sections })),
  );
  const jsonPlaces = places.filter(({ format }) => format === 'json');
  const random = fc
    .constantFrom(
      ...jsonPlaces.flatMap((place) => place.sections.map((section) => ({ place, section }))),
    )
    .chain(({ place, section }) => randomJsonFile(section).map((file) => ({ place, file })));

  it('of JSON keeps every comment, and nothing of what it said is lost', () => {
    fc.assert(
      fc.property(random, ({ place, file: { text } }) => {
        const added = textOf(addServer(text, place, entry));
        expect(comments(added)).toEqual(comments(text));
        const bare = (one: string) => one.replace(/\s/g, '');
        expect(isSubsequence(bare(text), bare(added))).toBe(true);
        expect(
          textOf(removeServers(added, place, ['sluice'])).replace(/\s/g, '').length,
        ).toBeGreaterThanOrEqual(bare(text).length);
      }),
      { numRuns: 300 },
    );
  }, 120_000);

  it('of JSON with servers is what it was, byte for byte, when the added one is taken out again', () => {
    fc.assert(
      fc.property(random, ({ place, file: { text, names } }) => {
        fc.pre(names.length > 0);
        const added = textOf(addServer(text, place, entry));
        expect(textOf(removeServers(added, place, ['sluice']))).toBe(text);
      }),
      { numRuns: 300 },
    );
  }, 120_000);

  it('of JSON gives its servers away and takes them back', () => {
    fc.assert(
      fc.property(random, ({ place, file: { text, names } }) => {
        const without = textOf(removeServers(text, place, names));
        const back = textOf(copyServers(text, without, place, names));
        const clean = (one: string) =>
          parse(one.replace('\ufeff', ''), [], { allowTrailingComma: true }) as unknown;
        if (names.length > 0) expect(clean(back)).toEqual(clean(text));
        else expect(back).toBe(text);
      }),
      { numRuns: 300 },
    );
  }, 120_000);

  it('of TOML likewise', () => {
    fc.assert(
      fc.property(randomTomlFile(), ({ text, names }) => {
        const added = textOf(addServer(text, codex, entry));
        expect(isSubsequence(text.trim(), added)).toBe(true);
        const without = textOf(removeServers(added, codex, ['sluice']));
        expect(without.trimEnd()).toBe(text.trimEnd());
        const moved = textOf(removeServers(text, codex, names));
        textOf(copyServers(text, moved, codex, names));
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at += 1;
  return at >= [...part].length;
}
