import { describe, expect, it } from 'vitest';
import { createCheck } from './create-check.js';
import { servers } from './fixtures/servers.js';

/** Put in by vitest.config.mts. */
declare const __LANGUAGE_LIBRARY__: string;

const check = createCheck(__LANGUAGE_LIBRARY__);

/** What is sure of a program that has one result, and what is doubted. */
function look(text: string) {
  const outcome = check({ text: `let r = await github.search({});\n${text}`, servers });
  if (outcome.status !== 'checked') throw new Error(outcome.reason);
  const fieldsOf = (isSure: boolean) =>
    outcome.mistakes
      .filter((mistake) => mistake.isSure === isSure)
      .map((mistake) => ('field' in mistake ? mistake.field : mistake.kind));
  return { sure: fieldsOf(true), doubted: fieldsOf(false) };
}

const nothing = { sure: [], doubted: [] };

describe('createCheck() on what a program makes of its values', () => {
  it.each([
    'for (const i of r.items) i.score = i.id * 2;\nreturn r.items.sort((a, b) => b.score - a.score);',
    'r.items.forEach((i) => { i["score"] = 1; });\nreturn r.items.map(({ score }) => score + 1);',
    'for (const i of r.items) Object.assign(i, { score: 1 });\nreturn r.items[0].score.toFixed(1);',
    'Object.defineProperty(r, "size", { value: 1 });\nreturn r.size + 1;',
    'function mark(x) { x.seen = true; }\nr.items.forEach(mark);\nreturn r.items.filter((i) => i.seen);',
    'for (const i of r.items) Object.defineProperties(i, { rank: { value: 1 } });\nreturn r.items[0].rank + 1;',
    'const set = (o, k, v) => { o[k] = v; };\nr.items.forEach((i) => set(i, "rank", 1));\nreturn r.items[0].rank + 1;',
    'for (const i of r.items) [i.a, i.b] = i.title.split(" ");\nreturn r.items[0].a.length;',
    'for (const i of r.items) ({ login: i.who } = i.user);\nreturn r.items[0].who.length;',
    'for (r.now of r.items) console.log(r.now.id);\nreturn r.now.title;',
    'await Promise.all(r.items.map(async (i) => { i.more = await github.close({}); }));\nreturn r.items[0].more.text;',
  ])('knows the fields that it adds: %s', (text) => {
    expect(look(text)).toEqual(nothing);
  });

  it.each([
    'r = r.items;\nreturn r.length;',
    'r = r.items.map((i) => i.title);\nreturn r.join();',
    'r = { ...r, extra: 1 };\nreturn r.extra.toFixed();',
    'r = JSON.parse(await readFile("a"));\nreturn r.anything.at.all;',
    'r = await github.list({});\nreturn r.map((one) => one.id);',
    'return r.items.map((i) => { i = i.user; return i.manager.login; });',
    'let rows = r.items;\nrows = rows.map((i) => i.title);\nreturn rows.map((row) => row.trim());',
    'for (const i of r.items) i.user = i.user.login;\nreturn r.items.map(({ user }) => user.toUpperCase());',
    'r.items = new Map(r.items.map((i) => [i.id, i]));\nreturn r.items.get(1).title;',
    'for (const key of ["a", "b"]) r[key] = 1;\nreturn r.a + r.b;',
    'Object.assign(r, data);\nreturn r.extra.length;',
    'r.items.push({ ...r.items[0], extra: [] });\nreturn r.items.at(-1).extra.length;',
    'return r.items.concat([{ id: 1, extra: 2 }]).map((i) => i.extra.length);',
    'var page = r;\nvar page = await github.list({});\nreturn page.map((one) => one.id);',
    '({ items: r } = r);\nreturn r.length;',
  ])('knows nothing of what it turns into something else: %s', (text) => {
    expect(look(text)).toEqual(nothing);
  });

  it.each([
    'let p = github.search({});\np = await p;\nreturn [p.items, `${p}`];',
    'const all = [];\nr.items.forEach(async (i) => { all.push(i.id); });\nreturn all;',
  ])('takes nothing for a promise that is none any more: %s', (text) => {
    expect(look(text)).toEqual(nothing);
  });

  it.each([
    'if (typeof r === "string") return r.split(",");\nreturn r.total;',
    'const all = typeof r === "string" ? JSON.parse(r.trim()) : r;\nreturn all.items;',
    'if (!Array.isArray(r.items)) throw new Error(r.items.message);\nreturn r.total;',
    'const list = Array.isArray(r) ? r.map((x) => x.any) : r.items;\nreturn list;',
  ])('says nothing of places that a true type never comes to: %s', (text) => {
    expect(look(text)).toEqual(nothing);
  });

  it.each<[string, ...string[]]>([
    ['if (r.isError) throw new Error(r.content[0].text);', 'isError', 'content'],
    ['return r.failed ? r.reason : r.total;', 'failed', 'reason'],
    ['return r.ok === false && r.reason;', 'ok', 'reason'],
    ['switch (r.kind) { case 1: return r.one; }', 'kind', 'one'],
    ['return Array.isArray(r.list) ? r.list.length : 0;', 'list', 'list'],
    ['return Object.hasOwn(r, "more") ? r.more.length : 0;', 'more'],
    ['if (r.hasOwnProperty("more")) return r.more.length;', 'more'],
  ])('only doubts what stands behind a look at what may be there: %s', (text, ...doubted) => {
    expect(look(text)).toEqual({ sure: [], doubted });
  });

  it('is sure where the program changes something else, or only looks somewhere else', () => {
    expect(look('r.total = 1;\nr = await github.search({});\nreturn r.itms;').sure).toEqual([
      'itms',
    ]);
    expect(look('r.total++;\nr.items.push(r.items[0]);\nr = null;\nreturn r.itms;').sure).toEqual([
      'itms',
    ]);
    expect(look('if (r.extra) return 1;\nreturn r.itms;').sure).toEqual(['itms']);
    expect(look('const n = {};\nn.a = 1;\nn["b"] = r.totl;\nreturn n;').sure).toEqual(['totl']);
  });

  it('gives a fold the type of what it starts with, whatever elements may lack', () => {
    const loose = [
      {
        names: ['shop'],
        bareName: 'shop',
        tools: [
          {
            id: 'mcp__shop__rows',
            names: ['rows'],
            result: { text: '({ sum?: number })[]', named: [], isObserved: false },
          },
        ],
      },
    ] as const;
    const text =
      'const all = (await shop.rows({})).reduce((all, { sum }) => ({ ...all, total: all.total + sum }), {});\nreturn all.total;';
    expect(check({ text, servers: loose })).toMatchObject({ status: 'checked', mistakes: [] });
  });

  it('takes what any of several forms has for what is there', () => {
    const text = 'const { user, error } = await api.get({});\nreturn [error, user.name];';
    const result = {
      text: '{ user: { name: string } } | { error: string }',
      named: [],
      isObserved: false,
    };
    const api = {
      names: ['api'],
      bareName: 'api',
      tools: [{ id: 'mcp__api__get', names: ['get'], result }],
    };
    expect(check({ text, servers: [api] })).toMatchObject({ status: 'checked', mistakes: [] });
    const wrong = check({ text: 'return (await api.get({})).usr;', servers: [api] });
    expect(wrong).toMatchObject({ mistakes: [{ field: 'usr', isSure: true }] });
  });
});
