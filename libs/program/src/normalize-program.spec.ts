import type { ProgramProblem } from '@sluice/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeProgram } from './normalize-program.js';
import type { NormalizeResult } from './normalize-program.js';
import { placeProgram } from './place-program.js';

const maxBytes = 262_144;
const fence = '```';

function normalized(code: string): Extract<NormalizeResult, { ok: true }> {
  const result = normalizeProgram(code);
  if (!result.ok) throw new Error(`${JSON.stringify(code.slice(0, 200))}: ${result.error.message}`);
  return result;
}

function problem(code: string): ProgramProblem {
  const result = normalizeProgram(code);
  if (result.ok) throw new Error(`Unexpectedly fine: ${result.text}`);
  return result.error;
}

const placed = (code: string) => placeProgram(code, normalized(code));

const textOf = (code: string): string => normalized(code).text;

describe('normalizeProgram()', () => {
  it('leaves a program that is a body as it is', () => {
    const code = [
      'type Issue = { id: number; tags?: string[] };',
      'const pick = <T,>(list: T[], n = 1): T | undefined => (n ? list[n] : undefined);',
      'const f = a ? (b) : c => d;',
      'const g = a ? (b, c): number => d : e;',
      'enum Level { low = 1, high }',
      'class Box<T> { constructor(private readonly value: T) {} get(): T { return this.value; } }',
      'for await (const page of pages as AsyncIterable<Issue>) if (page.id > 1) continue;',
      'using handle = open();',
      'const text = `a ${`b ${c}`} \\`\\`\\``;',
      'function twice() {} function twice() {}',
      'return { a: 1 } satisfies object;',
    ].join('\n');
    expect(normalized(code)).toMatchObject({ text: code, repairs: [] });
  });

  it.each([
    ['a byte order mark', '\ufeffreturn 1', 'return 1', ['removed a byte order mark']],
    ['CR LF', 'a()\r\nreturn 1\r', 'a()\nreturn 1\n', ['changed the line ends to LF']],
    ['a #! line', '#!/usr/bin/env node\nreturn 1', '\nreturn 1', ['removed a "#!" line']],
    [
      'half a surrogate pair',
      'return "\ud800"',
      'return "\ufffd"',
      ['replaced half surrogate pairs'],
    ],
    ['a fence', `${fence}ts\nreturn 1\n${fence}`, 'return 1\n', ['removed a Markdown fence']],
    ['a fence of tildes', '~~~js\nreturn 1\n~~~', 'return 1\n', ['removed a Markdown fence']],
    ['a fence without an end', `${fence}ts\nreturn 1`, 'return 1', ['removed a Markdown fence']],
    ['an end without a fence', `return 1\n${fence}\n`, 'return 1\n', ['removed a Markdown fence']],
    [
      'marks on the lines of code',
      `${fence}return 1${fence}`,
      'return 1',
      ['removed a Markdown fence'],
    ],
    [
      'prose around a fence',
      `Here is the code:\n\n${fence}typescript\nreturn 1\n${fence}\nIt returns 1.`,
      'return 1\n',
      ['removed a Markdown fence and the text around it'],
    ],
    [
      'prose that would parse as a label',
      `Code:\n${fence}js\nreturn 1\n${fence}`,
      'return 1\n',
      ['removed a Markdown fence and the text around it'],
    ],
    [
      'everything at once',
      `\ufeff${fence}ts\r\n#!/usr/bin/env node\r\nreturn 1\r\n${fence}\r\n`,
      '\nreturn 1\n',
      [
        'changed the line ends to LF',
        'removed a byte order mark',
        'removed a Markdown fence',
        'removed a "#!" line',
      ],
    ],
  ])('repairs %s', (_, code, text, repairs) => {
    expect(normalized(code)).toMatchObject({ text, repairs });
  });

  it('takes the block in a language of ours out of several, else the one that names none', () => {
    expect(textOf(`${fence}json\n{}\n${fence}\n${fence}ts\nreturn 1\n${fence}`)).toBe('return 1\n');
    expect(textOf(`${fence}\nreturn 1\n${fence}\n${fence}text\n1\n${fence}`)).toBe('return 1\n');
    expect(textOf(`${fence}\n1\n${fence}\n${fence}js\nreturn 2\n${fence}`)).toBe('return 2\n');
  });

  it('does not guess which of two code blocks is the program', () => {
    expect(problem(`${fence}ts\nreturn 1\n${fence}\nor\n${fence}ts\nreturn 2\n${fence}`)).toEqual({
      code: 'PROGRAM_SYNTAX',
      message: 'Cannot choose a program: the text holds several fenced code blocks',
      hint: 'Send one program: a single block, or the code without fences.',
      position: { line: 5, column: 1 },
    });
  });

  it.each([
    ['a comment', `/*\n${fence}ts\nevil()\n${fence}\n*/\nreturn 1`],
    ['a template', 'const s = `\n~~~\nevil()\n~~~\n`;\nreturn s'],
    ['an escaped template', `const s = \`\n\\\`\\\`\\\`ts\nevil()\n\\\`\\\`\\\`\`;\nreturn s`],
  ])('leaves fences in %s alone', (_, code) => {
    expect(textOf(code)).toBe(code);
  });

  it('never runs the example in a comment because the program has a fault', () => {
    const code = `const a = 1\n/*\n${fence}ts\nevil()\n${fence}\n*/\nconst x = ;`;
    expect(problem(code)).toMatchObject({
      code: 'PROGRAM_SYNTAX',
      position: { line: 7, column: 11 },
    });
    const template = 'const s = `\n~~~js\nevil()\n~~~\n`;\nconst x = ;';
    expect(problem(template)).toMatchObject({ position: { line: 6, column: 11 } });
  });

  it.each([
    ['async (data) => data.x', 'return (async (data) => data.x)(data)'],
    [
      'async ({ tools, data }, call) => 1',
      'return (async ({ tools, data }, call) => 1)({ tools, data }, call)',
    ],
    ['async ({ github }) => 1', 'return (async ({ github }) => 1)(tools)'],
    ['async (t: any, d) => 1', 'return (async (t: any, d) => 1)(tools, data)'],
    ['async (limit = 5) => limit', 'return (async (limit = 5) => limit)()'],
    [
      'async function main(n = 5, data = {}) {}',
      'async function main(n = 5, data = {}) {}\nreturn main(undefined, data)',
    ],
    [
      'export default async (data, ...rest) => data',
      'const defaultExport = async (data, ...rest) => data;\nreturn defaultExport(data)',
    ],
    ['async () => a.b()', 'return (async () => a.b())(tools)'],
    ['() => 1;', 'return (() => 1)(tools);'],
    ['(async () => 1)', 'return ((async () => 1))(tools)'],
    [
      'async (tools) => {\n  return 1\n} // done',
      'return (async (tools) => {\n  return 1\n})(tools) // done',
    ],
    ['async function () { return 1 }', 'return (async function () { return 1 })(tools)'],
    ['function (tools) { return 1 };', 'return (function (tools) { return 1 })(tools);'],
    ['async function main(){ return 1 }', 'async function main(){ return 1 }\nreturn main(tools)'],
    [
      'function anything(){ return 1 }\n',
      'function anything(){ return 1 }\nreturn anything(tools)',
    ],
    ['const run = async () => 1', 'const run = async () => 1\nreturn run(tools)'],
    [
      'const n = 1;\nasync function main() { return n }',
      'const n = 1;\nasync function main() { return n }\nreturn main(tools)',
    ],
    [
      'const n = 1;\nfunction one() {}\nfunction two() {}',
      'const n = 1;\nfunction one() {}\nfunction two() {}',
    ],
    ['(async () => { return 1 })()', 'return (async () => { return 1 })()'],
    ['await (async () => 1)();', 'return await (async () => 1)();'],
    ['void main()\nasync function main() {}', 'return ( main())\nasync function main() {}'],
    ['main().catch(report)\nfunction main() {}', 'return main().catch(report)\nfunction main() {}'],
    ['async function main() {}\nmain', 'async function main() {}\nreturn main(tools)'],
    ['function* main() {}', 'function* main() {}'],
  ])('calls what evidently wants calling: %j', (code, text) => {
    expect(textOf(code)).toBe(text);
  });

  it.each([
    [
      'export default async () => 1',
      'const defaultExport = async () => 1;\nreturn defaultExport(tools)',
    ],
    ['export default async function main(t) {}', 'async function main(t) {}\nreturn main(tools)'],
    [
      'export default function () {}\n(1)',
      'const defaultExport = function () {};\n(1)\nreturn defaultExport(tools)',
    ],
    ['export default { a: 1 }', 'const defaultExport = { a: 1 };\nreturn defaultExport'],
    ['export default await f()', 'const defaultExport = await f();\nreturn defaultExport'],
    [
      'const defaultExport = 1\nexport default 2',
      'const defaultExport = 1\nconst defaultExport_ = 2;\nreturn defaultExport_',
    ],
    [
      'const main = async () => 1;\nexport default main;',
      'const main = async () => 1;\n\nreturn main(tools)',
    ],
    ['const value = 1;\nexport default value;', 'const value = 1;\n\nreturn value'],
    ['export { main as default }\nfunction main() {}', '\nfunction main() {}\nreturn main(tools)'],
    ['export const x = 1;\nexport type T = 1;\nreturn x', 'const x = 1;\ntype T = 1;\nreturn x'],
    [
      'const h = 1\nexport async function run() { return h }',
      'const h = 1\nasync function run() { return h }\nreturn run(tools)',
    ],
    ['export {}\nreturn 1', '\nreturn 1'],
    [
      '/* a */ export /* default */ default 1',
      '/* a */ const defaultExport = 1;\nreturn defaultExport',
    ],
    ['import type { A } from "y"\nimport { type B } from "z"\nreturn 1 as A', '\n\nreturn 1 as A'],
    ['export = async () => 1', 'const defaultExport = async () => 1;\nreturn defaultExport(tools)'],
  ])('makes a module a body: %j', (code, text) => {
    expect(textOf(code)).toBe(text);
  });

  it('does not call a default export that the module calls itself', () => {
    expect(textOf('async function main() {}\nmain();\nexport default main')).toBe(
      'async function main() {}\nreturn main();\n',
    );
  });

  it.each([
    ['const x = await f()\nx.y', 'const x = await f()\nreturn x.y'],
    ['let x = 1; x = 5', 'let x = 1; return x = 5'],
    ['if (a) return 1; b', 'if (a) return 1; return b'],
    [
      'f()\n// the end\ntype T = 1;;\nfunction f() {}',
      'return f()\n// the end\ntype T = 1;;\nfunction f() {}',
    ],
    ['f()\nclass A {}', 'f()\nclass A {}'],
    ['"hello"', 'return "hello"'],
    ['"use strict"; 1', '"use strict"; return 1'],
    ['const a = 1, b = 2\n;({ a, b })', 'const a = 1, b = 2\n;return ({ a, b })'],
    ['const a = 1, b = 2; { a, b }', 'const a = 1, b = 2; return { a, b }'],
    ['{ total: 1 }', 'return { total: 1 }'],
    ['{ a: 1, b: await f() }', 'return ({ a: 1, b: await f() })'],
    ['const a = 1; { f() }', 'const a = 1; { f() }'],
    ['for (const a of b) c(a)', 'for (const a of b) c(a)'],
    ['if (a) { b() } else c()', 'if (a) { b() } else c()'],
    ['<T,>(x: T) => x', 'return (<T,>(x: T) => x)(tools)'],
  ])('returns a last expression: %j', (code, text) => {
    expect(textOf(code)).toBe(text);
  });

  it.each([
    ['', 'it is empty'],
    [' \n\t', 'it is empty'],
    [';;', 'it is empty'],
    ['"use strict"', 'it is empty'],
    [`${fence}ts\n${fence}`, 'it is empty'],
    ['// nothing\n/* here */', 'it holds only comments'],
    ['interface A { b: 1 }\ntype C = A;\ndeclare const d: C;', 'it holds only types'],
    ['import type { A } from "y"', 'it holds only types'],
    ['export type T = 1', 'it holds only types'],
  ])('refuses %j, since %s', (code, reason) => {
    expect(problem(code)).toEqual({
      code: 'PROGRAM_EMPTY',
      message: `Cannot run the program: ${reason}`,
      hint: 'Send the body of an async function, for example: return await tools.server.tool({})',
    });
  });

  it.each([
    ['\n\nimport fs from "node:fs"\nreturn 1', '"node:fs"', 3, 1],
    [`${fence}ts\nimport "y"\n${fence}`, '"y"', 2, 1],
    ['const a = 1\r\nexport * from "y"', '"y"', 2, 1],
    ['export { a } from "y"', '"y"', 1, 1],
    ['import x = require("y")', '"y"', 1, 1],
    ['const { a } = require("y").b', '"y"', 1, 1],
    ['  return import.meta.url', '"import.meta"', 1, 10],
  ])('refuses the import in %j', (code, name, line, column) => {
    expect(problem(code)).toEqual({
      code: 'PROGRAM_IMPORT',
      message: `Cannot use ${name}: imports are not available in a program: call a tool instead`,
      hint: 'Remove the import. "tools", "call" and the web globals are there without one.',
      position: { line, column },
    });
  });

  it('refuses an import inside a function as an import', () => {
    expect(problem('async () => {\n  import x from "y"\n}')).toEqual({
      code: 'PROGRAM_IMPORT',
      message: 'Cannot use "import": imports are not available in a program: call a tool instead',
      position: { line: 2, column: 3 },
    });
  });

  it('leaves import() to the runner, which refuses it when it is called', () => {
    const code = 'try { await import("npm:ms") } catch (e) { return e.name }';
    expect(textOf(code)).toBe(code);
  });

  it.each([
    ['const a = ;', 'Unexpected ";"', 1, 11],
    [`${fence}ts\nconst a = 1\nconst b = (2\n${fence}`, 'Unexpected end, expected ","', 4, 1],
    ['\ufeffa\r\nb c', 'Missing semicolon', 2, 2],
    ['const a = 1;\nconst a = 2;', "Identifier 'a' has already been declared", 2, 7],
    ['export const a = 1\nconst b = = 2', 'Unexpected "="', 2, 11],
    ['} evil(); {', 'Unexpected "}"', 1, 1],
    ['}); evil(); (async()=>{', 'Unexpected "}"', 1, 1],
    ['return 1 }, async () => { return 2', 'Unexpected "}"', 1, 10],
    ['return 1 }\nasync function f() { return 2', 'Unexpected "}"', 1, 10],
    ['let s = "abc', 'Unterminated string constant', 1, 9],
    ['with (a) b()', "'with' in strict mode", 1, 1],
  ])('says what is wrong in %j and where', (code, message, line, column) => {
    expect(problem(code)).toEqual({
      code: 'PROGRAM_SYNTAX',
      message: `Cannot parse the program: ${message}`,
      position: { line, column },
    });
  });

  it('says what to do about await in a plain function', () => {
    expect(problem('items.map(x => await f(x))')).toEqual({
      code: 'PROGRAM_SYNTAX',
      message: "Cannot parse the program: Unexpected reserved word 'await'",
      hint: 'Mark the function around it as async.',
      position: { line: 1, column: 16 },
    });
  });

  it('names JSX as what it is', () => {
    expect(problem('return <div class="a">hi</div>')).toMatchObject({
      code: 'PROGRAM_SYNTAX',
      message: 'Cannot parse the program: JSX is not available in a program',
      hint: 'Build the value from plain objects and strings.',
    });
  });

  it.each(['[', '(', '{', 'a(', '`${', '!', 'if(a)', 'a=>', '1+', 'a?', '<T>', 'f(a=>{', '({a:'])(
    'survives 256 KB of %s',
    (piece) => {
      expect(problem(piece.repeat(Math.floor(maxBytes / piece.length)))).toEqual({
        code: 'PROGRAM_SYNTAX',
        message: 'Cannot parse the program: it is nested too deeply',
        hint: 'Put large literals into the "data" argument, and inner functions into statements of their own.',
      });
    },
  );

  it.each(['f<T>(x=>', '<T>(a=', 'async<T>(a='])(
    'ends the readings of %s, which double with every level',
    (piece) => {
      // Without a limit the first of these takes weeks.
      expect(problem(piece.repeat(40))).toEqual({
        code: 'PROGRAM_SYNTAX',
        message: 'Cannot parse the program: it takes too long to read',
        hint: 'Put nested generic calls, arrow functions with type parameters and rows of comments into statements and lines of their own.',
      });
    },
  );

  it('takes long flat programs', () => {
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `const v${i} = f<number>(x => x + ${i}); // ${i}`,
    );
    expect(textOf(lines.join('\n'))).toBe(lines.join('\n'));
    expect(normalizeProgram(`a${'.b'.repeat(120_000)}`).ok).toBe(true);
    expect(normalizeProgram(`${fence}\nx\n${fence}\n`.repeat(20_000)).ok).toBe(false);
  });

  it.each(['#!\n', '#!```ts\n', '```ts\n#!\n'])(
    'refuses 256 KB of %j, of which every line would be a copy of the rest',
    (piece) => {
      expect(problem(piece.repeat(Math.floor(maxBytes / piece.length)))).toEqual({
        code: 'PROGRAM_SYNTAX',
        message: 'Cannot find the program: too many fences or "#!" lines stand around it',
        hint: 'Send the code alone.',
      });
    },
  );

  it('leads places of the text back to what was sent', () => {
    const { text, toOriginal } = placed(
      `Sure!\r\n${fence}ts\r\nconst a = 1\r\nexport default async () => fail(a)\r\n${fence}`,
    );
    expect(text.split('\n')[1]).toBe('const defaultExport = async () => fail(a);');
    const column = (text.split('\n')[1] ?? '').indexOf('fail') + 1;
    expect(toOriginal({ line: 2, column })).toEqual({ line: 4, column: 28 });
    expect(toOriginal({ line: 1, column: 7 })).toEqual({ line: 3, column: 7 });
    expect(toOriginal({ line: 99, column: 1 })).toEqual({ line: 4, column: 35 });
  });

  const word = fc.nat(9).map((n) => `w${n}`);
  const statement = fc.oneof(
    word.map((w) => `const ${w}_ = ${w} ? (${w}) : (x) => x;`),
    word.map((w) => `await ${w}.go("${w}")`),
    word.map((w) => `function do_${w.slice(1)}() { return ${w} }`),
    word.map((w) => `// ${w}`),
    word.map((w) => `type ${w} = 1;`),
    word.map((w) => `export const ${w} = 1;`),
    word.map((w) => `export default async () => ${w};`),
    word.map((w) => `export default function main() { ${w} }`),
    word.map((w) => `async () => { ${w} }`),
    word.map((w) => `if (${w}) { return ${w} }`),
    word.map((w) => `{ ${w} }`),
    word.map((w) => `void ${w}()`),
    fc.constantFrom(
      '"use strict"',
      'main',
      '#!/bin/x',
      '```',
      '```ts',
      '~~~',
      '```json',
      'Some prose:',
      ';',
      '}',
    ),
  );
  const wrapped = fc
    .tuple(
      fc.array(statement, { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\ufeff', '```ts\n', 'Prose\n```\n', '~~~\n', '#!x\n'),
      fc.constantFrom('', '\n```', '\n~~~\nbye', ';', '\n'),
    )
    .map(([lines, end, before, after]) => before + lines.join(end) + after);

  it('changes nothing in a text that it made (property)', () => {
    let repaired = 0;
    fc.assert(
      fc.property(wrapped, (code) => {
        const first = normalizeProgram(code);
        if (!first.ok) return;
        repaired += first.repairs.length > 0 ? 1 : 0;
        const again = normalizeProgram(first.text);
        expect(again).toMatchObject({
          ok: true,
          text: first.text,
          repairs: [],
        });
      }),
      { numRuns: 1500 },
    );
    expect(repaired).toBeGreaterThan(100);
  });

  it('leads every word of the text to the same word in the original (property)', () => {
    fc.assert(
      fc.property(wrapped, (code) => {
        const result = normalizeProgram(code);
        if (!result.ok) return;
        const program = placeProgram(code, result);
        const originalLines = code.split(/\r\n|\n/);
        program.text.split('\n').forEach((line, index) => {
          for (const { index: at, 0: found } of line.matchAll(/w\d_?/g)) {
            const place = program.toOriginal({ line: index + 1, column: at + 1 });
            const there = originalLines[place.line - 1]?.slice(place.column - 1);
            expect(there?.startsWith(found)).toBe(true);
          }
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws, whatever the text (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (code) => {
        expect(typeof normalizeProgram(code).ok).toBe('boolean');
      }),
    );
  });
});
