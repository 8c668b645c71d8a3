import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { readErrorAnswer } from './read-error-answer.js';

const read = (error: unknown) =>
  readErrorAnswer({ jsonrpc: '2.0', id: 1, error } as Extract<JSONRPCMessage, { error: unknown }>);

describe('readErrorAnswer()', () => {
  it('hands on what JSON-RPC asks for as it is', () => {
    const error = { code: -32000, message: '', data: { a: 1 } };
    expect(read(error)).toEqual({ jsonrpc: '2.0', id: 1, error });
  });

  it.each([
    [{ code: 'E_GONE', message: 'gone' }, -32603, 'gone'],
    [{ code: 1.5, message: 'half' }, -32603, 'half'],
    [{ code: -32602, message: null }, -32602, 'it failed and did not say why'],
    ['plain words', -32603, 'plain words'],
    [null, -32603, 'it failed and did not say why'],
    [[], -32603, 'it failed and did not say why'],
  ])('brings %j into form', (error, code, message) => {
    expect(read(error)).toEqual({ jsonrpc: '2.0', id: 1, error: { code, message } });
  });
});
