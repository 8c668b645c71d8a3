import { describe, expect, it } from 'vitest';
import { readMessageLine } from './read-message-line.js';

const read = (text: string) => readMessageLine(Buffer.from(text));

describe('readMessageLine()', () => {
  it.each([
    '{"jsonrpc":"2.0","method":"ping","id":1}',
    '{"jsonrpc":"2.0","method":"notifications/x"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}',
  ])('reads the message %s', (line) => {
    expect(read(line)).toEqual([JSON.parse(line)]);
    expect(read(`  ${line}\r`)).toEqual([JSON.parse(line)]);
  });

  it('reads a batch', () => {
    expect(
      read('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"m"}]'),
    ).toHaveLength(2);
  });

  it('reads an answer that is too deep for long integers, so that its call does not hang', () => {
    const deep = `${'['.repeat(50_000)}12345678901234567890${']'.repeat(50_000)}`;
    const read1 = read(`{"jsonrpc":"2.0","id":7,"result":${deep}}`);
    expect(read1).toHaveLength(1);
    expect(read1[0]).toMatchObject({ jsonrpc: '2.0', id: 7 });
  });

  it('takes an empty line for nothing', () => expect(read(' \r')).toEqual([]));

  it.each([
    'Server v1',
    '\u001b[32mready\u001b[0m',
    '[1/3] warm up',
    '{not json',
    '{"level":"info","msg":"x"}',
    '"text"',
    '42',
    'null',
    '[]',
    '[1]',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","method":5}',
    'INFO {"jsonrpc":"2.0","id":1,"result":{}}',
  ])('takes %j for noise', (line) => expect(read(line)).toBe('noise'));
});
