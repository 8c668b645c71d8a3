import type { ArgumentCondition, Json, PolicyAction } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { decideCall } from './decide-call.js';
import { policyTool } from './fixtures/policy-tool.js';

const tool = policyTool('mcp__mail__send');

/** `yes`: every rule holds; `no`: none does; `unclear`: only deny and ask rules do. */
function truthOf(when: Readonly<Record<string, ArgumentCondition>>, args: Json) {
  const holds = (action: PolicyAction, other: PolicyAction) =>
    decideCall(compilePolicy([{ match: '*', when, action }], other), tool, args).action === action;
  const verdict = [holds('allow', 'deny'), holds('deny', 'allow'), holds('ask', 'allow')].join();
  switch (verdict) {
    case 'true,true,true':
      return 'yes';
    case 'false,true,true':
      return 'unclear';
    case 'false,false,false':
      return 'no';
    default:
      return verdict;
  }
}

type Row = readonly [condition: ArgumentCondition, value: Json, truth: string];

function titled(rows: readonly Row[]): [title: string, ...row: Row][] {
  return rows.map(([condition, value, truth]) => [
    `${printJson(condition as Json)} says of ${printJson(value)}: ${truth}`,
    condition,
    value,
    truth,
  ]);
}

describe('a condition', () => {
  it.each(
    titled([
      // A text.
      ['*@ours.example', 'ann@ours.example', 'yes'],
      ['*@ours.example', 'Ann@OURS.example', 'unclear'],
      ['*@ours.example', 'ann@ｏｕｒｓ.example', 'unclear'],
      ['*@ours.example', 'ann@ou\u200brs.example', 'unclear'],
      ['*@ours.example', 'ann@ours.example.evil', 'no'],
      ['*@ours.example', 'ann@ours-example', 'no'],
      ['caf?', 'cafe\u0301', 'unclear'],
      ['*', '', 'yes'],
      ['*', 'a\nb', 'yes'],
      ['12*', 123, 'unclear'],
      ['12*', 12345678901234567890n, 'unclear'],
      ['true', true, 'unclear'],
      ['12*', 3, 'no'],
      ['null', null, 'no'],
      ['x', { y: 'x' }, 'unclear'],
      // A number.
      [1, 1, 'yes'],
      [1, 1n, 'yes'],
      [0, -0, 'yes'],
      [1, '1', 'unclear'],
      [1, ' 1.0 ', 'unclear'],
      [1, '0x1', 'unclear'],
      [1, 'one', 'unclear'],
      [1, true, 'unclear'],
      [1, '2', 'no'],
      [1, 2, 'no'],
      [1, null, 'no'],
      [1, Number.NaN, 'unclear'],
      [9007199254740993n, 9007199254740993n, 'yes'],
      [9007199254740993n, 9007199254740992, 'no'],
      [9007199254740993n, '9007199254740992', 'no'],
      [9007199254740993n, '9007199254740993', 'unclear'],
      // A range.
      [{ min: 1, max: 10 }, 1, 'yes'],
      [{ min: 1, max: 10 }, 10, 'yes'],
      [{ min: 1, max: 10 }, 10.5, 'no'],
      [{ min: 1 }, 10n ** 30n, 'yes'],
      [{ max: 10 }, -(10n ** 30n), 'yes'],
      [{ min: 1, max: 10 }, '1e1', 'unclear'],
      [{ min: 1, max: 10 }, '1e2', 'no'],
      [{ min: 1, max: 10 }, Number.POSITIVE_INFINITY, 'unclear'],
      [{ min: 1, max: 10 }, '', 'unclear'],
      [{ min: 0 }, '1'.repeat(500), 'unclear'],
      [{ min: 100 }, '0100', 'unclear'],
      // True and false.
      [true, true, 'yes'],
      [true, false, 'no'],
      [true, 'true', 'unclear'],
      [true, 0, 'unclear'],
      [true, null, 'no'],
      // A regex.
      [{ regex: '[a-z]+@ours\\.example' }, 'ann@ours.example', 'yes'],
      [{ regex: '[a-z]+@ours\\.example' }, 'ann@ours.example.evil', 'unclear'],
      [{ regex: '[a-z]+@ours\\.example' }, 'ANN@OURS.EXAMPLE', 'unclear'],
      [{ regex: '^rm .*' }, 'sudo\nrm\t-rf', 'no'],
      [{ regex: '^rm .*' }, 'sudo\nRM -rf', 'unclear'],
      [{ regex: '^[^a-z]+$' }, 'ABC', 'yes'],
      [{ regex: 'pass' }, 'pa\u200bss', 'unclear'],
      [{ regex: 'straße' }, 'STRASSE', 'no'],
      [{ regex: '1' }, 21, 'unclear'],
      // A path, of which systems read more spellings than one.
      ['/srv/share/*', '/srv/share/a.txt', 'yes'],
      ['/srv/share/*', '/srv/share/a..b/..c', 'yes'],
      ['/srv/share/*', '/srv/share/../../etc/passwd', 'unclear'],
      ['/srv/share/*', '/srv/share/..', 'unclear'],
      ['/srv/share/*', '/srv/share/..\\..\\etc', 'unclear'],
      ['/srv/share/*', '/srv/share/%2E%2e%2fetc', 'unclear'],
      ['/srv/share/*', '/srv/share-secret/a', 'no'],
      ['/etc/*', '/tmp/../etc/passwd', 'unclear'],
      ['/etc/*', '//etc//passwd', 'unclear'],
      ['/etc/*', '/./etc/passwd', 'unclear'],
      ['/etc/*', '\\etc\\passwd', 'unclear'],
      ['/etc', '/etc/', 'unclear'],
      ['/etc', '/etc/.', 'unclear'],
      ['/etc/*', './src/main.ts', 'no'],
      ['/etc/*', 'https://ours.example//x', 'no'],
      ['*/../*', 'a/../b', 'yes'],
      ['*..*', 'a/../b', 'yes'],
      ['v1..v2', 'v1..v2', 'yes'],
      [{ regex: '/srv/share/.*' }, '/srv/share/a', 'yes'],
      [{ regex: '/srv/share/.*' }, '/srv/share/../a', 'unclear'],
      [{ regex: '(\\.\\./)*src/.*' }, '../src/a', 'yes'],
      [{ regex: '^/etc/' }, '/tmp/../etc/passwd', 'unclear'],
      [{ regex: '^/etc/' }, '//etc/passwd', 'unclear'],
      [{ regex: '^/etc/' }, '\\ETC\\passwd', 'unclear'],
      [{ regex: '^/etc/' }, '/home/ann', 'no'],
      // Any of several.
      [['a', 'b'], 'b', 'yes'],
      [['a', 'b'], 'B', 'unclear'],
      [['a', 'b'], 'c', 'no'],
      [[1, { min: 5 }, { regex: 'x+' }, true], 7, 'yes'],
      [[1, { min: 5 }, { regex: 'x+' }, 'y'], 'xx', 'yes'],
      // Lists of values: an allow needs all of them, the others any.
      ['a*', ['a1', 'a2'], 'yes'],
      ['a*', ['a1', 'b1'], 'unclear'],
      ['a*', ['b1', 'b2'], 'no'],
      ['a*', [], 'no'],
      ['a*', [['a1'], [['a2']]], 'yes'],
      ['a*', [['a1'], []], 'unclear'],
      [['a', 'b'], ['a', 'b'], 'yes'],
      [['a', 'b'], ['a', 'c'], 'unclear'],
      // There or not.
      [{ present: true }, '', 'yes'],
      [{ present: true }, [], 'yes'],
      [{ present: true }, null, 'unclear'],
      [{ present: false }, null, 'unclear'],
      [{ present: false }, 0, 'no'],
    ]),
  )('%s', (_, condition, value, truth) => {
    expect(truthOf({ 'args.x': condition }, { x: value })).toBe(truth);
  });

  it('of a missing field fails, but for the one that wants it missing', () => {
    for (const condition of ['*', 1, true, { regex: '.*' }, { max: 1 }, { present: true }] as const)
      for (const args of [{}, { y: 1 }, null] as Json[])
        expect([condition, truthOf({ 'args.x': condition }, args)]).toEqual([condition, 'no']);
    expect(truthOf({ 'args.x': { present: false } }, {})).toBe('yes');
    expect(truthOf({ 'args.x.y': { present: false } }, { x: null })).toBe('yes');
    expect(truthOf({ 'args.x.y': { present: false } }, { x: 'y=1' })).toBe('unclear');
  });

  it.each<[string, Json, string]>([
    ['args.a.b', { a: { b: 'x' } }, 'yes'],
    ['args.a.b', { a: 'x' }, 'unclear'],
    ['args.a.b', { a: null }, 'no'],
    ['args.a.b', { 'a.b': 'x' }, 'no'],
    ['args.a\\.b', { 'a.b': 'x' }, 'yes'],
    ['args.a\\\\b', { 'a\\b': 'x' }, 'yes'],
    ['args.a.0', { a: ['x', 'y'] }, 'yes'],
    ['args.a.1', { a: ['x', 'y'] }, 'no'],
    ['args.a.2', { a: ['x', 'y'] }, 'no'],
    ['args.a.0', { a: { 0: 'x' } }, 'yes'],
    ['args.a.-1', { a: ['x'] }, 'unclear'],
    ['args.a.b', { a: [{ b: 'x' }, { b: 'x' }] }, 'yes'],
    ['args.a.b', { a: [{ b: 'x' }, { b: 'y' }] }, 'unclear'],
    ['args.a.b', { a: [{ b: 'x' }, {}] }, 'unclear'],
    ['args.a.b', { a: [] }, 'no'],
    ['args.a.b', { a: [[{ b: 'x' }]] }, 'unclear'],
    ['args.a.0.b', { a: [{ b: 'x' }] }, 'yes'],
    // Some upstreams read keys whatever their case: which one counts is not known.
    ['args.a', { A: 'x' }, 'unclear'],
    ['args.a', { A: 'y' }, 'no'],
    ['args.a', { a: 'x', A: 'y' }, 'unclear'],
    ['args.a', { a: 'x', A: 'x' }, 'unclear'],
    ['args.a', { a: 'x', ａ: 'y' }, 'unclear'],
    ['args.user_name', { 'user-name': 'x' }, 'unclear'],
    // Own keys only.
    ['args.constructor.name', {}, 'no'],
    ['args.length', [], 'no'],
    ['args.toString', {}, 'no'],
    ['args.__proto__', {}, 'no'],
    ['args.__proto__.a', parseJson('{"__proto__":{"a":"x"}}'), 'yes'],
    ['args.a', parseJson('{"__proto__":{"a":"x"}}'), 'no'],
  ])('follows %s into %j: %s', (path, args, truth) => {
    expect(truthOf({ [path]: 'x' }, args)).toBe(truth);
  });

  it('of presence is unclear where the key has another spelling: an upstream may ignore that one', () => {
    for (const present of [true, false])
      for (const args of [{ A: 1 }, { a: 1, A: 1 }] as Json[])
        expect(truthOf({ 'args.a': { present } }, args)).toBe('unclear');
    expect(truthOf({ 'args.a.b': { present: false } }, { A: { b: 1 } })).toBe('unclear');
  });

  it('is one of several that must all hold', () => {
    const when = { 'args.a': 'x', 'args.b': { min: 1 } };
    expect(truthOf(when, { a: 'x', b: 1 })).toBe('yes');
    expect(truthOf(when, { a: 'x', b: 0 })).toBe('no');
    expect(truthOf(when, { a: 'X', b: 1 })).toBe('unclear');
    expect(truthOf(when, { a: 'X' })).toBe('no');
  });

  it('is unclear where it would take too long to tell, whatever the rest', () => {
    const big = 'é'.repeat(100_000);
    expect(truthOf({ 'args.x': '*y' }, { x: big })).toBe('unclear');
    expect(truthOf({ 'args.x': { regex: '(?:a?){400}y' } }, { x: 'a'.repeat(2000) })).toBe(
      'unclear',
    );
    expect(truthOf({ 'args.x': 'y' }, { x: Array<string>(1_000_000).fill('y') })).toBe('unclear');
    const manyKeys = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1]));
    expect(truthOf({ 'args.x': 'y' }, manyKeys)).toBe('unclear');
    let deep: Json = 'y';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(truthOf({ 'args.x': 'y' }, { x: deep })).toBe('unclear');
    expect(truthOf({ 'args.x.y': 'y' }, { x: deep })).toBe('unclear');
  });
});
