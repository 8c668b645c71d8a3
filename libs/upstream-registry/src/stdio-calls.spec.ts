import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createStdioCalls } from './stdio-calls.js';

const params = { name: 'echo', arguments: { n: 12345678901234567890n } };

function open(write?: () => Promise<void>) {
  const sent: JSONRPCMessage[] = [];
  const calls = createStdioCalls((message) => {
    sent.push(message);
    return write?.() ?? Promise.resolve();
  });
  return { calls, sent };
}

const first = 1_000_000_000;
const answer = (id: number, result: unknown) => ({ jsonrpc: '2.0', id, result }) as JSONRPCMessage;
const failure = (id: number, error: unknown) => ({ jsonrpc: '2.0', id, error }) as JSONRPCMessage;
const progress = (more: object) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: more }) as JSONRPCMessage;

describe('createStdioCalls()', () => {
  it('gives each call its own answer, whatever the order, as it came and with its size', async () => {
    const { calls, sent } = open();
    const [one, two] = [calls.send(params, undefined), calls.send(params, undefined)];
    expect(sent[0]).toEqual({ jsonrpc: '2.0', id: first, method: 'tools/call', params });
    expect(calls.take(answer(first + 1, { odd: true }), { sizeBytes: 31 })).toBe(true);
    expect(calls.take(answer(first, null), { sizeBytes: 7 })).toBe(true);
    expect(await one.answer).toEqual({ result: null, sizeBytes: 7 });
    expect(await two.answer).toEqual({ result: { odd: true }, sizeBytes: 31 });
  });

  it('leaves to the client what is its own', () => {
    const { calls } = open();
    expect(calls.take(answer(0, {}), { sizeBytes: 1 })).toBe(false);
    expect(calls.take(progress({ progressToken: 3, progress: 1 }), { sizeBytes: 1 })).toBe(false);
    expect(calls.take({ jsonrpc: '2.0', method: 'notifications/progress' }, { sizeBytes: 1 })).toBe(
      false,
    );
    const listChanged = 'notifications/tools/list_changed';
    expect(calls.take({ jsonrpc: '2.0', method: listChanged }, { sizeBytes: 1 })).toBe(false);
    expect(calls.take({ jsonrpc: '2.0', method: 'roots/list', id: first }, { sizeBytes: 1 })).toBe(
      false,
    );
  });

  it('rejects with the error that the upstream sent, in whatever form', async () => {
    const { calls } = open();
    const [one, two] = [calls.send(params, undefined), calls.send(params, undefined)];
    calls.take(failure(first, { code: -32602, message: 'no', data: 1 }), { sizeBytes: 1 });
    calls.take(failure(first + 1, 'odd'), { sizeBytes: 1 });
    await expect(one.answer).rejects.toMatchObject({ code: -32602, message: 'no', data: 1 });
    await expect(two.answer).rejects.toMatchObject({ code: -32603, message: 'odd' });
  });

  it('hands on progress of calls that asked for it, while they last', async () => {
    const { calls, sent } = open();
    const notes: unknown[] = [];
    const call = calls.send(params, (note) => notes.push(note));
    expect(sent[0]).toMatchObject({ params: { ...params, _meta: { progressToken: first } } });
    const odd = { total: 'many', message: 5 };
    for (const note of [{ progress: 1, total: 2, message: 'm' }, { progress: 2, ...odd }, odd])
      expect(calls.take(progress({ progressToken: first, ...note }), { sizeBytes: 1 })).toBe(true);
    calls.take(answer(first, {}), { sizeBytes: 1 });
    await call.answer;
    expect(calls.take(progress({ progressToken: first, progress: 3 }), { sizeBytes: 1 })).toBe(
      true,
    );
    expect(notes).toEqual([{ progress: 1, total: 2, message: 'm' }, { progress: 2 }]);
  });

  it('tells the upstream once that a call was given up, and drops its late answer', async () => {
    const { calls, sent } = open();
    const call = calls.send(params, undefined);
    call.giveUp('too slow');
    call.giveUp('again');
    await expect(call.answer).rejects.toThrow('too slow');
    expect(sent.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: first, reason: 'too slow' },
      },
    ]);
    expect(calls.take(answer(first, {}), { sizeBytes: 1 })).toBe(true);
  });

  it('fails what cannot be written, and what is pending when the pipe goes', async () => {
    const broken = open(() => Promise.reject(new Error('EPIPE')));
    await expect(broken.calls.send(params, undefined).answer).rejects.toThrow('EPIPE');
    const { calls } = open();
    const call = calls.send(params, undefined);
    calls.end();
    calls.end();
    await expect(call.answer).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    const late = calls.send(params, undefined);
    await expect(late.answer).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });
});
