import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { substitute } from './substitute.js';
import type { SubstitutionSources } from './substitute.js';

const variables: Readonly<Record<string, string>> = {
  A: 'one',
  EMPTY: '',
  NESTED: '${A} {env:A} {file:x} $& $1 $$',
  'ProgramFiles(x86)': 'C:\\P',
};
const files: Readonly<Record<string, string>> = {
  x: 'text\n',
  crlf: 'a\r\nb\r\n',
  two: 'a\n\n',
  bom: '\ufeffkey\n',
  nested: '${A}$&\n',
  long: 'x'.repeat(101),
};
const sources: SubstitutionSources = {
  variable: (name) => variables[name],
  file: (path) => {
    const text = files[path];
    if (text === undefined)
      throw Object.assign(new Error(`secret ${path}`), { code: path.toUpperCase() });
    return text;
  },
  maxFileLength: 100,
};

describe('substitute()', () => {
  it.each([
    ['${A}', 'one'],
    ['-${A}-${A}-', '-one-one-'],
    ['${env:A}', 'one'],
    ['{env:A}', 'one'],
    ['${A:-x}', 'one'],
    ['${NO:-x y}', 'x y'],
    ['${NO:-}', ''],
    ['${env:NO:-x}', 'x'],
    ['{env:NO:-x}', 'x'],
    ['${EMPTY}', ''],
    ['${EMPTY:-x}', 'x'],
    ['${NO:-a:-b}', 'a:-b'],
    ['${NO:-a\nb}', 'a\nb'],
    ['${ProgramFiles(x86)}', 'C:\\P'],
    ['{file:x}', 'text'],
    ['{file:crlf}', 'a\r\nb'],
    ['{file:two}', 'a\n'],
    ['{file:bom}', 'key'],
    ['{file:nested}', '${A}$&'],
    ['${NESTED}', '${A} {env:A} {file:x} $& $1 $$'],
    ['$${A}', '${A}'],
    ['$$${A}', '$${A}'],
    ['$${', '${'],
    [
      '$HOME $5 $$ $ {literal} {} { } {env:} {env:1x} {file:} {env x',
      '$HOME $5 $$ $ {literal} {} { } {env:} {env:1x} {file:} {env x',
    ],
    ['({env:process.env})', '({env:process.env})'],
    ['{env:{"A":1}} {file:{x}}', '{env:{"A":1}} {file:{x}}'],
  ])('reads %j as %j', (text, expected) => {
    expect(substitute(text, sources)).toEqual({ ok: true, text: expected });
  });

  it.each<[text: string, reason: string]>([
    ['${NO}', 'needs the variable "NO", which is not set'],
    ['a {env:NO} ${NO2}', 'needs the variable "NO", which is not set'],
    ['{file:enoent}', 'names the file "enoent", which was not found'],
    ['{file:eacces}', 'names the file "eacces", which may not be read'],
    ['{file:eisdir}', 'names the file "eisdir", which is a folder'],
    ['{file:other}', 'names the file "other", which could not be read'],
    ['{file:long}', 'names the file "long", which has more than 100 characters'],
    [
      '{cmd:echo ${A}}',
      'holds {cmd:…}, which only your own configuration file in its usual place may use',
    ],
    [
      "{cmd:awk '{print $1}'}",
      'holds {cmd:…}, which only your own configuration file in its usual place may use',
    ],
    [
      '{cmd:rm -rf /}',
      'holds {cmd:…}, which only your own configuration file in its usual place may use',
    ],
    ...[
      '${',
      '${A',
      '${}',
      '${1}',
      '${a b}',
      '${in:x}',
      '${A:?x}',
      '${A:-${A}}',
      '{file:${A}}',
      '{env:${A}}',
      '{env:{env:A}}',
      '{file:{file:x}}',
      '{file:a/{env:A}/b}',
    ].map((text): [string, string] => [text, 'holds a substitution that cannot be read']),
  ])('refuses %j: %s', (text, reason) => {
    expect(substitute(text, sources)).toMatchObject({ ok: false, reason });
  });

  it('inserts any value literally and looks at it only once', () => {
    const hostile = fc.stringMatching(/^([$&{}:`'"\\A-C]|\$\{A\}|\{file:x\}|\$\$\{)*$/);
    fc.assert(
      fc.property(hostile, fc.string(), (value, after) => {
        const plain = after.replace(/[${]/g, '');
        const own = { ...sources, variable: () => value, file: () => `${value}.\n` };
        expect(substitute(`<\${V}|{env:V}|{file:f}>${plain}`, own)).toEqual({
          ok: true,
          text: `<${value}|${value}|${value}.>${plain}`,
        });
      }),
    );
  });

  it.each(['{file:', '${', '{env:a', '{cmd:x{', '$${', '{env:$'])(
    'reads a megabyte of %j in one go',
    { timeout: 5_000 },
    (piece) => {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      expect(typeof substitute(text, sources).ok).toBe('boolean');
    },
  );

  it('leaves any text without "${" and "{" as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('{'));
        expect(substitute(text, sources)).toEqual({ ok: true, text });
      }),
    );
  });
});
