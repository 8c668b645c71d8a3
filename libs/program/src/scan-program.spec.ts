import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { fullEffort } from './effort.js';
import { normalizeProgram } from './normalize-program.js';
import { parseBody } from './parse-body.js';
import { scanProgram } from './scan-program.js';

const bareServers = new Set(['github', 'fake']);

function scan(text: string) {
  const body = parseBody(text, fullEffort(text.length));
  if (!body.ok) throw new Error(body.failure.message);
  return scanProgram(text, body.parsed, bareServers);
}

/** `server/tool` or the id of each call. */
function callsOf(text: string): readonly string[] {
  return scan(text).calls.map(({ target }) =>
    target.kind === 'id' ? target.id : `${target.server}/${target.tool}`,
  );
}

function reasonsOf(text: string): readonly string[] {
  return scan(text).dynamic.map(({ reason }) => reason);
}

describe('scanProgram()', () => {
  it.each([
    ['call("mcp__a__b")', 'mcp__a__b'],
    ['call(`mcp__a__b`, {})', 'mcp__a__b'],
    ['call("mcp__a__" + "b" + `_${"c"}`)', 'mcp__a__b_c'],
    ['const id = "mcp__a__b"; call(id)', 'mcp__a__b'],
    ['const server = "a"; call(`mcp__${server}__b`)', 'mcp__a__b'],
    ['(0, call)("x")', 'x'],
    ['const c = call; c("x")', 'x'],
    ['(call as any)("x")', 'x'],
    ['await call?.("x")', 'x'],
  ])('reads the tool id of %s', (text, id) => {
    expect(callsOf(text)).toEqual([id]);
    expect(scan(text).dynamic).toEqual([]);
  });

  it.each([
    'tools.s.t()',
    'await tools.s.t({})',
    'tools["s"]["t"]()',
    'tools[`s`].t()',
    'tools?.s?.t?.()',
    '(tools as any).s!.t<X>({})',
    't\\u006fols.s.t()',
    'const x = "s"; tools[x].t()',
    'tools.s["" + "t"]()',
    'const t = tools; t.s.t()',
    'const s = tools.s; s.t()',
    'const f = tools.s.t; f()',
    'const f = (tools.s as any).t!; f()',
    'const { s } = tools; s.t()',
    'const { s: mine = {} } = tools; mine.t()',
    'const { t } = tools.s; t()',
    'const { s: { t: f } } = tools; f()',
    'const { ["s"]: x } = tools; x.t()',
    'let s = tools.s; s.t()',
    'items.map(tools.s.t)',
    'const o = { run: tools.s.t }',
    'class A { run = tools.s.t }',
    'tools.s.t.call(null, {})',
    'tools.s.t.bind(null)',
    'tools.s.t`x`',
    'return tools.s.t',
    'const f = cond ? tools.s.t : g',
    'using r = tools.s.t();',
    'declare const tools: any; tools.s.t()',
    '(async (tools) => tools.s.t())(tools)',
    'async function main(tools) { const { s } = tools; return s.t() }\nreturn main(tools)',
    'async function main({ s }) { return s.t() }\nreturn main(tools)',
    'const main = async (api = {}) => api.s.t(); main(tools)',
    'function f(s, n) { return s.t(n) } f(tools.s, 1); f(tools.s, 2)',
    'function f(t) { return g(t) } function g(u) { return u.s.t() } f(tools)',
    'function each(run) { return [1].map(run) } each(tools.s.t)',
  ])('finds the one tool of %s, and nothing hidden', (text) => {
    expect(callsOf(text)).toEqual(['s/t']);
    expect(scan(text).dynamic).toEqual([]);
  });

  it('finds bare servers, and only those', () => {
    expect(callsOf('github.x(); other.y(); fake["del" + "ete"]({})')).toEqual([
      'github/x',
      'fake/delete',
    ]);
    expect(callsOf('const gh = github; gh.x()')).toEqual(['github/x']);
  });

  it.each([
    ['comments', '// call("x")\n/* tools.s.t() */ return 1'],
    ['strings and templates', 'return "call(\\"x\\")" + `tools.s.t()` + /call("x")/'],
    ['a local call', 'function call(x) {} call("x")'],
    ['a local tools', 'const tools = make(); tools.s.t()'],
    ['a parameter', 'list.map((tools) => tools.s.t())'],
    ['a loop variable', 'for (const call of list) call("x")'],
    ['a caught error', 'try { f() } catch (tools) { tools.s.t() }'],
    ['a class', 'class github {} github.x()'],
    ['a function name', 'const f = function call() { call("x") }'],
    ['an enum', 'enum github { x } github.x'],
    ['members of others', 'a.tools.s.t(); b.call("x"); ({ call: 1, tools: 2 })'],
    ['labels', 'call: for (;;) break call'],
    ['types', 'type A = typeof tools; let x: typeof github; return x as B<typeof tools>'],
    ['hoisted var', 'tools.s.t(); var tools = 1'],
    ['a pattern', 'const { a: { tools } = {} } = x; tools.s.t()'],
  ])('is not misled by %s', (_, text) => {
    expect(scan(text)).toMatchObject({ calls: [], dynamic: [] });
  });

  it('lets a name be shadowed only where it is', () => {
    expect(callsOf('{ const tools = 1; tools.a.b() } tools.c.d()')).toEqual(['c/d']);
    expect(callsOf('if (x) { function call() {} } call("y")')).toEqual(['y']);
    expect(callsOf('if (x) { var call = f } call("y")')).toEqual([]);
  });

  it('tells apart what only mentions tools', () => {
    const text = [
      'if (tools.github) f();',
      'typeof tools.github.x === "function";',
      '"x" in tools;',
      'Object.keys(tools.github);',
      'for (const name in tools) f(name);',
      'tools.github && f();',
      '(async () => 1)(tools);',
    ].join('\n');
    expect(scan(text)).toMatchObject({ calls: [], dynamic: [] });
  });

  it.each([
    ['call(name)', 'the tool id is computed'],
    ['call(...list)', 'the tool id is computed'],
    ['call(`mcp__${x}__y`)', 'the tool id is computed'],
    ['let id = "a"; id = "b"; call(id)', 'the tool id is computed'],
    ['let id = "a"; [id] = list; call(id)', 'the tool id is computed'],
    ['let id = "a"; for (id of list) call(id)', 'the tool id is computed'],
    ['var id = "a"; var id = f(); call(id)', 'the tool id is computed'],
    ['list.map(call)', '"call" is handed on as a whole'],
    ['call.apply(null, ["x"])', '"call" is used as an object'],
    ['tools[x].y()', 'the server name is computed'],
    ['tools.s[x]()', 'the tool name of "s" is computed'],
    ['const gh = tools.s; gh[x]()', 'the tool name of "s" is computed'],
    ['Object.values(tools)', '"tools" is handed on as a whole'],
    ['f(tools)', '"tools" is handed on as a whole'],
    ['return tools', '"tools" is handed on as a whole'],
    ['const o = { tools }', '"tools" is handed on as a whole'],
    ['const o = { ...tools }', '"tools" is handed on as a whole'],
    ['x = tools', '"tools" is handed on as a whole'],
    ['let t = tools; t = 1', '"tools" is handed on as a whole'],
    ['const { ...rest } = tools', '"tools" is handed on as a whole'],
    ['const { [k]: s } = tools', '"tools" is handed on as a whole'],
    ['const [t] = [tools]', '"tools" is handed on as a whole'],
    ['Reflect.get(fake, "echo")({})', '"fake" is handed on as a whole'],
    ['const s = tools.a ?? x', '"a" is handed on as a whole'],
    ['(async (...all) => all)(tools)', '"tools" is handed on as a whole'],
    ['function f(t) { g(arguments) } f(tools)', '"tools" is handed on as a whole'],
    ['function f(t) { t = 1; return t } f(tools)', '"tools" is handed on as a whole'],
    ['function f(t) { return t } h(f); f(tools)', '"tools" is handed on as a whole'],
    ['function f(t) { return t.s } f(tools); f(1)', '"tools" is handed on as a whole'],
    ['namespace N { export const s = tools.a } N.s.t()', '"a" is handed on as a whole'],
    ['namespace N { export const { s } = tools } N.s.t()', '"tools" is handed on as a whole'],
    [
      'namespace N { export function f(t) { t.s.x() } f(tools) } N.f(1)',
      '"tools" is handed on as a whole',
    ],
    ['globalThis[x]', 'a computed name of the global object'],
    ['f(globalThis)', '"globalThis" is handed on as a whole'],
    ['eval("tools.a.b()")', '"eval" can make code from text'],
    ['(0, eval)("tools.a.b()")', '"eval" can make code from text'],
    ['globalThis.eval("1")', '"eval" can make code from text'],
    ['new Function("return tools")()', '"Function" can make code from text'],
    ['(() => {}).constructor("return tools")()', '"constructor" can make code from text'],
  ])('reports that %s hides something: %s', (text, reason) => {
    expect(reasonsOf(text)).toEqual([reason]);
    expect(callsOf(text)).toEqual([]);
  });

  it.each(['globalThis.tools.s.t()', 'globalThis["to" + "ols"].s.t()', 'self.tools["s"].t()'])(
    'both reports and reads the way round the name in %s',
    (text) => {
      expect(reasonsOf(text)).toEqual(['"tools" is reached through the global object']);
      expect(callsOf(text)).toEqual(['s/t']);
    },
  );

  it('counts a tool that goes where it cannot be followed', () => {
    expect(callsOf('let f = tools.s.t; f = g; f()')).toEqual(['s/t']);
    expect(callsOf('x = tools.s.t')).toEqual(['s/t']);
    expect(callsOf('namespace N { export const f = tools.s.t }')).toEqual(['s/t']);
    expect(callsOf('function f(run) { return run } f(tools.a.b); f(tools.c.d)')).toEqual([
      'a/b',
      'c/d',
    ]);
  });

  it.each<[string, Json | undefined]>([
    ['tools.s.t()', {}],
    [
      'tools.s.t({ a: 1, "b-c": [true, null, -2.5], 3: { d: `e` } })',
      { a: 1, 'b-c': [true, null, -2.5], 3: { d: 'e' } },
    ],
    [
      'tools.s.t({ n: 12345678901234567890n, m: -1n } as const)',
      { n: 12345678901234567890n, m: -1n },
    ],
    ['const q = "x"; tools.s.t({ q, w: q + "y", ["k"]: 1 })', { q: 'x', w: 'xy', k: 1 }],
    ['call("id", { a: 1 }, { raw: true })', { a: 1 }],
    ['call("id", 5)', 5],
    ['const f = tools.s.t; f({ a: 1 })', { a: 1 }],
    ['tools.s.t(null)', {}],
    ['namespace N { export let q = "a"; export const f = () => tools.s.t({ q }) }', undefined],
    ['namespace N { export function f(q) { tools.s.t({ q }) } f("a") }', undefined],
    ['tools.s.t({ q })', undefined],
    ['tools.s.t({ a: undefined })', undefined],
    ['tools.s.t({ a: 1e999 })', undefined],
    ['tools.s.t({ ...x })', undefined],
    ['tools.s.t({ get a() { return 1 } })', undefined],
    ['tools.s.t({ __proto__: { a: 1 } })', undefined],
    ['tools.s.t([1, , 2])', undefined],
    ['tools.s.t(...x)', undefined],
    ['call("id", ...x)', undefined],
    ['items.map(tools.s.t)', undefined],
    ['tools.s.t.call(null, { a: 1 })', undefined],
  ])('reads the arguments of %s', (text, args) => {
    const [call, ...others] = scan(text).calls;
    expect(others).toEqual([]);
    expect(call).toBeDefined();
    expect(call?.args).toEqual(args);
    expect(call !== undefined && 'args' in call).toBe(args !== undefined);
  });

  it('gives the places of calls and of what is hidden, in the order of the text', () => {
    const result = scan('const a = 1;\n  await tools.s.t(); call(x);\ncall("id");\nf(tools);');
    expect(result.calls.map(({ position }) => position)).toEqual([
      { line: 2, column: 9 },
      { line: 3, column: 1 },
    ]);
    expect(result.dynamic.map(({ position }) => position)).toEqual([
      { line: 2, column: 22 },
      { line: 4, column: 3 },
    ]);
  });

  it('hides nothing of what the repair of a bare function adds', () => {
    for (const code of [
      'async () => tools.s.t()',
      'async ({ s }) => s.t()',
      'async function main(tools) { return tools.s.t() }',
      'export default async function (api) { return api.s.t() }',
      'export default async () => { const { s } = tools; return s.t() }',
    ]) {
      const normalized = normalizeProgram(code);
      expect(normalized.ok).toBe(true);
      const text = normalized.ok ? normalized.text : '';
      expect([callsOf(text), reasonsOf(text)]).toEqual([['s/t'], []]);
    }
  });

  it('survives trees and chains of names of any depth, and says where it gave up', () => {
    expect(callsOf(`tools${'.a'.repeat(100_000)}`)).toEqual(['a/a']);
    expect(callsOf(`x${'!'.repeat(100_000)}; f${'()'.repeat(100_000)}`)).toEqual([]);
    expect(callsOf(`call("a"${'+"b"'.repeat(1000)})`)).toEqual([`a${'b'.repeat(1000)}`]);
    const aliases = Array.from({ length: 5000 }, (_, i) => `const a${i + 1} = a${i};`).join('');
    expect(reasonsOf(`const a0 = tools;${aliases}a5000.s.t()`)).toContain(
      'the names lead too far to follow',
    );
  });

  it('does not let constants that double fill the memory', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `const a${i + 1} = a${i} + a${i};`);
    expect(reasonsOf(`const a0 = "xx";${doubling.join('')}call(a60)`)).toEqual([
      'the tool id is computed',
    ]);
  });

  it('does work in proportion to the text where names are called from everywhere', () => {
    // Every mention of `a` would look at every call: 10^9 steps without a limit.
    const text = `function f(a) {${'a;'.repeat(50_000)}f(a)}${'f("x");'.repeat(20_000)}`;
    expect(scan(text).dynamic).toEqual([]);
  });
});

describe('scanProgram() as a reader of numbers', () => {
  it('finds integers whose digits JavaScript rounds', () => {
    const text = 'const id = 725653563933458433;\ngithub.get({ id, n: [9_007_199_254_740_993] })';
    expect(scan(text).rounded).toEqual([
      {
        digits: '725653563933458433',
        becomes: '725653563933458432',
        position: { line: 1, column: 12 },
      },
      {
        digits: '9_007_199_254_740_993',
        becomes: '9007199254740992',
        position: { line: 2, column: 22 },
      },
    ]);
  });

  it.each([
    'return 725653563933458432',
    'return 725653563933458433n',
    'return 9007199254740991',
    'return 0xFFFFFFFFFFFFFFFF',
    'return 6.02214076e23 + 1e400',
    'return 725653563933458433.5',
    'return "725653563933458433" // 725653563933458433',
  ])('leaves %s alone', (text) => {
    expect(scan(text).rounded).toEqual([]);
  });
});
