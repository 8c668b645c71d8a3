import { describe, expect, it } from 'vitest';
import type { MessageNameFrom } from './messages.js';
import { readHostMessage, readRunnerMessage } from './read-message.js';

const read = (name: MessageNameFrom<'runner'>, payload: string) =>
  readRunnerMessage({ name, payload: new TextEncoder().encode(payload) });

describe('readRunnerMessage()', () => {
  it('reads a call and takes over nothing that was not declared', () => {
    expect(
      read(
        'call-start',
        '{"id":1,"toolId":"mcp__a__b","args":{"n":12345678901234567890},"admin":true}',
      ),
    ).toEqual({
      name: 'call-start',
      payload: { id: 1, toolId: 'mcp__a__b', args: { n: 12345678901234567890n } },
    });
  });

  it('reads a question to the person, with or without a schema', () => {
    expect(
      read('ask-start', '{"id":2,"question":"Sure?","schema":{"type":"boolean"},"to":"all"}'),
    ).toEqual({
      name: 'ask-start',
      payload: { id: 2, question: 'Sure?', schema: { type: 'boolean' } },
    });
    expect(read('ask-start', '{"id":2,"question":"Sure?"}').payload).toEqual({
      id: 2,
      question: 'Sure?',
    });
  });

  it('hands the value of a run on as text', () => {
    expect(read('run-end', '{"a":1}')).toEqual({ name: 'run-end', payload: '{"a":1}' });
  });

  it.each<[MessageNameFrom<'runner'>, string, string]>([
    ['call-start', '{"id":1.5,"toolId":"x","args":{}}', 'id is no whole number'],
    ['call-start', '{"id":1,"toolId":7,"args":{}}', 'toolId is no text'],
    ['call-start', '{"id":1,"toolId":"x","args":[]}', 'args is no object'],
    ['call-start', '{"id":1,"toolId":"x","args":{},"timeoutMs":"9"}', 'timeoutMs is no number'],
    ['search-start', '{"id":1,"query":{}}', 'a list is missing'],
    ['ask-start', '{"id":1,"question":{}}', 'question is no text'],
    ['log', '{"entries":[{"level":"fatal","text":""}]}', 'level is none of ours'],
    ['read-start', '{"id":1,"name":7}', 'name is no text'],
    ['progress', '{"done":"1"}', 'done is no number'],
    ['emit', '{}', 'type is no text'],
    ['run-throw', '{"phase":"later"}', 'phase is none of ours'],
    ['ready', 'null', 'ready is no object'],
    ['ready', '[1]', 'ready is no object'],
  ])('refuses a broken %s: %s', (name, payload, message) => {
    expect(() => read(name, payload)).toThrow(new TypeError(message));
  });

  it('refuses bytes that are not UTF-8 and text that is not JSON', () => {
    expect(() => readRunnerMessage({ name: 'run-end', payload: Uint8Array.of(0xff) })).toThrow(
      TypeError,
    );
    expect(() => read('ready', '{')).toThrow(SyntaxError);
  });
});

describe('readHostMessage()', () => {
  const reply = (value: string) =>
    readHostMessage({
      name: 'call-end',
      payload: new TextEncoder().encode(`{"id":1,"ok":true,"value":${value}}`),
    }).payload;

  it.each([10, 100_000])('keeps the digits of integers in a value of %d characters', (length) => {
    const text = 'x'.repeat(length);
    expect(reply(`["${text}",12345678901234567890,7]`)).toEqual({
      id: 1,
      ok: true,
      value: [text, 12345678901234567890n, 7],
    });
  });

  it.each([10, 100_000])('reads a text of %d digits as the text it is', (length) => {
    const text = '7'.repeat(length);
    expect(reply(`"${text}"`)).toEqual({ id: 1, ok: true, value: text });
  });

  it('keeps what stands for bytes that were none, and refuses such bytes', () => {
    expect(reply('"a\ufffdb\u{1f986}"')).toMatchObject({ value: 'a\ufffdb\u{1f986}' });
    const payload = Uint8Array.of(0x22, 0xc3, 0x22);
    expect(() => readHostMessage({ name: 'call-end', payload })).toThrow(TypeError);
  });
});
