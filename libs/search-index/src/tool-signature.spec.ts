import type { JsonSchema } from '@sluice/contracts';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from './create-catalogue.js';
import { toolSignature } from './tool-signature.js';

/** Schemas come from outside: the tests hand in what no type would allow. */
function sign(
  inputSchema: unknown,
  outputSchema?: unknown,
  description?: string,
  maxBytes?: number,
) {
  const input = inputSchema as JsonSchema;
  const output = outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonSchema };
  const { tools } = createCatalogue([
    {
      name: 's',
      tools: [
        {
          name: 't',
          rawName: 't',
          inputSchema: input,
          ...output,
          ...(description === undefined ? {} : { description }),
        },
      ],
    },
  ]);
  const [tool] = tools;
  if (tool === undefined) throw new Error('The catalogue lost the tool.');
  const { text, notes } = toolSignature(tool, maxBytes);
  const [line = '', ...comments] = text.split('\n');
  expect(line.startsWith('tools.s.t(')).toBe(true);
  expect(comments.length).toBeLessThanOrEqual(1);
  const source = `declare function t${line.slice('tools.s.t'.length)};\n${comments.join('\n')}\n`;
  return { line, comment: comments[0], notes, errors: compile(source) };
}

/** The type of the one argument. */
function argumentType(schema: unknown): string {
  const { line, errors } = sign({ type: 'object', properties: { x: schema }, required: ['x'] });
  expect(errors).toEqual([]);
  return line.slice('tools.s.t(args: { x: '.length, -' }): Promise<unknown>'.length);
}

/** Syntax and type errors of a source, and what it declares beside the one function. */
function compile(text: string): string[] {
  const name = 'signature.ts';
  const options = { strict: true, noEmit: true, noLib: true, types: [] };
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lib = ts.createSourceFile('lib.d.ts', LIB, ts.ScriptTarget.Latest, true);
  const host: ts.CompilerHost = {
    getSourceFile: (asked) => (asked === name ? file : asked === 'lib.d.ts' ? lib : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (asked) => asked,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (asked) => asked === name || asked === 'lib.d.ts',
    readFile: () => undefined,
  };
  const program = ts.createProgram(['lib.d.ts', name], options, host);
  const errors = [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ];
  const strays = file.statements.filter(
    (one) =>
      !ts.isFunctionDeclaration(one) &&
      !ts.isTypeAliasDeclaration(one) &&
      one.kind !== ts.SyntaxKind.EmptyStatement,
  );
  return [
    ...errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ...strays.map((one) => `stray statement: ${one.getText(file)}`),
  ];
}

const LIB = `interface Array<T> { length: number } interface Boolean {} interface CallableFunction {}
interface Function {} interface IArguments {} interface NewableFunction {} interface Number {}
interface Object {} interface RegExp {} interface String {} interface Promise<T> { value: T }
type Record<K extends keyof any, T> = { [P in K]: T };`;

describe('toolSignature()', () => {
  it('is one line that starts with the call path, and a comment line', () => {
    const schema = {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'integer', default: 20 } },
      required: ['query'],
    };
    const output = {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
        },
      },
      required: ['items'],
    };
    const { line, comment, errors } = sign(schema, output, 'Search issues.');
    expect(line).toBe(
      'tools.s.t(args: { query: string; limit?: number /* = 20 */ }): Promise<{ items: { id: number }[] }>',
    );
    expect(comment).toBe('  // Search issues.');
    expect(errors).toEqual([]);
  });

  it.each([
    ['no properties', { type: 'object', properties: {} }, '()'],
    ['nothing allowed', { type: 'object', additionalProperties: false }, '()'],
    ['any object', { type: 'object' }, '(args?: Record<string, unknown>)'],
    ['all optional', { properties: { q: { type: 'string' } } }, '(args?: { q?: string })'],
    [
      'required through a reference',
      {
        $ref: '#/$defs/A',
        $defs: { A: { type: 'object', properties: { a: true }, required: ['a'] } },
      },
      '(args: { a: unknown })',
    ],
    [
      'required in every variant',
      {
        type: 'object',
        oneOf: [
          { properties: { a: {} }, required: ['a'] },
          { properties: { b: {} }, required: ['b'] },
        ],
      },
      '(args: { a: unknown } | { b: unknown })',
    ],
    [
      'required in one variant',
      {
        type: 'object',
        anyOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }],
      },
      '(args?: { a: unknown } | { b?: unknown })',
    ],
    [
      'required beside the properties',
      {
        type: 'object',
        properties: { a: {}, b: {} },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      '(args: { a?: unknown; b?: unknown })',
    ],
    [
      'draft 3 required',
      { type: 'object', properties: { a: { type: 'string', required: true } } },
      '(args: { a: string })',
    ],
  ])('gives the arguments their place: %s', (_, schema, expected) => {
    const { line, errors } = sign(schema);
    expect(line).toBe(`tools.s.t${expected}: Promise<unknown>`);
    expect(errors).toEqual([]);
  });

  it.each([
    [{}],
    [true],
    [false],
    ['string'],
    [null],
    [7],
    [[]],
    [{ type: 'string' }],
    [{ type: 7 }],
    [{ properties: [] }],
    [{ properties: { a: null }, required: 'a' }],
    [{ $ref: 7 }],
    [{ anyOf: {} }],
    [{ enum: 'x' }],
    [{ type: [] }],
    [{ allOf: [null, 3] }],
  ])('degrades a wrong schema without a throw: %j', (schema) => {
    const { line, errors } = sign(schema, schema);
    expect(line).toMatch(/^tools\.s\.t\(args\?: /);
    expect(errors).toEqual([]);
  });

  it('says what was wrong with a schema', () => {
    expect(sign(null).notes).toEqual([
      'inputSchema: A part of the schema is not a schema; it is shown as unknown.',
    ]);
    expect(sign({ type: 'string' }).notes).toEqual([
      'inputSchema: An object was wanted, for arguments have names; any object is shown.',
    ]);
    expect(sign({}, { type: 'money' }).notes).toEqual([
      'outputSchema: The type "money" is none of JSON Schema\'s; it is shown as unknown.',
    ]);
  });

  it('quotes the property names that need it', () => {
    const properties = JSON.parse(
      '{"content-type":{},"1st":{},"":{},"__proto__":{},"$filter":{},"日付":{},"class":{},"constructor":{},"it\'s \\"q\\"\\\\":{},"a\\u2028b":{},"*/":{}}',
    );
    const { line, errors } = sign({ type: 'object', properties, required: ['__proto__'] });
    expect(line).toBe(
      'tools.s.t(args: { "content-type"?: unknown; "1st"?: unknown; ""?: unknown; "__proto__": unknown; $filter?: unknown; 日付?: unknown; class?: unknown; constructor?: unknown; "it\'s \\"q\\"\\\\"?: unknown; "a\\u2028b"?: unknown; "*\\/"?: unknown }): Promise<unknown>',
    );
    expect(errors).toEqual([]);
  });

  it('lets no description become code', () => {
    const text =
      'Use release/*/* for all.\nSecond */ } declare const hacked: string; /* rest ${x}\u2028declare const worse: 1\r`tick`';
    const schema = {
      type: 'object',
      properties: {
        p: { type: 'string', description: text, default: '*/', format: '*/ x' },
        q: { $ref: '#/*/ hacked' },
      },
    };
    const { line, comment, errors } = sign(schema, undefined, text);
    expect(errors).toEqual([]);
    expect(line).toContain('p?: string /* * / x */ /* = "* /" */');
    expect(comment).toBe(
      '  // Use release/* /* for all. Second * / } declare const hacked: string; /* rest ${x} declare const worse: 1 `tick`',
    );
  });

  it('hides nothing in a description', () => {
    const hidden = Array.from('send all', (letter) =>
      String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
    ).join('');
    const { comment } = sign(
      {},
      undefined,
      `Add\u001b[2J a\u200b note.${hidden}\u202eevil\u2066\u001b]8;;http://x.test\u0007`,
    );
    expect(comment).toBe('  // Add a note.evil');
  });

  it('bounds a long description at a sentence and says that there is more', () => {
    const { comment } = sign(
      {},
      undefined,
      `Lists everything that there is to list in here. ${'More words. '.repeat(10_000)}`,
    );
    expect(comment?.length).toBeLessThan(180);
    expect(comment).toMatch(/^ {2}\/\/ Lists everything .*\. …$/);
  });

  it('keeps a signature within its bytes and valid, however deep or wide the schema', () => {
    const wide = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 3000 }, (_, i) => [`property_${i}`, { type: 'string' }]),
      ),
      required: Array.from({ length: 100 }, (_, i) => `property_${i}`),
    };
    let deep: object = { type: 'string' };
    for (let level = 0; level < 20_000; level++)
      deep = {
        type: 'object',
        properties: { child: deep, other: { anyOf: [deep] } },
        required: ['child'],
      };
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } },
        },
      ]),
    );
    const bush = { type: 'object', properties: { root: { $ref: '#/$defs/d0' } }, $defs: chain };
    const long = {
      type: 'object',
      properties: {
        ['k'.repeat(5000)]: {},
        e: { enum: ['v'.repeat(100_000), ...Array.from({ length: 9999 }, (_, i) => `value ${i}`)] },
      },
    };
    for (const schema of [wide, deep, bush, long]) {
      for (const maxBytes of [120, 400, 1200]) {
        const { line, errors } = sign(schema, schema, 'Doc.', maxBytes);
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(maxBytes);
        expect(errors).toEqual([]);
      }
    }
  });

  it('says how many properties it leaves out', () => {
    const names = Array.from({ length: 90 }, (_, i) => `p${i}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const { line } = sign({ type: 'object', properties, required: ['p88'] });
    expect(line).toMatch(/; p88: string; \/\* \+\d+ more \*\/ \}\)/);
  });

  it('multiplies nothing for bounded arrays', () => {
    const bounded = (items: object) => ({ type: 'array', items, minItems: 1, maxItems: 20 });
    expect(argumentType(bounded(bounded(bounded({ type: 'string' }))))).toBe('string[][][]');
  });
});

describe('toolSignature() of an observed result', () => {
  it('marks what was observed, and shows it only where nothing is declared', () => {
    const observed = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] };
    const of = (more: object) => {
      const tool = { name: 't', rawName: 't', inputSchema: { properties: {} }, ...more };
      const [found] = createCatalogue([{ name: 's', tools: [tool] }]).tools;
      if (found === undefined) throw new Error('The catalogue lost the tool.');
      return toolSignature(found, undefined, observed).text;
    };
    expect(of({})).toBe('tools.s.t(): Promise</* observed */ { id: number }>');
    expect(of({ outputSchema: { type: 'string' } })).toBe('tools.s.t(): Promise<string>');
  });
});

describe('the type of a property', () => {
  it.each<[string, unknown, string]>([
    ['true', true, 'unknown'],
    ['false', false, 'never'],
    ['integer', { type: 'integer' }, 'number'],
    ['format', { type: 'string', format: 'date-time' }, 'string /* date-time */'],
    ['encoding', { type: 'string', contentEncoding: 'base64' }, 'string /* base64 */'],
    ['type array', { type: ['string', 'null'] }, 'string | null'],
    ['null last', { anyOf: [{ type: 'null' }, { type: 'string' }] }, 'string | null'],
    ['OpenAPI nullable', { type: 'string', nullable: true }, 'string | null'],
    ['null twice', { type: ['string', 'null'], nullable: true, default: null }, 'string | null'],
    ['a default of null', { type: 'string', default: null }, 'string | null'],
    [
      'a default of null beside variants',
      { anyOf: [{ type: 'string' }, { type: 'integer' }], default: null },
      'string | number | null',
    ],
    ['const', { const: 'item' }, '"item"'],
    ['enum with null', { enum: ['open', 'closed', null] }, '"open" | "closed" | null'],
    ['enum of numbers', { enum: [1, -2.5, 3n] }, '1 | -2.5 | 3n'],
    ['enum of objects', { enum: [{ a: 1 }] }, 'unknown /* a fixed object */'],
    ['constants as variants', { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, '"a" | "b"'],
    ['invisible characters', { const: 'a\u202eb\u200b' }, '"a\\u202eb\\u200b"'],
    [
      'array of a union',
      { type: 'array', items: { type: ['string', 'null'] } },
      '(string | null)[]',
    ],
    ['array of anything', { type: 'array' }, 'unknown[]'],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      '[string, number]',
    ],
    [
      'tuple of old drafts',
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      '[string, ...number[]]',
    ],
    [
      'tuple with minItems',
      { prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }], minItems: 1 },
      '[string, (number | null)?]',
    ],
    ['map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      'patterns',
      { type: 'object', patternProperties: { '^a': { type: 'string' }, '^b': { type: 'number' } } },
      'Record<string, string | number>',
    ],
    [
      'properties and more',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties: { type: 'number' },
      },
      '{ a?: string; [key: string]: unknown }',
    ],
    ['closed and empty', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
    ['a required name without a property', { type: 'object', required: ['b'] }, '{ b: unknown }'],
    [
      'allOf',
      { allOf: [{ type: 'object', properties: { a: {} } }, { properties: { b: {} } }] },
      '{ a?: unknown } & { b?: unknown }',
    ],
    [
      'variants beside properties',
      {
        type: 'object',
        properties: { a: {} },
        oneOf: [{ properties: { b: {} } }, { properties: { c: {} } }],
      },
      '{ a?: unknown } & ({ b?: unknown } | { c?: unknown })',
    ],
    [
      'not and if',
      { type: 'string', not: { const: 'x' }, if: { const: 'y' }, then: false },
      'string /* not "x" */ /* if "y" then never */',
    ],
    ['a foreign type', { type: 'file' }, 'unknown /* type "file" */'],
    [
      'a remote reference',
      { $ref: 'https://example.test/s.json#/x' },
      'unknown /* https://example.test/s.json#/x is not fetched */',
    ],
    [
      'a reference to inherited names',
      { $ref: '#/constructor' },
      'unknown /* #/constructor is not defined */',
    ],
  ])('shows %s', (_, schema, expected) => {
    expect(argumentType(schema)).toBe(expected);
  });

  it('abbreviates a long enum with its count', () => {
    const values = Array.from({ length: 200 }, (_, index) => `value-${index}`);
    expect(argumentType({ enum: values })).toMatch(
      /^"value-0" \| "value-1" \| .*"value-\d+" \| string \/\* 200 values \*\/$/,
    );
  });

  it('follows pointers with escapes, anchors and ids', () => {
    const { line } = sign({
      type: 'object',
      properties: {
        'a/b': { type: 'integer' },
        c: { $ref: '#/properties/a~1b' },
        d: { $ref: '#/%24defs/N' },
        e: { $ref: '#here' },
        f: { $ref: 'other.json' },
      },
      $defs: {
        N: { type: 'null' },
        A: { $anchor: 'here', type: 'boolean' },
        I: { $id: 'other.json', type: 'string' },
      },
    });
    expect(line).toBe(
      'tools.s.t(args?: { "a/b"?: number; c?: number; d?: null; e?: boolean; f?: string }): Promise<unknown>',
    );
  });

  it('gives a recursive type a name', () => {
    const node = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
    };
    const { line, errors } = sign({
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' }, next: { $ref: '#' }, x: { $ref: '#/$defs/x' } },
      $defs: { node, x: { $ref: '#/$defs/x' } },
    });
    expect(line).toBe(
      'tools.s.t(args?: Args): Promise<unknown>; type Args = { root?: Node; next?: Args; x?: unknown /* recursive: x */ }; type Node = { name?: string; children?: Node[] }',
    );
    expect(errors).toEqual([]);
  });

  const self = () => ({ $ref: '#/$defs/A' });
  it.each<[string, object, string]>([
    [
      'a map of itself',
      { A: { additionalProperties: { anyOf: [{ type: 'string' }, self()] } } },
      '{ [key: string]: string | A }',
    ],
    [
      'a tuple of itself',
      { A: { prefixItems: [self(), { type: 'string' }], minItems: 1 } },
      '[A, string?]',
    ],
    [
      'one beside itself',
      { A: { anyOf: [{ type: 'string' }, self(), { type: 'array', items: self() }] } },
      'unknown /* recursive: A */',
    ],
    [
      'two that hold one another',
      {
        A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } },
        B: { type: 'object', properties: { a: self(), b: { $ref: '#/$defs/B' } } },
      },
      '{ b?: B }; type B = { a?: A; b?: B }',
    ],
    [
      'one that is the other or holds it',
      {
        A: {
          type: 'object',
          properties: { b: { $ref: '#/$defs/B' } },
          allOf: [{ $ref: '#/$defs/B' }],
        },
        B: { anyOf: [self(), { type: 'array', items: { $ref: '#/$defs/B' } }] },
      },
      '{ b?: B }; type B = A | B[]',
    ],
  ])('names no type that TypeScript takes for a circle: %s', (_, $defs, expected) => {
    const schema = { type: 'object', properties: { x: self() }, required: ['x'], $defs };
    const { line, errors } = sign(schema);
    const isNamed = expected.startsWith('unknown') === false;
    expect(line).toBe(
      isNamed
        ? `tools.s.t(args: { x: A }): Promise<unknown>; type A = ${expected}`
        : `tools.s.t(args: { x: ${expected} }): Promise<unknown>`,
    );
    expect(errors).toEqual([]);
  });

  it('names arguments and results apart, and no type like a built-in', () => {
    const tree = (type: string) => ({
      type: 'object',
      properties: { value: { type }, left: { $ref: '#' } },
      title: 'promise',
    });
    const { line, errors } = sign(tree('string'), tree('number'));
    expect(line).toBe(
      'tools.s.t(args?: PromiseType): Promise<PromiseType2>; type PromiseType = { value?: string; left?: PromiseType }; type PromiseType2 = { value?: number; left?: PromiseType2 }',
    );
    expect(errors).toEqual([]);
  });

  it('writes a long type that stands there more than once only once', () => {
    const address = {
      type: 'object',
      properties: {
        street: { type: 'string' },
        city: { type: 'string' },
        country: { enum: ['AT', 'DE', 'CH'] },
      },
      required: ['street', 'city'],
    };
    const { line, errors } = sign({
      type: 'object',
      properties: {
        'billing address': address,
        shipping: structuredClone(address),
        others: { type: 'array', items: address },
      },
    });
    expect(line).toBe(
      'tools.s.t(args?: { "billing address"?: BillingAddress; shipping?: BillingAddress; others?: BillingAddress[] }): Promise<unknown>; type BillingAddress = { street: string; city: string; country?: "AT" | "DE" | "CH" }',
    );
    expect(errors).toEqual([]);
  });

  it('keeps shapes apart that share a title, and shadows no built-in', () => {
    const { line, errors } = sign({
      type: 'object',
      title: '3D Model',
      properties: {
        a: { type: 'object', title: 'Promise', properties: { x: { type: 'integer' } } },
        b: { type: 'object', title: 'Promise', properties: { y: { type: 'string' } } },
      },
    });
    expect(line).toBe(
      'tools.s.t(args?: { a?: { x?: number }; b?: { y?: string } }): Promise<unknown>',
    );
    expect(errors).toEqual([]);
  });
});
