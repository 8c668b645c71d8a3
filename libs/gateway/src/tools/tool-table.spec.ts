import { fakeClock, fakeUpstreams } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineTool } from './tool-row.js';
import { createToolTable } from './tool-table.js';

function setUp() {
  const clock = fakeClock();
  const upstreams = fakeUpstreams({ files: { read: () => 'x' } });
  let text = 'one';
  const row = defineTool({
    name: 'probe',
    group: 'code',
    title: 'Probe',
    description: () => text,
    input: z.strictObject({ code: z.string().describe('The code.') }),
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    run: async ({ code }) => ({ content: [{ type: 'text', text: code }], isError: false }),
  });
  const table = createToolTable([row], { upstreams, clock });
  const say = (next: string) => {
    text = next;
    upstreams.setStatus('files', {});
  };
  return { clock, table, say };
}

describe('createToolTable()', () => {
  it('lists a row with its JSON Schema, annotations and the always-load mark', () => {
    expect(setUp().table.list()).toEqual([
      {
        name: 'probe',
        title: 'Probe',
        description: 'one',
        inputSchema: {
          type: 'object',
          properties: { code: { type: 'string', description: 'The code.' } },
          required: ['code'],
          additionalProperties: false,
        },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        _meta: { 'anthropic/alwaysLoad': true },
      },
    ]);
  });

  it('tells once, after a burst of upstream events, that the list says something new', () => {
    const { clock, table, say } = setUp();
    let notices = 0;
    table.onChanged(() => (notices += 1));
    for (const text of ['two', 'three', 'four']) say(text);
    expect(notices).toBe(0);
    clock.advance(100);
    expect(notices).toBe(1);
  });

  it('tells nothing when the list says the same, nobody who has left, and nothing once closed', () => {
    const { clock, table, say } = setUp();
    let notices = 0;
    const leave = table.onChanged(() => (notices += 1));
    say('one');
    clock.advance(1000);
    leave();
    say('two');
    clock.advance(1000);
    table.onChanged(() => (notices += 1));
    table.close();
    say('three');
    clock.advance(1000);
    expect(notices).toBe(0);
    expect(clock.pending).toBe(0);
  });
});
