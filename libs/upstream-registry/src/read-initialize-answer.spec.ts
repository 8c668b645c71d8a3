import { describe, expect, it } from 'vitest';
import { readInitializeAnswer } from './read-initialize-answer.js';

const good = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: { listChanged: true }, experimental: { x: {} } },
  serverInfo: { name: 's', version: '1', title: 'S' },
  instructions: 'Be kind.',
  _meta: { a: 1 },
};

describe('readInitializeAnswer()', () => {
  it('hands on what is in form', () => expect(readInitializeAnswer(good)).toEqual(good));

  it.each<[object, object]>([
    [{ serverInfo: undefined }, { serverInfo: { name: 'unknown', version: 'unknown' } }],
    [{ serverInfo: { name: 's', version: 1.5 } }, { serverInfo: { name: 's', version: '1.5' } }],
    [
      { serverInfo: { name: 's', version: '1', icons: 5 } },
      { serverInfo: { name: 's', version: '1' } },
    ],
    [{ capabilities: null }, { capabilities: {} }],
    [{ capabilities: { tools: true, logging: 'yes' } }, { capabilities: { tools: {} } }],
    [{ capabilities: { tools: { listChanged: 'yes' } } }, { capabilities: { tools: {} } }],
  ])('takes %j as it is meant', (careless, read) => {
    expect(readInitializeAnswer({ ...good, ...careless })).toEqual({ ...good, ...read });
  });

  it.each([null, 5, 'x', []])('makes no protocol version of %j', (result) => {
    expect(readInitializeAnswer(result)).toEqual({
      capabilities: {},
      serverInfo: { name: 'unknown', version: 'unknown' },
    });
  });
});
