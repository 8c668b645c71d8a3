import type { Json } from '@sluice/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestRunner, runProgram } from './fixtures/run-program.js';

const ref = `res_${'a'.repeat(32)}`;
const image = { type: 'image', mimeType: 'image/png', sizeBytes: 3, ref };
const shot: Json = { text: 'a dot', content: [{ type: 'text', text: 'a dot' }, image] };

describe('media in a program', () => {
  const runner = createTestRunner();
  afterAll(() => runner.close());

  const run = (program: string, value: Json = shot) =>
    runProgram(runner, program, {
      media: { [ref]: Uint8Array.of(0, 1, 2) },
      call: async (call) =>
        call.toolId === 'mcp__fake__fail'
          ? {
              ok: false,
              error: {
                name: 'ToolError',
                code: 'TOOL_FAILED',
                message: 'no',
                content: [image],
              },
            }
          : { ok: true, value },
    });

  it('is a handle with type and size, whose bytes come only when they are asked for', async () => {
    const { value, end } = await run(`
      const { content: [, picture] } = await fake.echo();
      const bytes = await picture.bytes();
      return [picture, Object.keys(picture), bytes instanceof Uint8Array, [...bytes]]`);
    expect(end.kind).toBe('value');
    expect(value).toEqual([image, ['type', 'mimeType', 'sizeBytes', 'ref'], true, [0, 1, 2]]);
  });

  it('is emitted as what it is, by reference', async () => {
    const { blocks } = await run('emit((await fake.echo()).content[1])');
    expect(blocks).toEqual([image]);
  });

  it('is a handle in a raw result, in an error, in a recalled value and alone', async () => {
    const { value } = await run(`
      const has = (it) => typeof it.bytes;
      const raw = await fake.echo({}, { raw: true });
      const error = await fake.fail().catch((error) => error);
      const kept = await recall(await results.keep((await fake.echo()).content[1]));
      return [has(raw.content[1]), has(error.content[0]), has(kept), [...await kept.bytes()]]`);
    expect(value).toEqual(['function', 'function', 'function', [0, 1, 2]]);
  });

  it('reaches blobs of resources', async () => {
    const resource = { uri: 'mem://b', sizeBytes: 3, ref };
    const { value } = await run('return [...await (await fake.echo()).content[0].bytes()]', {
      text: '',
      content: [{ type: 'resource', resource }],
    });
    expect(value).toEqual([0, 1, 2]);
  });

  it('is an error as an argument of a call, with its path and what to do', async () => {
    const { end, calls } = await run(`
      const { content } = await fake.echo();
      await fake.echo({ picture: { now: content[1] } })`);
    expect(end).toMatchObject({
      kind: 'threw',
      error: {
        code: 'VALUE_UNSUPPORTED',
        message: 'args.picture.now is a media handle, which JSON cannot say',
        hint: 'Its bytes stay here: pass (await handle.bytes()).toBase64(), or whatever the tool wants.',
      },
    });
    expect(calls).toHaveLength(1);
  });

  it('can be handed on as base64 on purpose', async () => {
    const { calls } = await run(`
      const { content } = await fake.echo();
      await fake.echo({ data: (await content[1].bytes()).toBase64() })`);
    expect(calls[1]?.args).toEqual({ data: 'AAEC' });
  });

  it('fails by its code where the host has it no more, and is no handle without a reference', async () => {
    const gone = { ...image, ref: `res_${'b'.repeat(32)}` };
    const { value } = await run(
      `const { content: [gone, lost] } = await fake.echo();
       return [await gone.bytes().catch((error) => error.code), typeof lost.bytes]`,
      { text: '', content: [gone, { type: 'image', sizeBytes: 3 }] },
    );
    expect(value).toEqual(['RESULT_UNKNOWN', 'undefined']);
  });

  it('goes on when a program breaks what handles are made of', async () => {
    const { value } = await run(`
      Object.defineProperty = () => { throw new Error('mine') };
      String.prototype.startsWith = () => false;
      const { content: [, picture] } = await fake.echo();
      return [...await picture.bytes()]`);
    expect(value).toEqual([0, 1, 2]);
  });
});
