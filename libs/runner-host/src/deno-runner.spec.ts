import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTestRunner, livingRunners, runProgram } from './fixtures/run-program.js';

const runner = createTestRunner();
afterAll(() => runner.close());
afterEach(() => expect(livingRunners()).toEqual([]));

const valueOf = async (program: string, options = {}) =>
  (await runProgram(runner, program, options)).end;

describe('createDenoRunner().run()', () => {
  it('runs a program and gives its value as wire text with its size', async () => {
    expect(await valueOf('return 1 + 1')).toEqual({ kind: 'value', json: '2', sizeBytes: 1 });
    expect(await valueOf('return "é"')).toEqual({ kind: 'value', json: '"é"', sizeBytes: 4 });
    expect(
      await valueOf('const o: any = { big: 10n, u: undefined }; o.self = o; return o'),
    ).toMatchObject({
      json: '{"big":{"$type":"bigint","value":"10"},"u":{"$type":"undefined"},"self":{"$type":"circular","path":"$"}}',
    });
  });
});
