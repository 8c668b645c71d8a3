import { describe, expect, it } from 'vitest';
import { useTestRunner } from './fixtures/use-test-runner.js';

const { run, valueOf, errorOf } = useTestRunner();

describe('a call', () => {
  it('reaches the host with its arguments, by every way of naming the tool', async () => {
    const { value, calls } = await run(`return [
      await fake.echo({ a: 1 }),
      await tools.fake.get_issue({ a: 2 }),
      await tools.fake["get-issue"]({ a: 3 }),
      await tools["my-server"]["tool-name"]({ a: 4 }),
      await tools.my_server.tool_name(),
      await call("mcp__fake__echo", { a: 6 }),
      await fake.echo({ a: 7 }, { raw: true, timeoutMs: 500 }),
    ]`);
    expect(value).toEqual([
      { a: 1 },
      { a: 2 },
      { a: 3 },
      { a: 4 },
      {},
      { a: 6 },
      { raw: { a: 7 } },
    ]);
    expect(calls).toEqual([
      { toolId: 'mcp__fake__echo', args: { a: 1 } },
      { toolId: 'mcp__fake__get-issue', args: { a: 2 } },
      { toolId: 'mcp__fake__get-issue', args: { a: 3 } },
      { toolId: 'mcp__my-server__tool-name', args: { a: 4 } },
      { toolId: 'mcp__my-server__tool-name', args: {} },
      { toolId: 'mcp__fake__echo', args: { a: 6 } },
      { toolId: 'mcp__fake__echo', args: { a: 7 }, raw: true, timeoutMs: 500 },
    ]);
  });

  it('carries long integers with all their digits both ways', async () => {
    const { calls, end } = await run(
      'const r = await fake.echo({ id: 12345678901234567890n, small: 5n }); return [typeof r.id, r, data]',
      { data: { n: 9007199254740993n } },
    );
    expect(calls[0]?.args).toEqual({ id: 12345678901234567890n, small: 5 });
    expect(end).toMatchObject({
      json: '["bigint",{"id":12345678901234567890,"small":5},{"n":9007199254740993}]',
    });
  });

  it('carries any text and own __proto__ keys without touching a prototype', async () => {
    expect(
      await valueOf(`const s = "\\ud800 \\u0000 \\u2028 \\u{1F600} \\r\\n é"
        const evil = JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}')
        const r = await fake.echo({ s, evil })
        return [r.s === s, ({}).polluted === undefined, Object.keys(r.evil)]`),
    ).toEqual([true, true, ['__proto__', 'constructor']]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    [
      'fake.echo({ filter: { when: () => 1 } })',
      'VALUE_UNSUPPORTED',
      'args.filter.when is a function, which JSON cannot say',
    ],
    [
      'fake.echo([1])',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not an array',
    ],
    [
      'fake.echo("x")',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a string',
    ],
    [
      'fake.echo(1, 2)',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a number',
    ],
    [
      'fake.echo(new URL("https://ours.example"))',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a string',
    ],
    [
      'fake.echo(new Date(0))',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a string',
    ],
    [
      'fake.echo({ toJSON: () => [1] })',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not an array',
    ],
    [
      'fake.echo({ toJSON: () => null })',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not null',
    ],
    [
      'fake.echo(Promise.resolve(5))',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a number',
    ],
    [
      'fake.echo(Promise.resolve(true))',
      'TOOL_ARGUMENTS',
      'The arguments of a call must be one object, not a boolean',
    ],
    ['fake.echo({}, { timeout: 3 })', 'USAGE', 'Cannot make the call: opts has no "timeout"'],
    [
      'fake.echo({}, { timeoutMs: -1 })',
      'USAGE',
      'Cannot make the call: opts.timeoutMs must be a number of milliseconds above 0',
    ],
    [
      'call(7)',
      'USAGE',
      'call() wants a tool id as its first argument, not a value of type number',
    ],
  ])('that cannot be made is refused in the program: %s', async (expression, code, message) => {
    const { end, calls } = await run(`await null\nawait ${expression}`);
    expect(end).toMatchObject({
      kind: 'threw',
      error: { code, message, position: { line: 2 } },
    });
    expect(calls).toEqual([]);
  });

  it('awaits promises in its arguments', async () => {
    expect(
      await valueOf('return fake.echo({ p: Promise.resolve(3), list: [fake.echo({ v: 1 })] })'),
    ).toEqual({ p: 3, list: [{ v: 1 }] });
  });

  it('throws real ToolError and PolicyError with all that the host said', async () => {
    expect(
      await valueOf(
        'try { await fake.fail({}) } catch (e) { return [e instanceof ToolError, e instanceof PolicyError, e instanceof Error, e.name, e.code, e.message, e.server, e.tool, e.content, e.structured] }',
      ),
    ).toEqual([
      true,
      false,
      true,
      'ToolError',
      'TOOL_FAILED',
      'the tool says no',
      'fake',
      'fail',
      [{ type: 'text', text: 'no' }],
      { reason: 'no' },
    ]);
    expect(
      await valueOf(
        'try { await fake.deny({}) } catch (e) { return [e instanceof PolicyError, e.name, e.code, e.hint, String(e)] }',
      ),
    ).toEqual([
      true,
      'PolicyError',
      'POLICY_DENIED',
      'Ask the user.',
      'PolicyError: denied by policy[0]',
    ]);
  });

  it('overlaps with others', async () => {
    let open = 0;
    let most = 0;
    const { value } = await run(
      'return (await Promise.all([1,2,3,4,5].map(n => fake.echo({ n })))).map(r => r.n)',
      {
        async call({ args }) {
          most = Math.max(most, (open += 1));
          await new Promise((resolve) => setTimeout(resolve, 30));
          open -= 1;
          return { ok: true, value: args };
        },
      },
    );
    expect(value).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(5);
  });

  it('beyond maxCalls ends the run', async () => {
    const { end, calls } = await run('for (let n = 0; ; n++) await fake.echo({ n })', {
      limits: { maxCalls: 20 },
    });
    expect(end).toEqual({
      kind: 'stopped',
      code: 'RUN_CALL_LIMIT',
      message: 'The program was stopped at its call number 21; the limit is 20',
      hint: 'Look for a loop that calls a tool, or raise sandbox.maxCalls.',
    });
    expect(calls).toHaveLength(20);
  });

  it('in flight is told by its signal when the run ends', async () => {
    const { value, aborted } = await run(
      'fake.slow({}); fake.slow({}); await fake.echo({}); return "done"',
    );
    expect(value).toBe('done');
    expect(aborted.filter((id) => id === 'mcp__fake__slow')).toHaveLength(2);
  });

  it('that the host fails to answer is an error, not a hang', async () => {
    const { end } = await run('await fake.echo({})', {
      call: () => Promise.reject(new Error('a secret of the host')),
    });
    expect(end).toMatchObject({
      kind: 'threw',
      error: { code: 'INTERNAL', message: 'The host could not answer this request' },
    });
  });
});

describe('a namespace of tools', () => {
  it('is no promise: awaiting it calls nothing, and a tool named then is called as then_', async () => {
    const { value, calls } = await run(
      'const ns = await Promise.resolve(fake); return [typeof ns, await (async () => fake)() === fake, typeof (await tools)]',
    );
    expect(value).toEqual(['object', true, 'object']);
    expect(calls).toEqual([]);
    expect(await valueOf('return [typeof fake.then, await fake.then_({ a: 1 })]')).toEqual([
      'undefined',
      { a: 1 },
    ]);
  });

  it('has nothing but its tools and cannot be changed', async () => {
    expect(
      await valueOf(
        'return [typeof tools.fake.toString, typeof tools.__proto__, typeof tools.constructor, Object.isFrozen(tools), Object.isFrozen(fake), Object.keys(tools)]',
      ),
    ).toEqual([
      'undefined',
      'undefined',
      'undefined',
      true,
      true,
      ['fake', 'my-server', 'my_server'],
    ]);
  });

  it('is there for a program that has patched what it is built with', async () => {
    expect(
      await valueOf(
        'Object.prototype.get = 1; Object.defineProperty = Object.freeze = Set.prototype.has = Reflect.defineProperty = null; return [await fake.echo({ a: 1 }), await tools["my-server"]["tool-name"]({}), fake === tools.fake]',
      ),
    ).toEqual([{ a: 1 }, {}, true]);
  });

  it('is a global like any other: the program may replace it', async () => {
    expect(
      await valueOf(
        'const kinds = [typeof fake, "fake" in globalThis, Object.keys(globalThis).includes("fake")]; fake = 1; return [...kinds, fake, typeof tools.fake]',
      ),
    ).toEqual(['object', true, false, 1, 'object']);
    expect(await valueOf('fake = 2; return [fake, delete globalThis.fake, typeof fake]')).toEqual([
      2,
      true,
      'undefined',
    ]);
  });

  it('says what to do about a tool that is not there', async () => {
    expect(await errorOf('await tools.fake.nosuch({})')).toMatchObject({
      message: 'tools.fake.nosuch is not a function',
      hint: 'There is no tool of that name. search("what you need"), or search_tools, gives the call path.',
    });
  });
});
