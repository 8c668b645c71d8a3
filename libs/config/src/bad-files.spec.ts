import { describe, expect, it } from 'vitest';
import { SluiceError } from '@sluice/contracts';
import { readSettings } from './read-settings.js';

/** What a person is told of one file: the error and its hint, or the warnings. */
function told(text: string): string | readonly string[] {
  try {
    return readSettings({
      files: [{ path: '/c', text }],
      environment: {},
      homeFolder: '/home/ann',
      readTextFile: () => '',
      resolvePath: (_, path) => path,
    }).warnings;
  } catch (error) {
    if (error instanceof SluiceError) return `${error.code} ${error.message} | ${error.hint}`;
    throw error;
  }
}

type Format = 'JSON' | 'YAML' | 'TOML';

/** One mistake in each format: the text, and where it is found. */
type Mistake = readonly [
  what: string,
  texts: Readonly<Record<Format, readonly [text: string, place: string]>>,
  message: (place: string) => string,
];

const cannotUse = (rest: string) => (place: string) =>
  `CONFIG_INVALID Cannot use the configuration /c: ${place}: ${rest}`;
const cannotRead = (rest: string) => (place: string) =>
  `CONFIG_SYNTAX Cannot read the configuration /c: ${place}: ${rest}`;
const deep = (open: string, close: string) => `${open.repeat(70)}${close.repeat(70)}`;
const long = 'x'.repeat(1_048_577);

const mistakes: readonly Mistake[] = [
  [
    'a key that stands twice',
    {
      JSON: ['{ "strict": true,\n  "strict": false }', 'line 2, column 3'],
      YAML: ['strict: true\nstrict: false\n', 'line 2, column 1'],
      TOML: ['strict = true\nstrict = false\n', 'line 2, column 1'],
    },
    (place) =>
      `CONFIG_INVALID Cannot use the configuration /c: ${place}: the key "strict" stands twice`,
  ],
  [
    'a NUL character',
    {
      JSON: ['{ "strict":\n"\0" }', 'line 2, column 2'],
      YAML: ['strict: true\na: \0\n', 'line 2, column 4'],
      TOML: ['strict = true\na = "\0"\n', 'line 2, column 6'],
    },
    cannotRead(
      'expected text in UTF-8, found a NUL character | Save the file as UTF-8, not as UTF-16.',
    ),
  ],
  [
    'values that stand too deep',
    {
      JSON: [`{ "a": ${deep('[', ']')} }`, 'line 1, column 71'],
      YAML: [`a: ${deep('[', ']')}\n`, 'line 1, column 67'],
      TOML: [`a = ${deep('[', ']')}\n`, 'line 1, column 68'],
    },
    cannotUse(
      'objects and lists stand more than 64 deep inside each other | Check that this is the right file.',
    ),
  ],
  [
    'more text than a configuration has',
    {
      JSON: [`{ "a": "${long}" }`, 'line 1, column 1'],
      YAML: [`a: ${long}`, 'line 1, column 1'],
      TOML: [`a = "${long}"`, 'line 1, column 1'],
    },
    (place) =>
      `CONFIG_INVALID Cannot use the configuration /c: ${place}: the file has N characters; at most 1048576 are read | Check that this is the right file.`,
  ],
  [
    'a value of the wrong type',
    {
      JSON: ['{ "mcpServers": {},\n  "strict": "secret" }', 'line 2, column 13'],
      YAML: ['mcpServers: {}\nstrict: secret\n', 'line 2, column 9'],
      TOML: ['[mcpServers]\n[sandbox]\nmaxCalls = "secret"\n', 'line 3, column 12'],
    },
    cannotUse(''),
  ],
  [
    'a number out of range',
    {
      JSON: ['{ "sandbox": { "maxCalls": 0 } }', 'line 1, column 28'],
      YAML: ['sandbox:\n  maxCalls: 0\n', 'line 2, column 13'],
      TOML: ['[sandbox]\nmaxCalls = 0\n', 'line 2, column 12'],
    },
    cannotUse(
      'sandbox.maxCalls is 0; it must be a whole number from 1 to 1000000 (calls) | undefined',
    ),
  ],
  [
    'a server whose name is that of a prototype',
    {
      JSON: ['{ "servers": { "__proto__": { "command": "x" } } }', 'line 1, column 16'],
      YAML: ['servers:\n  __proto__: { command: x }\n', 'line 2, column 3'],
      TOML: ['[servers.__proto__]\ncommand = "x"\n', 'line 1, column 10'],
    },
    cannotUse(
      'the server name "__proto__" holds "__" | A server name holds letters, digits, "-", ".", spaces and single "_", no space at its ends and no "_" at its end, at most 128 characters.',
    ),
  ],
  [
    'a file with nothing in it',
    {
      JSON: [' \n', 'line 1, column 1'],
      YAML: ['\ufeff', 'line 1, column 1'],
      TOML: ['\r\n', 'line 1, column 1'],
    },
    cannotRead(
      'expected "{", found an empty file | Write { "mcpServers": {} }, or remove the file.',
    ),
  ],
];

/** Numbers of characters aside, and where the first one of two stands, which TOML's parser does not tell. */
const levelled = (message: string) =>
  message
    .replace(/the file has \d+ characters/, 'the file has N characters')
    .replace(/(stands twice).*$/, '$1')
    .replace(/(: )\S+ is a text; it must be .*$/, '$1');

describe.each(['JSON', 'YAML', 'TOML'] as const)('a file in %s', (format) => {
  const cases = mistakes.map(([what, texts, message]) => [what, texts[format], message] as const);

  it.each(cases)('with %s is refused with its place', (_, [text, place], message) => {
    const found = told(text);
    expect(typeof found === 'string' && levelled(found)).toBe(message(place));
    expect(found).not.toContain('secret');
  });

  it.each(cases)('with %s is refused alike behind a byte order mark and with CRLF', (_, [text]) => {
    if (text.trim() === '' || text.length > 1_000_000)
      return expect(told(`\ufeff${text}`)).toEqual(told(text));
    const windows = `\ufeff${text.replaceAll('\n', '\r\n')}`;
    expect(told(windows)).toBe(told(text));
  });
});

describe('what stands in an error beside the place', () => {
  it.each([
    [
      '{ "strict": true, "strict": false }',
      'CONFIG_INVALID Cannot use the configuration /c: line 1, column 19: the key "strict" stands twice, first at line 1, column 3 | Remove or rename one of the two.',
    ],
    [
      'strict: true\nstrict: false\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 2, column 1: the key "strict" stands twice, first at line 1, column 1 | Remove or rename one of the two.',
    ],
    [
      'strict = true\nstrict = false\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 2, column 1: the key "strict" stands twice | Remove or rename one of the two.',
    ],
    [
      'strict: secret\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 1, column 9: strict is a text; it must be true or false | undefined',
    ],
    [
      '[sandbox]\nmaxCalls = "secret"\n',
      'CONFIG_INVALID Cannot use the configuration /c: line 2, column 12: sandbox.maxCalls is a text; it must be a whole number from 1 to 1000000 (calls) | undefined',
    ],
    [
      `{ "a": "${'x'.repeat(1_048_576)}" }`,
      'CONFIG_INVALID Cannot use the configuration /c: line 1, column 1: the file has 1048587 characters; at most 1048576 are read | Check that this is the right file.',
    ],
    [
      '[1, 2]',
      'CONFIG_INVALID Cannot use the configuration /c: line 1, column 1: the file is a list; it must be an object | undefined',
    ],
    [
      'just words',
      'CONFIG_SYNTAX Cannot read the configuration /c: line 1, column 1: expected a JSON value, found an unquoted word | Write names and texts in double quotes.',
    ],
  ])('is whole: case %#', (text, message) => {
    expect(told(text)).toBe(message);
  });

  it.each([
    ['{ "strct": true }', 'line 1, column 3'],
    ['strct: true\n', 'line 1, column 1'],
    ['strct = true\n', 'line 1, column 1'],
  ])('an unknown key is named with the nearest one: %j', (text, place) => {
    expect(told(text)).toEqual([
      `/c: ${place}: the unknown key "strct" is ignored; did you mean "strict"?`,
    ]);
  });

  it.each([
    '{ "constructor": 1, "__proto__": { "strict": true } }',
    'constructor: 1\n__proto__: { strict: true }\n',
    'constructor = 1\n[__proto__]\nstrict = true\n',
  ])('keys of prototypes are unknown ones: %j', (text) => {
    expect(told(text)).toEqual([
      expect.stringMatching(/^\/c: line 1, column \d: the unknown key "constructor" is ignored$/),
      expect.stringMatching(/^\/c: line \d, column \d+: the unknown key "__proto__" is ignored$/),
    ]);
    expect(({} as { strict?: boolean }).strict).toBeUndefined();
  });
});
