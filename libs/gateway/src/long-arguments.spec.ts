import { describe, expect, it } from 'vitest';
import { createLongArguments, TooManyDigits } from './long-arguments.js';

const long = '12345678901234567890';
const call = (args: string, rest = '') =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${args}${rest}}}`;

interface Message {
  readonly id: unknown;
  readonly params: { readonly arguments: Record<string, unknown>; readonly _meta: unknown };
}

describe('createLongArguments()', () => {
  it('gives the arguments of a tool all their digits, through JSON of others too', () => {
    const { read, unmark } = createLongArguments();
    const message = read(call(`{"data":{"id":${long},"list":[-${long},1]},"text":"${long}"}`));
    const copied = JSON.parse(JSON.stringify(message)) as Message;
    expect(unmark(copied.params.arguments)).toEqual({
      data: { id: BigInt(long), list: [-BigInt(long), 1] },
      text: long,
    });
  });

  it('leaves numbers in all other places numbers, and knows lists of messages', () => {
    const { read } = createLongArguments();
    const text = call('{"a":1}', `,"_meta":{"progressToken":${long}}`);
    expect(read(text)).toEqual(JSON.parse(text));
    const answer = `{"jsonrpc":"2.0","id":${long},"result":{"__proto__":{"n":[${long},null]}}}`;
    expect(read(answer)).toEqual(JSON.parse(answer));
    const [first] = read(`[${call(`{"a":${long}}`)},${answer}]`) as [Message];
    expect(first.params.arguments['a']).toMatch(/^long-[0-9a-f]{32}:12345678901234567890$/);
    expect(read(`[${long},"x"]`)).toEqual([Number(long), 'x']);
    expect(read('{"a":1}')).toEqual({ a: 1 });
  });

  it('takes the marked text of another for the text that it is', () => {
    const other = createLongArguments();
    const foreign = other.read(call(`{"a":${long}}`)) as Message;
    const { read, unmark } = createLongArguments();
    read(call(`{"a":${long}}`));
    expect(unmark(foreign.params.arguments)).toEqual(foreign.params.arguments);
  });

  it('refuses what is no JSON, and an integer that nobody could keep', () => {
    const { read } = createLongArguments();
    expect(() => read(`{"a":${long},}`)).toThrow(SyntaxError);
    expect(() => read(`{"a":${long},}`)).not.toThrow(TooManyDigits);
    expect(() => read(call(`{"a":${'9'.repeat(2002)}}`))).toThrow(
      new TooManyDigits('An integer in the JSON text has more than 2000 digits, at position 84'),
    );
  });

  it('reads what is nested deeper than the stack as JSON.parse does', () => {
    const text = `${'['.repeat(50_000)}${long}${']'.repeat(50_000)}`;
    expect(Array.isArray(createLongArguments().read(text))).toBe(true);
  });
});
