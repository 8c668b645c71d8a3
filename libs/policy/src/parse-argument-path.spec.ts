import { describe, expect, it } from 'vitest';
import { parseArgumentPath } from './parse-argument-path.js';

describe('parseArgumentPath()', () => {
  it.each([
    ['args.to', ['to']],
    ['args.to.0.address', ['to', '0', 'address']],
    ['args.labels.app\\.name', ['labels', 'app.name']],
    ['args.a\\\\.b', ['a\\', 'b']],
    ['args.with space.工具', ['with space', '工具']],
    ['args.args', ['args']],
    ['args.__proto__', ['__proto__']],
  ])('reads %s', (path, keys) => {
    expect(parseArgumentPath(path)).toEqual({ ok: true, keys });
  });

  it.each([
    ['to', 'does not begin with "args."'],
    ['args', 'does not begin with "args."'],
    ['Args.to', 'does not begin with "args."'],
    ['', 'does not begin with "args."'],
    ['args.', 'holds an empty key'],
    ['args..to', 'holds an empty key'],
    ['args.to.', 'holds an empty key'],
    ['args.a\\b', 'holds "\\\\b"'],
    ['args.a\\', 'holds "\\\\"'],
  ])('refuses %j', (path, problem) => {
    expect(parseArgumentPath(path)).toEqual({ ok: false, problem });
  });
});
