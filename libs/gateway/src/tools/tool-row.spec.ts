import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ToolAnswer } from './tool-outcome.js';
import { defineTool, type ToolContext } from './tool-row.js';

const row = defineTool({
  name: 'probe',
  group: 'code',
  title: 'Probe',
  description: () => 'A probe.',
  input: z.strictObject({ code: z.string(), limit: z.int().min(1).optional() }),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  run: async ({ code }) => ({ content: [{ type: 'text', text: code }], isError: false }),
});
const answerTo = (args: unknown) => row.run(args, {} as ToolContext) as Promise<ToolAnswer>;

describe('a tool row', () => {
  it('hands parsed arguments to its function', async () => {
    expect(await answerTo({ code: 'x' })).toEqual({
      content: [{ type: 'text', text: 'x' }],
      isError: false,
    });
  });

  it('answers wrong arguments with all problems at once, naming each', async () => {
    const { content, isError } = await answerTo({ limit: 0, timeout: 3 });
    expect(isError).toBe(true);
    expect(content[0]?.text).toBe(
      [
        'probe was called with wrong arguments:',
        '- "code": Invalid input: expected string, received undefined',
        '- "limit": Too small: expected number to be >=1',
        '- Unrecognized key: "timeout"',
        'It takes code, limit?.',
      ].join('\n'),
    );
  });

  it('takes missing arguments as none', async () => {
    expect((await answerTo(undefined)).content[0]?.text).toBe(
      [
        'probe was called with wrong arguments:',
        '- "code": Invalid input: expected string, received undefined',
        'It takes code, limit?.',
      ].join('\n'),
    );
  });
});
