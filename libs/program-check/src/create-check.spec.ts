import type { ProgramMistake, StaticValue } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { createCheck } from './create-check.js';
import { servers } from './fixtures/servers.js';

/** Put in by vitest.config.mts. */
declare const __LANGUAGE_LIBRARY__: string;

const check = createCheck(__LANGUAGE_LIBRARY__);

function look(text: string) {
  const outcome = check({ text, servers });
  if (outcome.status !== 'checked') throw new Error(outcome.reason);
  return outcome;
}

/** `2:14 field itms` and a question mark where it is doubtful. */
function mistakesIn(text: string): readonly string[] {
  return look(text).mistakes.map((mistake) => {
    const { line, column } = mistake.position;
    return `${line}:${column} ${wordOf(mistake)}${mistake.isSure ? '' : '?'}`;
  });
}

function wordOf(mistake: ProgramMistake): string {
  switch (mistake.kind) {
    case 'field':
    case 'await':
      return `${mistake.kind} ${mistake.field ?? 'as a whole'}`;
    case 'global':
    case 'binding':
      return `${mistake.kind} ${mistake.name}`;
    case 'floating':
      return mistake.isForEach ? 'floating forEach' : `floating ${mistake.toolId ?? ''}`;
    case 'unreachable':
      return mistake.kind;
  }
}

describe('createCheck()', () => {
  it.each<[string, string, ...string[]]>([
    ['a field', 'const r = await tools.github.search({});\nreturn r.itms;', '2:10 field itms'],
    [
      'a field of an element',
      'const r = await github.search();\nreturn r.items.map((i) => i.titel);',
      '2:29 field titel',
    ],
    [
      'a field of a type that holds itself',
      'const { items } = await github.search({});\nreturn items[0].user.manager.manager.name;',
      '2:38 field name',
    ],
    [
      'a field in a pattern',
      'const { totl } = await tools["git hub"]["search-issues"]({});\nreturn totl;',
      '1:9 field totl',
    ],
    [
      'a field in the pattern of a parameter',
      'const r = await github.search({});\nreturn r.items.map(({ titel }) => titel);',
      '2:23 field titel',
    ],
    [
      'a field of a call by id',
      'const r = await call("mcp__git hub__search", {}, { timeoutMs: 10 });\nreturn r.itms;',
      '2:10 field itms',
    ],
    [
      'a field of a list',
      'const r = await github.search({});\nreturn r.items.total;',
      '2:16 field total',
    ],
    [
      'a field of a list that is the value',
      'const r = await github.list({});\nreturn r.items;',
      '2:10 field items',
    ],
    [
      'a field of a number',
      'const r = await github.search({});\nreturn r.total.count;',
      '2:16 field count',
    ],
    [
      'a field of a variable that is set later',
      'let r;\ntry { r = await github.search({}); } catch { return 0; }\nreturn r.itms;',
      '3:10 field itms',
    ],
    [
      'an object that is no list',
      'const r = await github.search({});\nfor (const one of r) console.log(one);\nreturn [...r];',
      '2:19 field as a whole',
      '3:12 field as a whole',
    ],
  ])('finds what a declared result does not have: %s', (_, text, ...mistakes) => {
    expect(mistakesIn(text)).toEqual(mistakes);
  });

  it('only doubts a field of a result that was merely seen, or that the program itself doubts', () => {
    expect(mistakesIn('const r = await github.seen({});\nreturn r.row;')).toEqual([
      '2:10 field row?',
    ]);
    const guarded = [
      'return r.extra ?? 1;',
      'return r.extra?.more;',
      'if (r.extra) return 1;\nreturn r.extra;',
      'return r.extra ? 1 : 2;',
      'return typeof r.extra;',
      'const { extra = 1 } = r;\nreturn extra;',
    ];
    for (const text of guarded)
      expect(mistakesIn(`const r = await github.search({});\n${text}`)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^2:\d+ field extra\?$/)]),
      );
  });

  it.each<[string, string, ...string[]]>([
    ['a field of it', 'const r = github.close({});\nreturn r.state;', '2:10 await state'],
    ['a pattern', 'const { items } = github.search({});\nreturn items;', '1:9 await items'],
    [
      'a field through a helper',
      'const load = async (n) => github.search({ n });\nreturn load(1).items;',
      '2:16 await items',
    ],
    [
      'a list of them',
      'const all = [1, 2].map(async (n) => github.close({ n }));\nreturn all.filter((one) => one.ok);',
      '2:32 await ok',
    ],
    [
      'a loop over it',
      'for (const one of github.close({})) console.log(one);',
      '1:19 await as a whole',
    ],
    ['a template', 'return `${github.close({})}`;', '1:11 await as a whole'],
    ['a spread', 'return { ...github.close({}) };', '1:13 await as a whole'],
    ['a calculation', 'const n = saveFile("a", 1);\nreturn n + "!";', '2:8 await as a whole'],
    ['JSON of it', 'return JSON.stringify(github.close({}));', '1:23 await as a whole'],
    ['its keys', 'return Object.keys(github.close({}));', '1:20 await as a whole'],
    [
      'one promise for a list of them',
      'return Promise.all(github.close({}));',
      '1:20 await as a whole',
    ],
    ['a set of it', 'return new Set(github.close({}));', '1:16 await as a whole'],
  ])('finds a promise that is taken for its value: %s', (_, text, ...mistakes) => {
    expect(mistakesIn(text)).toEqual(mistakes);
  });

  it('finds calls that nobody waits for, and is sure where the program waits for nothing later', () => {
    expect(mistakesIn('github.close({ id: 1 });\nreturn "ok";')).toEqual([
      '1:1 floating mcp__git hub__close',
    ]);
    expect(mistakesIn('github.close({});\nawait github.close({});')).toEqual([
      '1:1 floating mcp__git hub__close?',
    ]);
    expect(mistakesIn('const p = github.close({});\ngithub.close({});\nreturn p;')).toEqual([
      '2:1 floating mcp__git hub__close?',
    ]);
    const forEach = '[1].forEach(async (id) => { await github.close({ id }); });\nreturn 1;';
    expect(mistakesIn(forEach)).toEqual(['1:1 floating forEach']);
  });

  it.each<[string, string, ...string[]]>([
    [
      'what other runtimes have',
      'const r = await fetch("http://x");\nprocess.exit(1);',
      '1:17 global fetch',
      '2:1 global process',
    ],
    [
      'Node and Deno',
      'const fs = require("fs");\nreturn Deno.readTextFileSync("x");',
      '1:12 global require',
      '2:8 global Deno',
    ],
    ['a slip', 'const total = 1;\nreturn { totl };', '2:10 global totl'],
    ['a name that is used too early', 'const a = b;\nconst b = 1;\nreturn a;', '1:11 binding b'],
    ['a constant that is set', 'const a = 1;\na = 2;\nreturn a;', '2:1 binding a'],
    ['code behind a return', 'return 1;\nconsole.log(2);', '2:1 unreachable?'],
    [
      'a name that the program asks for',
      'return typeof fetch === "undefined" ? 1 : fetch("x");',
      '1:43 global fetch?',
    ],
    [
      'a name whose error is caught',
      'try { return window.x; } catch { return 0; }',
      '1:14 global window?',
    ],
  ])('finds names and places that are wrong: %s', (_, text, ...mistakes) => {
    expect(mistakesIn(text)).toEqual(mistakes);
  });

  it.each([
    [
      'loose JavaScript',
      'const out = {};\nout.total = 1;\nout.list = [];\nout.list.push(out.total);\nfunction f(a, b) { return a + b; }\nreturn [out, f(1)];',
    ],
    [
      'objects that grow',
      'const groups = {};\nfor (const i of (await github.search({})).items) (groups[i.user.login] ??= []).push(i.title);\nreturn groups;',
    ],
    [
      'types that are wrong',
      'const n: number = "x" as any;\nlet s = 1;\ns = "text";\nconst u: Missing = n;\nreturn [n, s, u] as Also[];',
    ],
    [
      'a field by its name in brackets',
      'const r = await github.search({});\nreturn [r["extra"], (r as any).other];',
    ],
    [
      'a whole result',
      'const r = await github.search({}, { raw: true });\nreturn [r.content, r.structuredContent];',
    ],
    [
      'options in a variable',
      'const o: any = { raw: true };\nconst r = await github.search({}, o);\nreturn r.content;',
    ],
    [
      'tools by computed names',
      'const out = [];\nfor (const name of ["search", "close"]) out.push(await tools.github[name]({}));\nreturn [out, Object.keys(tools), await call("mcp__" + out, {})];',
    ],
    [
      'other tools and servers',
      'return [await tools.docs.read({}), await tools.github.other({}), await tools["x y"].z()];',
    ],
    [
      'promises that are waited for later',
      'const a = github.search({});\nconst b = [github.close({})];\nconst [x] = await Promise.all([a, ...b]);\nreturn x.items.length;',
    ],
    [
      'promises in results and arguments',
      'const a = github.close({});\nreturn { a, b: await github.close({ a }), c: github.close({}) };',
    ],
    [
      'then and catch',
      'return github.search({}).then((r) => r.items).catch(() => []).finally(() => console.log(1));',
    ],
    [
      'a promise or nothing',
      'const cache = new Map();\nconst get = (k) => { if (!cache.has(k)) cache.set(k, github.close({ k })); return cache.get(k); };\nreturn [await get(1), await get(1)];',
    ],
    [
      'files that are saved in order',
      'saveFile("a", 1);\nawait saveFile("b", 2);\nreturn readFile("a");',
    ],
    [
      'the globals of a runner',
      'const u = new URL("http://x/?a=1");\nconst b = new TextEncoder().encode(u.search);\nsetTimeout(() => {}, 1);\nemit("x"); progress(1, 2);\nreturn [b.length, crypto.randomUUID(), structuredClone(data), atob("YQ=="), new Intl.NumberFormat().format(1), b.toBase64?.(), Temporal.Now.instant(), performance.now(), results.keep(1), recall(1), ask("x"), describe("y"), new Uint8Array(2), Iterator.from([1]).map((x) => x).toArray(), self === globalThis, globalThis.fetch];',
    ],
    [
      'errors',
      'try { await github.close({}); } catch (e) { if (e instanceof ToolError || e.code === "X") return e.structured.a; throw new Error("x", { cause: e }); }\nreturn [AggregateError, DOMException, PolicyError];',
    ],
    [
      'the newest of the language',
      'const r = await github.search({});\nreturn [Object.groupBy(r.items, (i) => i.user.login), r.items.toSorted((a, b) => a.id - b.id).at(-1)?.title, r.items.findLast((i) => i.id), Array.fromAsync([1]), new Set([1]).union(new Set([2])), "a".replaceAll("a", "b"), Promise.withResolvers(), structuredClone(r).items, r.next.isWellFormed(), Promise.try(() => 1)];',
    ],
    [
      'big integers',
      'const r = await github.search({});\nconst id = r.items[0].id;\nreturn typeof id === "bigint" ? id + 1n : id === 5n;',
    ],
    [
      'a function under a tool of the same name',
      'const github = { search: (a) => ({ other: a }) };\nreturn github.search(1).other;',
    ],
    [
      'enums, classes and generics',
      'enum E { A, B }\nclass C<T> { constructor(private x: T) {} get y() { return this.x; } static z = 1; }\nconst f = <T,>(x: T): T => x;\nreturn [E.A, new C(1).y, C.z, f(2)];',
    ],
    [
      'labels, loops and generators',
      'outer: for (let i = 0; i < 3; i++) { for (;;) { if (i) continue outer; break; } }\nfunction* g() { yield 1; }\nasync function* h() { yield* g(); }\nfor await (const x of h()) console.log(x);\nreturn [...g()];',
    ],
    [
      'a check for the field',
      'const r = await github.search({});\nif ("extra" in r) return r.extra;\nreturn Object.hasOwn(r, "more") ? r["more"] : r.total;',
    ],
    ['functions that are declared behind the return', 'return f();\nfunction f() { return 1; }'],
    [
      'a comment that keeps the check away',
      'const r = await github.search({});\n// @ts-ignore\nreturn r.itms;',
    ],
  ])('finds nothing in a correct program: %s', (_, text) => {
    expect(mistakesIn(text)).toEqual([]);
  });

  it('reads no text of the program as a place to look for files', () => {
    const text =
      '/// <reference path="/etc/passwd" />\n/// <reference lib="dom" />\ntype T = import("/etc/passwd").X;\nreturn 1 as T;';
    expect(mistakesIn(text)).toEqual([]);
  });

  it('says that it cannot read what TypeScript does not take', () => {
    expect(check({ text: 'return (', servers })).toEqual({ status: 'unchecked', reason: 'failed' });
  });
});

describe('createCheck() on arguments', () => {
  /** Without positions, literals as they are, what is not known in words. */
  const plain = (value: StaticValue): unknown => {
    switch (value.kind) {
      case 'literal':
        return value.value;
      case 'array':
        return value.elements.map(plain);
      case 'some':
        return `<${value.types.join('|') || 'any'}${value.isDeclared ? ', declared' : ''}>`;
      case 'object': {
        const members = value.members.map((member) => [member.name, plain(member.value)]);
        return { ...Object.fromEntries(members), ...(value.isOpen ? { '…': '' } : {}) };
      }
    }
  };
  const argsIn = (text: string) => look(text).calls.map(({ args }) => plain(args));

  it.each([
    [
      '{ a: 1, b: -2.5, c: "x", d: [true, null], "e-f": 5n }',
      { a: 1, b: -2.5, c: 'x', d: [true, null], 'e-f': 5n },
    ],
    ['', {}],
    ['null', {}],
    ['"text"', 'text'],
    [
      '{ a: `x${1}`, b: 1 < 2, c: 2 * 3, d: "a" + data, e: String(data), f: [1].map(String), g: !data }',
      {
        a: '<string>',
        b: '<boolean>',
        c: '<number>',
        d: '<string>',
        e: '<string>',
        f: '<array>',
        g: '<boolean>',
      },
    ],
    [
      '{ a: data ? 1 : "x", b: data ?? 1, c: data, d: undefined, e: [...data], f: new Date(), g: data.x }',
      { a: '<number|string>', b: '<any>', c: '<any>', e: '<array>', f: '<any>', g: '<any>' },
    ],
    ['{ a: 1, ...data, b: 2 }', { a: '<any>', b: 2, '…': '' }],
    ['{ ...{ a: 1 }, a: 2 }', { a: 2 }],
    ['{ [data]: 1, b: 2 }', { b: 2, '…': '' }],
  ])('knows of (%s) what is sure', (args, expected) => {
    expect(argsIn(`await github.close(${args})`)).toEqual([expected]);
  });

  it('follows constants, and objects that nothing touches', () => {
    expect(
      argsIn(
        'const id = 5;\nconst a = { id, state: "open" };\nreturn github.close({ ...a, more: a.state });',
      ),
    ).toEqual([{ id: 5, state: 'open', more: '<any>' }]);
    for (const touch of [
      'a.x = 1',
      'a.list.push(1)',
      'Object.assign(a, data)',
      'delete a.id',
      'f(a)',
      'data.a = a',
      'a["x"] = 2',
    ])
      expect(
        argsIn(
          `const a = { id: 5, list: [] };\n${touch};\nfunction f(o) { o.id = "x"; }\nreturn github.close(a);`,
        ),
      ).toEqual(['<object>']);
    expect(argsIn('let id = 5;\nid = data;\nreturn github.close({ id });')).toEqual([
      { id: '<any>' },
    ]);
  });

  it('takes what a tool says of its result for what it is: said', () => {
    const text =
      'const r = await github.search({});\nreturn github.close({ id: r.items[0].id, t: r.next, s: (await github.seen({})).rows });';
    expect(argsIn(text)[1]).toEqual({
      id: '<number|null, declared>',
      t: '<string|null, declared>',
      s: '<any>',
    });
  });

  it.each([
    ['return github.close({})', false],
    ['try { await github.close({}) } catch {}', true],
    ['try { await github.close({}) } finally {}', false],
    ['try {} catch {}\nawait github.close({})', false],
    ['const f = async () => { await github.close({}) };\ntry { await f() } catch {}', true],
    ['const f = async () => { await github.close({}) };\nawait f()', false],
    ['await github.close({}).catch(() => 1)', true],
    ['const p = [github.close({})];\nawait Promise.allSettled(p)', true],
    ['await Promise.all([1].map((id) => github.close({ id })))', false],
  ])('knows of %j whether what the call throws may be caught', (text, isCaught) => {
    expect(look(text).calls.map((call) => call.isCaught)).toEqual([isCaught]);
  });

  it('tells the place of each part, in the text of the program', () => {
    const [call] = look('return github.close({ a: 1,\n  b: [2] });').calls;
    expect(call?.position).toEqual({ line: 1, column: 8 });
    expect(call?.args).toMatchObject({
      position: { line: 1, column: 21 },
      members: [
        { name: 'a', value: { position: { line: 1, column: 26 } } },
        { name: 'b', value: { elements: [{ position: { line: 2, column: 7 } }] } },
      ],
    });
  });
});
