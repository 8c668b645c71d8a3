import type { Json, PolicyRule } from '@sluice/contracts';
import {
  fakeClock,
  fakeResult,
  fakeUpstreams,
  inPlaceWorkbench,
  memoryLogger,
  memoryResultStore,
  smallResultSettings,
} from '@sluice/contracts/testing';
import { parseJson, printJson } from '@sluice/json-text';
import { compilePolicy } from '@sluice/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalogueView } from '../catalogue-view.js';
import { noApprovals } from '../consent/once-approvals.js';
import { testConsents } from '../consent/testing/test-consents.js';
import { jobs } from '../jobs.js';
import { createGate } from '../nested-call.js';
import { createSemaphore } from '../semaphore.js';
import { createSession } from '../session.js';
import { createInspectResult } from './inspect-result.js';
import { createResultMemory } from './nested-results.js';
import { createPipeResult } from './pipe-result.js';
import { createReadResult } from './read-result.js';
import { createReleaseResult } from './release-result.js';
import type { PipeOptions } from './result-tools.js';
import { createSearchResult } from './search-result.js';
import { createSelectResult } from './select-result.js';

const rows = {
  rows: [
    { id: 9007199254740993n, 'unit-price': 3, name: 'Ann' },
    { id: 2, 'unit-price': 4, name: 'Bob' },
  ],
};
const settings = {
  ...smallResultSettings,
  inlineMaxBytes: 60,
  previewMaxBytes: 60,
  readMaxBytes: 20,
  maxResultBytes: 100_000,
  maxStoreBytes: 1_000_000,
};

/** Core with everything real but upstreams and the disk. */
function setUp(rules: readonly PolicyRule[] = [{ match: '*', action: 'allow' }]) {
  const clock = fakeClock();
  const logger = memoryLogger();
  const received: Json[] = [];
  const upstreams = fakeUpstreams({
    stats: {
      mean(args) {
        received.push(args);
        return { count: (args['values'] as Json[]).length };
      },
      fail: () => Promise.reject(new Error('no')),
    },
    crm: { customers: () => rows, note: () => 'line one\nline two' },
  });
  const policy = compilePolicy(rules, 'ask');
  const view = createCatalogueView({ upstreams, policy });
  const { consents } = testConsents({ clock, servers: [], workspace: '/project' });
  const store = memoryResultStore(settings, clock);
  const common = {
    store,
    view,
    policy,
    consents,
    upstreams,
    clock,
    logger,
    rulesPlace: '/sluice.json',
  };
  const gate = createGate({ ...common, concurrencyOf: () => 4, maxValueBytes: 100_000 });
  const session = createSession('s1', { results: createResultMemory({ store }).forSession('s1') });
  const context = { session, signal: new AbortController().signal };
  const usage: unknown[] = [];
  const options = {
    ...common,
    settings: { results: settings, sandbox: { timeoutSeconds: 10 } },
    workbench: inPlaceWorkbench(jobs),
    gate,
    usage: { add: (one: unknown) => void usage.push(one) },
    newId: () => 'run_1',
  } as unknown as PipeOptions;
  const call = (toolId: string) =>
    gate(
      { toolId, args: {} },
      { ...context, runId: 'r', once: noApprovals, endsAt: 1e9, slots: createSemaphore(4) },
    );
  const put = async (value: Json) =>
    (await store.put('s1', { text: printJson(value), kind: 'json', source: 'mcp__crm__customers' }))
      .ref;
  return { store, session, context, received, call, put, options, usage };
}

describe('inspect_result', () => {
  it('says what a result is; one of a nested call is kept by that', async () => {
    const { options, context, call, store } = setUp();
    const inspect = createInspectResult(options);
    await call('mcp__crm__customers');
    const report = await inspect({ ref: '#1' }, context);
    expect(report).toMatchObject({
      status: 'done',
      stored: { kind: 'json', source: 'mcp__crm__customers' },
      shape: '{ rows: Array(2) of ({ id: bigint | number, "unit-price": number, name: string }) }',
    });
    if (report.status !== 'done') return;
    expect((await store.read('s1', report.stored.ref)).text).toBe(printJson(rows));
    expect(await inspect({ ref: report.stored.ref }, context)).toEqual(report);
    expect(await inspect({ ref: '1' }, context)).toEqual(report);
  });

  it('keeps the result of a call anew when it is gone from the store and still in memory', async () => {
    const { options, context, call, store } = setUp();
    const inspect = createInspectResult(options);
    await call('mcp__crm__customers');
    const first = await inspect({ ref: '#1' }, context);
    if (first.status !== 'done') throw new Error(first.message);
    await store.release('s1', first.stored.ref);
    const second = await inspect({ ref: '#1' }, context);
    if (second.status !== 'done') throw new Error(second.message);
    expect(second.stored.ref).not.toBe(first.stored.ref);
    expect(second.shape).toBe(first.shape);
  });

  it.each([
    ['#7', 'Cannot read the result #7: this session has no such call, or it was long ago'],
    ['#1', 'Cannot read the result #1: the call of mcp__nobody__x ended without one (refused)'],
    ['res_x', 'Cannot read the result "res_x": this session has no such result'],
  ])('refuses %s', async (ref, message) => {
    const { options, context, call } = setUp();
    await call('mcp__nobody__x');
    const report = await createInspectResult(options)({ ref }, context);
    expect(report).toMatchObject({ status: 'refused', code: 'RESULT_UNKNOWN', message });
  });

  it('reads no more of a very large result than it looks at', async () => {
    const { options, context, store, put } = setUp();
    const stored = { ...(await store.find('s1', await put([1]))), sizeBytes: 50_000_000 };
    const asked: number[] = [];
    const large = {
      ...store,
      find: () => Promise.resolve(stored),
      read: () => Promise.reject(new Error('not all of it')),
      readBytes(_session: string, _ref: string, { length }: { length: number }) {
        asked.push(length);
        return Promise.resolve({
          stored,
          bytes: new TextEncoder().encode('[{"a":1},{"a":2},{"a":'),
        });
      },
    };
    const report = await createInspectResult({ ...options, store: large })(
      { ref: stored.ref },
      context,
    );
    expect(report).toMatchObject({ shape: 'its first part: Array(3) of { a?: number }' });
    expect(asked).toEqual([33_554_435]);
  });

  it('knows nothing of another session', async () => {
    const { options, put } = setUp();
    const ref = await put(1);
    const other = { session: createSession('s2'), signal: new AbortController().signal };
    expect(await createInspectResult(options)({ ref }, other)).toMatchObject({
      code: 'RESULT_UNKNOWN',
    });
  });
});

describe('read_result', () => {
  it('reads a text slice by slice, whole characters, never more than readMaxBytes', async () => {
    const { options, context, store } = setUp();
    const read = createReadResult(options);
    const text = 'žluťoučký kůň 🦆🦆🦆🦆🦆🦆 konec';
    const { ref } = await store.put('s1', { text, kind: 'text', source: 'x' });
    let whole = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const slice = await read({ ref, offset, limit: 1000 }, context);
      if (slice.status !== 'done') throw new Error(slice.message);
      expect(slice.sizeBytes).toBeLessThanOrEqual(20);
      whole += slice.content;
      offset = slice.nextOffset;
    }
    expect(whole).toBe(text);
    expect(await read({ ref, offset: 999 }, context)).toMatchObject({ content: '', sizeBytes: 0 });
  });

  it('reads bytes as base64', async () => {
    const { options, context, store } = setUp();
    const bytes = Uint8Array.from({ length: 30 }, (_, index) => 250 - index);
    const contentType = 'image/png';
    const { ref } = await store.put('s1', { bytes, kind: 'bytes', contentType, source: 'x' });
    expect(await createReadResult(options)({ ref, offset: 1, limit: 3 }, context)).toMatchObject({
      content: Buffer.from([249, 248, 247]).toString('base64'),
      offset: 1,
      sizeBytes: 3,
      nextOffset: 4,
    });
  });
});

describe('select_result', () => {
  it('selects with all digits, and what is large becomes a result of its own', async () => {
    const { options, context, put, store } = setUp();
    const select = createSelectResult(options);
    const ref = await put(rows);
    expect(await select({ ref, expression: 'rows[].id' }, context)).toEqual({
      status: 'done',
      value: {
        kind: 'inline',
        text: '[9007199254740993,2]',
        contentType: 'application/json',
        sizeBytes: 20,
      },
    });
    const report = await select({ ref, expression: '[rows, rows]' }, context);
    if (report.status !== 'done' || report.value.kind !== 'reference') throw new Error('inline');
    const kept = await store.read('s1', report.value.stored.ref);
    expect(kept.stored.source).toBe('select_result');
    expect(kept.text).toBe(printJson([rows.rows, rows.rows]));
  });

  it('names the expression and the place in it when it cannot be used', async () => {
    const { options, context, put, call } = setUp();
    const select = createSelectResult(options);
    const ref = await put(rows);
    await call('mcp__crm__customers');
    expect(await select({ ref, expression: 'rows[].unit-price' }, context)).toEqual({
      status: 'refused',
      code: 'QUERY_INVALID',
      message: `Cannot select from ${ref}: in the expression "rows[].unit-price": unexpected "-" at position 12`,
      hint: 'Put a name with a hyphen in double quotes: "unit-price". A subtraction has spaces around its minus.',
    });
    expect(await select({ ref: '#1', expression: 'rows[]."unit-price"' }, context)).toMatchObject({
      value: { text: '[3,4]' },
    });
    expect(await select({ ref: '#1', expression: 'sum(rows[].name)' }, context)).toEqual({
      status: 'refused',
      code: 'QUERY_FAILED',
      message:
        'Cannot select from #1: in the expression "sum(rows[].name)": sum() wants an array of number, not an array with string at [0] at position 5',
    });
    const long = `${'a.'.repeat(400)}#`;
    expect(await select({ ref, expression: long }, context)).toMatchObject({
      message: expect.stringMatching(
        /: in the expression …"[.a]{199}#": unexpected "#" at position 801$/,
      ),
    });
  });

  it('gives of any stored value what the expression gives of the original', async () => {
    const { options, context, put } = setUp();
    const select = createSelectResult(options);
    const long = fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n });
    const value = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<Json>(null, true, '', '{"a":1}', '\u2028\u0000"\\'),
        fc.string({ unit: 'binary' }),
        fc.integer(),
        long,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(value, async (part) => {
        const ref = await put({ part, other: 1 });
        const report = await select({ ref, expression: '[part]' }, context);
        if (report.status !== 'done') throw new Error(report.message);
        const { value: shaped } = report;
        const text =
          shaped.kind === 'inline'
            ? shaped.text
            : shaped.kind === 'reference'
              ? (await options.store.read('s1', shaped.stored.ref)).text
              : '';
        expect(parseJson(text)).toEqual(parseJson(printJson([part])));
        expect(text).toBe(printJson([part]));
        await options.store.release('s1', ref);
      }),
    );
  });
});

describe('search_result', () => {
  it('finds paths in JSON and lines in a text', async () => {
    const { options, context, call } = setUp();
    const search = createSearchResult(options);
    await call('mcp__crm__customers');
    await call('mcp__crm__note');
    expect(await search({ ref: '#1', query: 'Bob' }, context)).toEqual({
      status: 'done',
      matches: [{ kind: 'leaf', path: 'rows[1].name', excerpt: '"Bob"' }],
      total: 1,
      isWhole: true,
    });
    expect(await search({ ref: '#2', query: 't[wx]o$', regex: true }, context)).toMatchObject({
      matches: [{ line: 2, offset: 9, excerpt: 'line two' }],
    });
    expect(await search({ ref: '#2', query: '(', regex: true }, context)).toMatchObject({
      status: 'refused',
      code: 'QUERY_INVALID',
      message:
        'Cannot search in #2: in the expression "(": cannot be read: missing closing ): `(` at position 1',
    });
  });
});

describe('release_result', () => {
  it('forgets a result', async () => {
    const { options, context, put } = setUp();
    const ref = await put(rows);
    const release = createReleaseResult(options);
    expect(await release({ ref }, context)).toMatchObject({ status: 'done', stored: { ref } });
    expect(await release({ ref }, context)).toMatchObject({ code: 'RESULT_UNKNOWN' });
  });

  it('forgets the result of a call, from memory too', async () => {
    const { options, context, call } = setUp();
    await call('mcp__crm__customers');
    await call('mcp__crm__customers');
    expect(await createReleaseResult(options)({ ref: '#1' }, context)).toMatchObject({
      status: 'done',
    });
    const select = createSelectResult(options);
    expect(await select({ ref: '#1', expression: '@' }, context)).toMatchObject({
      code: 'RESULT_UNKNOWN',
      message: 'Cannot read the result #1: its result is gone',
    });
    expect(await select({ ref: '#2', expression: 'length(rows)' }, context)).toMatchObject({
      status: 'done',
    });
  });
});

describe('a result of JSON text', () => {
  const came = '{ "id": 9007199254740993, "rate": 1.0,\r\n  "name": "é🦆" }';
  const answer = (valueText: string) => ({
    ...fakeResult({ id: 9007199254740993n, rate: 1, name: 'é🦆' }),
    valueText,
  });

  it.each([
    ['from memory', 67_108_864],
    ['from the store', 1],
  ])('comes back byte for byte as it came, %s', async (_place, memoryBytes) => {
    const { options, context, store, session } = setUp();
    const results = createResultMemory({ store, maxBytes: memoryBytes }).forSession('s1');
    const own = { ...context, session: { ...session, results } };
    results.remember({ n: 1, toolId: 'mcp__crm__raw', ...answer(came) });
    expect(await createReadResult(options)({ ref: '#1' }, own)).toMatchObject({
      status: 'done',
      content: came.slice(0, 20),
    });
    expect(await createSelectResult(options)({ ref: '#1', expression: 'id' }, own)).toMatchObject({
      value: { text: '9007199254740993' },
    });
    const { ref } = (await results.keep(1)) ?? { ref: '' };
    expect((await store.read('s1', ref)).text).toBe(came);
  });
});

describe('pipe_result', () => {
  it('gives a tool what the expressions select, with all digits, and literals as they are', async () => {
    const { options, context, put, received, session, usage } = setUp();
    const ref = await put(rows);
    const report = await createPipeResult(options)(
      {
        ref,
        tool: 'mcp__stats__mean',
        mapping: { values: 'rows[].id', first: 'rows[0]."unit-price"' },
        arguments: { digits: 2 },
      },
      context,
    );
    expect(received).toEqual([{ values: [9007199254740993n, 2], first: 3, digits: 2 }]);
    expect(report).toMatchObject({ status: 'done', value: { text: '{"count":2}' } });
    expect(session.journal.entries()).toMatchObject([
      { toolId: 'mcp__stats__mean', state: 'done' },
    ]);
    const { calls, directBytes, contextBytes } = session.meter.totals();
    expect([calls, directBytes]).toEqual([1, 52 + 11]);
    expect(usage).toEqual([
      {
        sessionId: 's1',
        source: 'pipe_result',
        runId: 'run_1',
        at: expect.any(Number) as number,
        calls: 1,
        directBytes,
        contextBytes,
      },
    ]);
  });

  it('gives all of a result as it is where the expression is @: a text as a text, JSON with all digits', async () => {
    const { options, context, put, received, call } = setUp();
    const ref = await put(rows);
    const pipe = createPipeResult(options);
    const tool = 'mcp__stats__mean';
    await pipe({ ref, tool, mapping: { values: 'rows', all: ' @ ' } }, context);
    await pipe({ ref, tool, mapping: { all: '@' }, arguments: { values: [] } }, context);
    await call('mcp__crm__note');
    await pipe({ ref: '#3', tool, mapping: { note: '@' }, arguments: { values: [] } }, context);
    expect(received).toEqual([
      { values: rows.rows, all: rows },
      { all: rows, values: [] },
      { note: 'line one\nline two', values: [] },
    ]);
    expect(await pipe({ ref: 'res_0', tool, mapping: { a: '@' } }, context)).toMatchObject({
      status: 'refused',
      code: 'RESULT_UNKNOWN',
    });
  });

  it('refuses an argument that is given twice, and a tool that the rules deny, before anything is sent', async () => {
    const { options, context, put, received } = setUp([{ match: '*', action: 'deny' }]);
    const pipe = createPipeResult(options);
    const ref = await put(rows);
    const request = { ref, tool: 'mcp__stats__mean', mapping: { values: 'rows' } };
    expect(await pipe({ ...request, arguments: { values: 1 } }, context)).toEqual({
      status: 'refused',
      code: 'USAGE',
      message: 'Cannot pipe: "values" stands in both mapping and arguments',
      hint: 'Give each argument once: an expression in mapping, or its value in arguments.',
    });
    expect(await pipe(request, context)).toEqual({
      status: 'denied',
      code: 'POLICY_DENIED',
      message:
        'Cannot call "mcp__stats__mean": it is denied by policy[0] {"match":"*","action":"deny"}',
      hint: 'Go on without this tool; only the user can change the rule.',
    });
    expect(received).toEqual([]);
  });

  it('is asked about with its arguments where the rules say so, and a yes is for these alone', async () => {
    const { options, context, put, received } = setUp([]);
    const pipe = createPipeResult(options);
    const request = {
      ref: await put(rows),
      tool: 'mcp__stats__mean',
      mapping: { values: 'rows[].id' },
    };
    const asks = await pipe(request, context);
    if (asks.status !== 'asks') throw new Error('not asked');
    expect(asks.question.program).toBe(
      'return await call("mcp__stats__mean", {"values":[9007199254740993,2]});',
    );
    expect(asks.question.tools).toMatchObject([{ args: [{ values: [9007199254740993n, 2] }] }]);
    expect(asks.reason).toMatchObject({
      code: 'POLICY_NEEDS_APPROVAL',
      message:
        'Cannot call "mcp__stats__mean": it needs the user\'s approval: no rule matches; policyDefault is ask',
    });
    const answer = {
      digest: asks.question.digest,
      answer: { decision: 'allow', scope: 'once' },
      answeredIn: 'client',
    } as const;
    const other = { ...request, mapping: { values: 'rows' }, answer };
    expect(await pipe(other, context)).toMatchObject({ status: 'asks' });
    expect(received).toEqual([]);
    expect(await pipe({ ...request, answer }, context)).toMatchObject({ status: 'done' });
    expect(await pipe(request, context)).toMatchObject({ status: 'asks' });
    expect(received).toEqual([{ values: [9007199254740993n, 2] }]);
  });

  it('is asked about by the reference and the expressions where the arguments are many', async () => {
    const { options, context, put, received } = setUp([]);
    const pipe = createPipeResult(options);
    const many = Array.from({ length: 600 }, (_, at) => `row ${at}`);
    const ref = await put({ many });
    const request = {
      ref,
      tool: 'mcp__stats__mean',
      mapping: { values: 'many' },
      arguments: { note: '"x"' },
    };
    const asks = await pipe(request, context);
    if (asks.status !== 'asks') throw new Error('not asked');
    expect(asks.question.program).toBe(
      `return await call("mcp__stats__mean", {\n  "note": "\\"x\\"",\n  "values": await results.select("${ref}", "many"),\n});`,
    );
    expect(asks.question.tools[0]).not.toHaveProperty('args');
    const answer = {
      digest: asks.question.digest,
      answer: { decision: 'allow', scope: 'once' },
      answeredIn: 'client',
    } as const;
    const other = await put({ many: [...many, 'more'] });
    expect(await pipe({ ...request, ref: other, answer }, context)).toMatchObject({
      status: 'asks',
    });
    expect(await pipe({ ...request, answer }, context)).toMatchObject({ status: 'done' });
    expect(received).toEqual([{ values: many, note: '"x"' }]);
  });

  it('says what is wrong with the name of a tool', async () => {
    const { options, context, put } = setUp([]);
    const request = { ref: await put(rows), tool: 'mcp__stats__maen', mapping: { values: 'rows' } };
    expect(await createPipeResult(options)(request, context)).toMatchObject({
      status: 'failed',
      error: { code: 'TOOL_UNKNOWN' },
    });
  });

  it('names the argument whose expression is wrong', async () => {
    const { options, context, put } = setUp();
    const mapping = { good: 'rows', bad: 'rows[' };
    const request = { ref: await put(rows), tool: 'mcp__stats__mean', mapping };
    expect(await createPipeResult(options)(request, context)).toMatchObject({
      code: 'QUERY_INVALID',
      message: expect.stringMatching(
        /: in the expression "rows\[" of "bad": unexpected end at position 6$/,
      ),
    });
  });
});
