import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import type { ConfigNode } from './config-node.js';
import { createConfigSource } from './config-source.js';
import { parseConfig } from './parse-config.js';

const parse = (text: string, path = '/c') => parseConfig(createConfigSource({ path, text }));

/** The tree as plain lists of pairs; keys such as `__proto__` stay what they are. */
function plain(node: ConfigNode): unknown {
  switch (node.kind) {
    case 'object':
      return node.entries.map(({ key, value }) => [key, plain(value)]);
    case 'list':
      return { list: node.items.map(plain) };
    case 'null':
      return null;
    default:
      return node.value;
  }
}

function refusal(text: string) {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SluiceError) return `${error.code} ${error.message} | ${error.hint}`;
    throw error;
  }
  throw new Error('was read');
}

const three = {
  json: '{ "servers": { "a b": { "command": "node", "args": ["x", ""], "timeout": 500, "enabled": true, "env": { "K": 1 } } } }',
  yaml: 'servers:\n  a b:\n    command: node\n    args: [x, ""]\n    timeout: 500\n    enabled: true\n    env:\n      K: 1\n',
  toml: '[servers."a b"]\ncommand = "node"\nargs = ["x", ""]\ntimeout = 500\nenabled = true\n[servers."a b".env]\nK = 1\n',
};

describe('parseConfig()', () => {
  it('reads one content from three formats, with a byte order mark and with CRLF too', () => {
    const expected = plain(parse(three.json));
    expect(expected).toEqual([
      [
        'servers',
        [
          [
            'a b',
            [
              ['command', 'node'],
              ['args', { list: ['x', ''] }],
              ['timeout', 500],
              ['enabled', true],
              ['env', [['K', 1]]],
            ],
          ],
        ],
      ],
    ]);
    for (const text of Object.values(three))
      for (const form of [text, `\ufeff${text}`, text.replaceAll('\n', '\r\n')])
        expect(plain(parse(form))).toEqual(expected);
  });

  it('keeps the names of prototypes as names', () => {
    const expected = [
      ['__proto__', [['polluted', true]]],
      ['constructor', 'x'],
    ];
    expect(plain(parse('{ "__proto__": { "polluted": true }, "constructor": "x" }'))).toEqual(
      expected,
    );
    expect(plain(parse('__proto__: { polluted: true }\nconstructor: x'))).toEqual(expected);
    expect(plain(parse('__proto__.polluted = true\nconstructor = "x"'))).toEqual(expected);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    [
      'a: 1\nb: 2\na: 3\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 3, column 1: the key "a" stands twice, first at line 1, column 1 | Remove or rename one of the two.',
    ],
    [
      'a = 1\nb.c = 2\nb.c = 3\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 3, column 3: the key "c" stands twice | Remove or rename one of the two.',
    ],
    [
      '[a]\n[b]\n[a]\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 3, column 2: the key "a" stands twice | Remove or rename one of the two.',
    ],
    [
      'a:\n\tb: 1\n',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 2, column 1: expected spaces, found a tab | Indent with spaces, and alike what belongs together.',
    ],
    [
      'a: "secret\nb: 1',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 2, column 5: expected a closing quote or bracket, or ":" after a name, found the end of the file | Close what is open, and put a space after each ":".',
    ],
    [
      'a: b: c',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 4: expected one "name: value" on a line, found the key "b" | Indent alike what belongs together; put a text that holds ": " in quotes.',
    ],
    [
      'a: @x',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 4: expected a text in quotes, found "@" | Put a text in quotes that starts with a special character.',
    ],
    [
      'a: "C:\\q"',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 7: expected an escape that YAML has, found "\\\\" | Write each backslash of a Windows path twice, or use single quotes.',
    ],
    [
      'a: !!js/function x',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 4: expected a value without a tag of its own, found "!" | Remove the tag.',
    ],
    [
      'a: *b',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 4: expected an alias of an anchor that stands before it, found "*" with another name | Write "&name" at the value that is meant, before "*name"; put a text that starts with "*" in quotes.',
    ],
    [
      'a: 1\n---\nb: 2',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 2, column 1: expected one document, found a second one | Keep one document; remove the "---" and what follows.',
    ],
    [
      'a: 1\n[b]: 2',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 2, column 1: expected a name before ":", found something else | Write names as texts.',
    ],
    [
      'a = \r\nb = 1',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 5: expected a value, found the end of the line | Write a text in quotes, a number, true, false, a list or a table.',
    ],
    [
      'a = "secret\nb = 1',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 12: expected a closing quote on the same line, found the end of the line | Close the text with its quote.',
    ],
    [
      '[a]\nsecret "x"',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 2, column 8: expected "=" after a name, found "\\"" | Write name = value, with texts in quotes, under [tables].',
    ],
    [
      'a = 1 b = 2',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 7: expected the end of the line, found the key "b" | Write one name = value on each line.',
    ],
    [
      'a = "C:\\q"',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 9: expected an escape that TOML has, found other text | Write each backslash of a Windows path twice, or use single quotes.',
    ],
    [
      'a = secret',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 5: expected a value or a name, found other text | Write name = value, with texts in quotes, under [tables].',
    ],
    [
      '{ "a": "x\0" }',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 10: expected text in UTF-8, found a NUL character | Save the file as UTF-8, not as UTF-16.',
    ],
  ])('says where %j is wrong and what was expected, without any value', (text, message) => {
    expect(refusal(text)).toBe(message);
    expect(message).not.toMatch(/secret/);
    // A byte order mark shifts nothing.
    expect(refusal(`\ufeff${text}`)).toBe(message);
  });

  const tooDeep = /objects and lists stand more than 64 deep inside each other/;

  it.each([
    ['JSON', `{ "a": ${'['.repeat(50_000)}`, tooDeep],
    ['YAML in flow', `a: ${'['.repeat(20_000)}`, tooDeep],
    ['YAML in flow, closed', `a: ${'['.repeat(70)}${']'.repeat(70)}`, tooDeep],
    ['YAML in dashes', `a:\n  ${'- '.repeat(20_000)}x`, tooDeep],
    ['YAML in question marks', `---\n${'? '.repeat(5_000)}x`, /deep inside|before ":"/],
    ['TOML in lists', `a = ${'['.repeat(200)}${']'.repeat(200)}`, tooDeep],
    ['TOML in tables', `a = ${'{a='.repeat(100)}1${'}'.repeat(100)}`, tooDeep],
    ['TOML in many tables', `a = ${'{a='.repeat(5_000)}1${'}'.repeat(5_000)}`, /too deep inside/],
    ['TOML in dots', `${'a.'.repeat(90)}a = 1`, tooDeep],
    ['TOML in a header', `[${'a.'.repeat(90)}a]`, tooDeep],
    ['a long text of TOML', `a = "${'x'.repeat(900_000)}"`, /a text is too long/],
    ['many tokens of YAML', `a: 1${'\n'.repeat(900_000)}`, /more than 250000 tokens of YAML/],
  ])('refuses deep and large texts without falling: %s', (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('reads anchors, aliases and merge keys of YAML; what stands in the object itself goes first', () => {
    const text =
      'base: &base { command: node, args: [x] }\nmore: &more { cwd: /, args: [z] }\n' +
      'a: *base\nb:\n  <<: *base\n  args: [y]\nc:\n  <<: [*more, *base]\n"<<": text\n';
    const base = [
      ['command', 'node'],
      ['args', { list: ['x'] }],
    ];
    const [more, z] = [['cwd', '/'], { list: ['z'] }];
    expect(plain(parse(text))).toEqual([
      ['base', base],
      ['more', [more, ['args', z]]],
      ['a', base],
      [
        'b',
        [
          ['args', { list: ['y'] }],
          ['command', 'node'],
        ],
      ],
      ['c', [more, ['args', z], ['command', 'node']]],
      ['<<', 'text'],
    ]);
  });

  it('refuses aliases that grow without bound, and one that holds itself', () => {
    const lines = Array.from({ length: 20 }, (_, index) => {
      const before = index === 0 ? '"lol"' : `*a${index - 1}`;
      return `a${index}: &a${index} [${Array(9).fill(before).join(', ')}]`;
    });
    expect(refusal(lines.join('\n'))).toBe(
      'CONFIG_INVALID Cannot use the configuration /c: line 6, column 9: with its aliases written out it has more than 100000 values | Use fewer aliases.',
    );
    expect(refusal('a: &a [*a]')).toContain('expected an alias of an anchor that stands before it');
    const nested = Array.from(
      { length: 70 },
      (_, index) => `a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}`}]`,
    );
    expect(refusal(nested.join('\n'))).toMatch(tooDeep);
  });

  it('reads the types of YAML 1.2 and of TOML', () => {
    expect(plain(parse('a: yes\nb: 0x10\nc: ~\nd: 1.50\ne: "1"\n7: x\n'))).toEqual([
      ['a', 'yes'],
      ['b', 16],
      ['c', null],
      ['d', 1.5],
      ['e', '1'],
      ['7', 'x'],
    ]);
    expect(
      plain(parse("a = 1_000\nb = 1979-05-27\nc = '''\nx'''\nd.e = 1\n[[t]]\nx = 1\n[[t]]\n")),
    ).toEqual([
      ['a', 1000],
      ['b', '1979-05-27'],
      ['c', 'x'],
      ['d', [['e', 1]]],
      ['t', { list: [[['x', 1]], []] }],
    ]);
    expect(plain(parse('# only words\n', '/c.yaml'))).toEqual([]);
    expect(plain(parse('# only words\n', '/c.toml'))).toEqual([]);
  });
});
