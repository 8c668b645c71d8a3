import type {
  ContentBlock,
  FileStore,
  Json,
  CheckOutcome,
  CheckRequest,
  PolicyRule,
  ProgramChecker,
  ProgramHost,
  ResultStore,
  RunEnd,
  SavedFile,
  Settings,
  ThrownError,
  Workbench,
} from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import {
  fakeClock,
  fakeErrorResult,
  fakeResult,
  fakeRunner,
  fakeUpstreams,
  inPlaceWorkbench,
  memoryLogger,
  memoryResultStore,
  smallResultSettings,
  textEnd,
  valueEnd,
} from '@sluice/contracts/testing';
import type { FakeProgram, FakeUpstreamTable } from '@sluice/contracts/testing';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { createCatalogueView } from './catalogue-view.js';
import { testConsents } from './consent/testing/test-consents.js';
import { jobs } from './jobs.js';
import { createGate } from './nested-call.js';
import { createRunCode } from './run-code.js';
import type { RunCodeRequest } from './run-request.js';
import { createSession } from './session.js';

const allowAll: readonly PolicyRule[] = [{ match: '*', action: 'allow' }];
const table: FakeUpstreamTable = {
  github: {
    search_issues: {
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string' } },
        required: ['query'],
      },
      run: ({ query }) => ({ found: query ?? null }),
    },
    delete_issue: () => 'deleted',
  },
  slow: { hang: () => new Promise(() => undefined) },
};
const camera: FakeUpstreamTable = {
  camera: {
    shot: () => {
      const content: ContentBlock[] = [
        { type: 'text', text: 'a dot' },
        { type: 'image', mimeType: 'image/png', data: 'AAEC' },
      ];
      const value = { text: 'a dot', content };
      return { isError: false, content, value, raw: { content }, sizeBytes: 80 };
    },
  },
};
const signature = 'tools.github.search_issues(args: { query: string }): Promise<unknown>';

function setUp(
  program: FakeProgram,
  options: {
    rules?: readonly PolicyRule[];
    settings?: Partial<Settings['sandbox']>;
    files?: Partial<FileStore>;
    workbench?: Workbench;
    upstreams?: FakeUpstreamTable;
    outcome?: CheckOutcome;
    check?: Settings['check'];
  } = {},
) {
  const clock = fakeClock(1000);
  const logger = memoryLogger();
  const upstreams = fakeUpstreams(options.upstreams ?? table);
  const runner = fakeRunner(program);
  const policy = compilePolicy(options.rules ?? allowAll, 'ask');
  const view = createCatalogueView({ upstreams, policy });
  const settings = { ...settingsWith(options.settings ?? {}), check: options.check ?? 'enforce' };
  const checked: CheckRequest[] = [];
  const kept: string[] = [];
  const rulesPlace = '/home/user/sluice.json';
  const { consents } = testConsents({ clock });
  const memory = memoryResultStore(settings.results, clock);
  const store: ResultStore = {
    ...memory,
    put(sessionId, result) {
      if (result.kind === 'bytes') return memory.put(sessionId, result);
      if (result.text.includes('poison')) return Promise.reject(new Error('poison in a message'));
      kept.push(result.text);
      return memory.put(sessionId, result);
    },
  };
  const gate = createGate({
    view,
    policy,
    consents,
    upstreams,
    store,
    clock,
    logger,
    concurrencyOf: () => 16,
    maxValueBytes: settings.results.maxResultBytes,
    rulesPlace,
  });
  const usage: unknown[] = [];
  const archived: unknown[] = [];
  let runs = 0;
  const runCode = createRunCode({
    settings,
    clock,
    logger,
    runner,
    upstreams,
    view,
    policy,
    gate,
    consents,
    workbench: options.workbench ?? inPlaceWorkbench(jobs),
    ...(options.outcome && { checker: checkerThatSays(options.outcome, checked) }),
    rulesPlace,
    newId: () => `run_${(runs += 1)}`,
    search: (query) => Promise.resolve(`found ${String(query)}`),
    store,
    usage: { add: (one) => void usage.push(one) },
    logs: { add: (one) => void archived.push(one) },
    files: {
      save: (_sessionId, name, { length }) => Promise.resolve(savedFile(name, length)),
      read: (_sessionId, name) =>
        Promise.resolve({ file: savedFile(name, 1), bytes: Uint8Array.of(7) }),
      endSession: () => Promise.resolve(),
      close: () => Promise.resolve(),
      ...options.files,
    },
  });
  const session = createSession('s1');
  const client = new AbortController();
  const progress: unknown[] = [];
  const run = (code: string, more: Partial<RunCodeRequest> = {}) =>
    runCode(
      { code, ...more },
      { session, signal: client.signal, onProgress: (step) => progress.push(step) },
    );
  return {
    clock,
    logger,
    upstreams,
    runner,
    session,
    client,
    progress,
    kept,
    usage,
    archived,
    checked,
    run,
  };
}

function settingsWith(sandbox: Partial<Settings['sandbox']>): Settings {
  return {
    servers: Object.keys(table).map((name) => ({
      name,
      file: '/home/user/sluice.json',
      enabled: true,
      transport: { kind: 'stdio', command: 'x', args: [], env: {}, inheritEnv: [] },
      connectTimeoutMs: 30_000,
      concurrency: 16,
      trusted: false,
      written: 'x',
      shown: 'x',
    })),
    policy: [],
    policyDefault: 'ask',
    sandbox: {
      timeoutSeconds: 120,
      heapMb: 256,
      memoryMb: 512,
      maxProgramBytes: 2000,
      maxCalls: 100,
      maxParallelCalls: 2,
      maxLogBytes: 1000,
      maxFileBytes: 1000,
      logTailBytes: 40,
      cpuSeconds: 120,
      maxOutputBytes: 1_000_000,
      maxErrorBytes: 1_000_000,
      maxFrames: 1_000_000,
      pool: 0,
      reads: 'folder',
      require: [],
      ...sandbox,
    },
    results: {
      ...smallResultSettings,
      inlineMaxBytes: 60,
      previewMaxBytes: 100,
      maxResultBytes: 2000,
      maxStoreBytes: 20_000,
    },
    catalogue: { inlineMaxBytes: 4096 },
    expose: ['code'],
    consent: { timeoutSeconds: 300 },
    check: 'enforce',
    files: ['/home/user/sluice.json'],
    broken: [],
    warnings: [],
  };
}

function savedFile(name: string, sizeBytes: number): SavedFile {
  return { name, path: `/files/${name}`, sizeBytes, savedAt: 1, expiresAt: 2 };
}

function failingWorkbench(error: SluiceError): Workbench {
  return {
    run: () => Promise.reject(error),
    warm: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function checkerThatSays(outcome: CheckOutcome, asked: CheckRequest[]): ProgramChecker {
  return {
    check(request) {
      asked.push(request);
      return Promise.resolve(outcome);
    },
    warm: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

const returns =
  (value: Json): FakeProgram =>
  () =>
    valueEnd(value);
const throws =
  (error: Partial<ThrownError>): FakeProgram =>
  () => ({
    kind: 'threw',
    error: { phase: 'run', name: 'Error', message: 'boom', frames: [], ...error },
  });
const search = (host: ProgramHost, signal: AbortSignal, query: string) =>
  host.call({ toolId: 'mcp__github__search_issues', args: { query } }, signal);

const empty = {
  calls: [],
  logs: {
    tail: '',
    lines: 0,
    bytes: 0,
    leftOut: { lines: 0, bytes: 0 },
    dropped: { lines: 0, bytes: 0 },
  },
  emitted: [],
  files: [],
  notes: [],
  findings: [],
  durationMs: 0,
  meter: { bytesMoved: 0, bytesKeptOut: 0 },
};

describe('createRunCode()', () => {
  it('runs a program and gives its value, with what it did', async () => {
    const { run, runner, session, progress, usage, archived } = setUp(
      async (host, _request, signal) => {
        host.log({ level: 'log', text: 'hello' });
        host.progress({ done: 1, total: 2 });
        host.emit({ type: 'text', text: 'block' });
        const reply = await search(host, signal, 'x'.repeat(50));
        return valueEnd(reply.ok ? { length: 50 } : null);
      },
    );
    const report = await run('return github.search_issues({ query: data })', { data: 'x' });
    expect(report).toEqual({
      status: 'completed',
      runId: 'run_1',
      value: {
        kind: 'inline',
        text: '{"length":50}',
        contentType: 'application/json',
        sizeBytes: 13,
      },
      calls: [
        {
          n: 1,
          runId: 'run_1',
          toolId: 'mcp__github__search_issues',
          server: 'github',
          tool: 'search_issues',
          state: 'done',
          argsBytes: 62,
          resultBytes: 62,
          startedAt: 1000,
          durationMs: 0,
        },
      ],
      logs: { ...empty.logs, tail: 'hello', lines: 1, bytes: 6 },
      emitted: [{ type: 'text', text: 'block' }],
      files: [],
      findings: [],
      notes: [],
      durationMs: 0,
      meter: { bytesMoved: 124, bytesKeptOut: 62 - 13 - 5 - 30 },
    });
    expect(runner.requests).toEqual([
      {
        program: 'return github.search_issues({ query: data })',
        data: 'x',
        servers: [
          expect.objectContaining({ name: 'github', identifier: 'github', bare: true }),
          expect.objectContaining({ name: 'slow' }),
        ],
        limits: {
          timeoutMs: 120_000,
          heapMb: 256,
          memoryMb: 512,
          maxCalls: 100,
          maxParallelCalls: 2,
          maxValueBytes: 2000,
          maxLogBytes: 1000,
          maxFileBytes: 1000,
        },
      },
    ]);
    expect(progress).toEqual([{ done: 1, total: 2 }]);
    expect(session.logs.drain(1000).entries).toEqual([
      { id: 1, runId: 'run_1', at: 1000, level: 'log', text: 'hello' },
    ]);
    const sizes = { directBytes: 124, contextBytes: 44 + 3 + 13 + 5 + 30 };
    expect(session.meter.totals()).toEqual({ runs: 1, calls: 1, ...sizes });
    expect(usage).toEqual([
      { sessionId: 's1', runId: 'run_1', source: 'run_code', at: 1000, calls: 1, ...sizes },
    ]);
    expect(archived).toEqual([
      { sessionId: 's1', runId: 'run_1', at: 1000, level: 'log', text: 'hello' },
    ]);
  });

  it('keeps a large value and shows reference, shape and preview', async () => {
    const { run, kept } = setUp(returns({ rows: Array.from({ length: 50 }, (_, i) => i) }));
    expect(await run('return 1')).toMatchObject({
      status: 'completed',
      value: {
        kind: 'reference',
        stored: { kind: 'wire', source: 'run_code' },
        shape: '{ rows: Array(50) of number }',
      },
    });
    expect(kept).toHaveLength(1);
  });

  it('fails loudly when the value is larger than may be kept', async () => {
    const { run } = setUp(returns('x'.repeat(3000)));
    expect(await run('return 1')).toMatchObject({
      status: 'failed',
      code: 'RESULT_TOO_LARGE',
      message:
        'Cannot keep a result of 3000 bytes: results.maxResultBytes allows 2000 bytes for one result',
      hint: 'Return less: filter, pick fields or aggregate in the program; or raise results.maxResultBytes.',
    });
  });

  it('shows a media handle that the program emits as what it stands for, and no base64 else', async () => {
    const seen: Json[] = [];
    const { run } = setUp(
      async (host, _request, signal) => {
        const reply = await host.call({ toolId: 'mcp__camera__shot', args: {} }, signal);
        const { content } = (reply as unknown as { value: { content: ContentBlock[] } }).value;
        seen.push(content);
        for (const block of content) host.emit(block);
        host.emit({ type: 'image', ref: 'res_0', sizeBytes: 3 });
        const ref = String(content[1]?.['ref']);
        expect(await host.readMedia(ref)).toEqual({ ok: true, bytes: Uint8Array.of(0, 1, 2) });
        expect(await host.readMedia('res_0')).toMatchObject({ error: { code: 'RESULT_UNKNOWN' } });
        return valueEnd(content as Json);
      },
      { upstreams: camera },
    );
    const report = await run('return 1');
    expect(JSON.stringify(seen)).not.toContain('AAEC');
    expect(JSON.stringify(report.status === 'completed' && report.value)).not.toContain('AAEC');
    expect(report.emitted).toEqual([
      { type: 'text', text: 'a dot' },
      { type: 'image', mimeType: 'image/png', data: 'AAEC' },
    ]);
    expect(report.notes).toEqual([
      'emit(): a media handle was left out: "res_0" is not there: unknown, released, or its time was up.',
    ]);
  });

  it('saves and reads files of its session, and lists what was saved, each file once', async () => {
    const asked: unknown[] = [];
    const replies: unknown[] = [];
    const { run } = setUp(
      async (host) => {
        replies.push(await host.saveFile('a', new Uint8Array(3)));
        replies.push(await host.saveFile('b', new Uint8Array(1)));
        replies.push(await host.saveFile('a', new Uint8Array(9)));
        replies.push(await host.readFile('/files/a'));
        return valueEnd(1);
      },
      {
        files: {
          read: async (...given) => {
            asked.push(given);
            return { file: savedFile('a', 1), bytes: Uint8Array.of(7) };
          },
        },
      },
    );
    expect((await run('return 1')).files).toEqual([savedFile('a', 9), savedFile('b', 1)]);
    expect(replies).toEqual([
      { ok: true, path: '/files/a' },
      { ok: true, path: '/files/b' },
      { ok: true, path: '/files/a' },
      { ok: true, bytes: Uint8Array.of(7) },
    ]);
    expect(asked).toEqual([['s1', '/files/a']]);
  });

  it('hands refusals of files to the program, and keeps what went wrong inside to the log', async () => {
    const replies: unknown[] = [];
    const { run, logger } = setUp(
      async (host) => {
        replies.push(await host.readFile('x'), await host.saveFile('y', new Uint8Array(0)));
        return valueEnd(1);
      },
      {
        files: {
          read: () =>
            Promise.reject(new SluiceError('FILE_UNKNOWN', 'No such file', { hint: 'Save it.' })),
          save: () => Promise.reject(new Error('/secret/place')),
        },
      },
    );
    expect((await run('return 1')).files).toEqual([]);
    expect(replies).toEqual([
      {
        ok: false,
        error: { name: 'Error', code: 'FILE_UNKNOWN', message: 'No such file', hint: 'Save it.' },
      },
      {
        ok: false,
        error: {
          name: 'Error',
          code: 'INTERNAL',
          message: 'Cannot use a file: something failed inside Sluice',
          hint: 'The log of Sluice has the reason.',
        },
      },
    ]);
    expect(JSON.stringify(logger.lines)).not.toContain('secret');
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'A file of a program could not be saved or read',
    ]);
  });

  it('lists a file that was still being written when the run was stopped', async () => {
    let written: () => void = () => undefined;
    const { run } = setUp(
      (host) => {
        void host.saveFile('a', new Uint8Array(3));
        setImmediate(() => written());
        return { kind: 'stopped', code: 'RUN_TIMEOUT', message: 'too late' };
      },
      {
        files: {
          save: (_sessionId, name, { length }) =>
            new Promise((resolve) => (written = () => resolve(savedFile(name, length)))),
        },
      },
    );
    expect(await run('return 1')).toMatchObject({ status: 'failed', files: [savedFile('a', 3)] });
  });

  it('numbers calls on through the runs of a session', async () => {
    const { run } = setUp(async (host, _request, signal) => {
      await search(host, signal, 'a');
      await search(host, signal, 'b');
      return textEnd('{"$type":"undefined"}');
    });
    const first = await run('return 1');
    const second = await run('return 1');
    expect(first).toMatchObject({ value: { kind: 'none' } });
    expect([...first.calls, ...second.calls].map(({ n, runId }) => [n, runId])).toEqual([
      [1, 'run_1'],
      [2, 'run_1'],
      [3, 'run_2'],
      [4, 'run_2'],
    ]);
  });

  it('notes once for each tool that its structured content was missing', async () => {
    const { run, upstreams } = setUp(async (host, _request, signal) => {
      for (const tool of ['lax', 'lax', 'exact'])
        await host.call({ toolId: `mcp__github__${tool}`, args: {} }, signal);
      return valueEnd(1);
    });
    const outputSchema = { type: 'object' };
    const { isError, content, value, raw, sizeBytes } = fakeResult({ id: 7 });
    const textOnly = { isError, content, value, raw, sizeBytes };
    upstreams.setTools('github', {
      lax: { outputSchema, run: () => textOnly },
      exact: { outputSchema, run: () => ({ id: 8 }) },
    });
    expect((await run('return 1')).notes).toEqual([
      'mcp__github__lax declares an output schema, but sent no structured content: its text was read',
    ]);
  });

  it('tells search and descriptions, but nothing of a denied tool', async () => {
    const rules: PolicyRule[] = [{ match: '*delete*', action: 'deny' }, ...allowAll];
    const { run } = setUp(
      async (host) =>
        valueEnd([
          await host.search('q', 1),
          (await host.describe('mcp__github__search_issues'))?.signature ?? null,
          (await host.describe('mcp__github__delete_issue')) === undefined,
        ]),
      { rules },
    );
    expect(await run('return 1')).toMatchObject({
      value: { preview: expect.stringContaining('"found q", "tools.github.search_issues(') },
    });
  });

  describe('refuses before anything starts', () => {
    const refusedBy = async (
      code: string,
      options: Parameters<typeof setUp>[1] & { request?: Partial<RunCodeRequest> } = {},
    ) => {
      const { run, runner, upstreams } = setUp(returns(1), options);
      const report = await run(code, options.request);
      expect(runner.requests).toEqual([]);
      expect(upstreams.calls).toEqual([]);
      return report;
    };
    const refused = (rest: object) => ({ status: 'refused', runId: 'run_1', ...empty, ...rest });

    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('timeoutMs %j', async (timeoutMs) => {
      expect(await refusedBy('return 1', { request: { timeoutMs } })).toEqual(
        refused({
          code: 'USAGE',
          message: `Cannot start the program: timeoutMs must be a number of milliseconds above 0, not ${timeoutMs}`,
          hint: 'Leave it out to use sandbox.timeoutSeconds (120).',
        }),
      );
    });

    it('an empty program', async () => {
      expect(await refusedBy(' \n ')).toMatchObject({ status: 'refused', code: 'PROGRAM_EMPTY' });
    });

    it('a program that is too large', async () => {
      expect(await refusedBy(`return 1 // ${'x'.repeat(2000)}`)).toMatchObject({
        status: 'refused',
        code: 'PROGRAM_TOO_LARGE',
      });
    });

    it('a program that cannot be read, with the place in the text as it was sent', async () => {
      expect(await refusedBy('```js\nconst a = 1\nreturn @@ a\n```')).toMatchObject({
        status: 'refused',
        code: 'PROGRAM_SYNTAX',
        position: { line: 3 },
        quotedLine: 'return @@ a',
      });
    });

    it.each(['WORK_TIMEOUT', 'WORK_FAILED'] as const)(
      'a program whose reading ends with %s',
      async (code) => {
        const workbench = failingWorkbench(new SluiceError(code, 'Cannot finish the job'));
        expect(await refusedBy('return 1', { workbench })).toEqual(
          refused({
            code: 'PROGRAM_TOO_COMPLEX',
            message: 'Cannot read the program: it is too complex to be read in time',
            hint: 'Send a shorter one: hand large literals over in "data", and put nested expressions into statements of their own.',
          }),
        );
      },
    );

    it('a program for which there is no room on the workbench', async () => {
      const full = new SluiceError('WORK_REFUSED', 'Cannot take the job', { hint: 'Try again.' });
      expect(await refusedBy('return 1', { workbench: failingWorkbench(full) })).toEqual(
        refused({ code: 'WORK_REFUSED', message: 'Cannot take the job', hint: 'Try again.' }),
      );
    });

    it('an unknown tool, with the nearest one, its signature and the place', async () => {
      expect(await refusedBy('```js\nreturn await github.serch_issues({})\n```')).toEqual(
        refused({
          code: 'TOOL_UNKNOWN',
          message:
            'Cannot call "github.serch_issues": the upstream "github" has no tool "serch_issues"',
          hint: `Did you mean ${signature}?`,
          position: { line: 2, column: 14 },
          quotedLine: 'return await github.serch_issues({})',
          notes: ['removed a Markdown fence'],
        }),
      );
    });

    it('an unknown upstream, and names the further unknown tools', async () => {
      const code = 'await tools.gitlab.search({})\nawait call("mcp__github__nosuch", {})';
      expect(await refusedBy(code)).toMatchObject({
        status: 'refused',
        code: 'TOOL_UNKNOWN',
        message:
          'Cannot call "gitlab.search": there is no upstream "gitlab"; nor "mcp__github__nosuch" (line 2)',
        position: { line: 1, column: 7 },
      });
    });

    it('names ten further missing tools, once each and cut, and counts the others', async () => {
      const code = Array.from({ length: 14 }, (_, n) => `github.no${n % 13}${'x'.repeat(100)}()`);
      const { message } = (await refusedBy(code.join('\n'))) as { message: string };
      expect(message).toMatch(
        /^Cannot call "github\.no0x+": .*; nor "github\.no1x+…" \(line 2\), /,
      );
      expect(message).toMatch(/"github\.no10x+…" \(line 11\) and 2 more$/);
    });

    it('a denied tool, naming the rule', async () => {
      const rules: PolicyRule[] = [{ match: '*delete*', action: 'deny' }, ...allowAll];
      expect(await refusedBy('\nreturn await github.delete_issue({})', { rules })).toEqual(
        refused({
          code: 'POLICY_DENIED',
          message:
            'Cannot start the program: "mcp__github__delete_issue" is denied by policy[0] {"match":"*delete*","action":"deny"}',
          hint: 'Go on without this tool; only the user can change the rule.',
          position: { line: 2, column: 14 },
          quotedLine: 'return await github.delete_issue({})',
        }),
      );
    });

    it('one use of a tool that its arguments deny, and none that they allow', async () => {
      const rules: PolicyRule[] = [
        { match: '*search_issues', when: { 'args.query': 'is:open*' }, action: 'allow' },
        { match: '*search_issues', action: 'deny' },
      ];
      const code = "await github.search_issues({ query: 'is:open' })\nreturn github.search_issues(";
      expect(await refusedBy(`${code}{ query: 'is:closed' })`, { rules })).toMatchObject({
        code: 'POLICY_DENIED',
        message:
          'Cannot start the program: "mcp__github__search_issues" is denied by policy[1] {"match":"*search_issues","action":"deny"}',
        position: { line: 2, column: 8 },
      });
      const { run } = setUp(() => valueEnd(1), { rules });
      expect(await run(`${code}data)`)).toMatchObject({ status: 'completed' });
    });

    it('tools that need approval: the question, and for whoever cannot ask the exact rules to add and where', async () => {
      const code = 'await github.search_issues({})\nreturn github.delete_issue({})';
      const report = await refusedBy(code, { rules: [] });
      expect(report).toMatchObject({
        status: 'asks',
        code: 'POLICY_NEEDS_APPROVAL',
        message:
          'Cannot start the program: "mcp__github__search_issues" needs the user\'s approval: no rule matches; policyDefault is ask; "mcp__github__delete_issue" needs the user\'s approval: no rule matches; policyDefault is ask',
        hint: 'Only the user can allow it, by adding to the end of "policy" in /home/user/sluice.json: {"match":"mcp__github__search_issues","action":"allow"}, {"match":"mcp__github__delete_issue","action":"allow"}',
        position: { line: 1, column: 7 },
        quotedLine: 'await github.search_issues({})',
        calls: [],
      });
      expect(report).toHaveProperty('question', {
        id: 'q_1',
        digest: expect.any(String),
        sessionId: 's1',
        workspace: '/home/user/project',
        program: code,
        hasDynamic: false,
        scopes: ['once', 'session', 'workspace', 'always'],
        tools: [
          expect.objectContaining({ id: 'mcp__github__search_issues', args: [{}] }),
          expect.objectContaining({ id: 'mcp__github__delete_issue', args: [{}] }),
        ],
        askedAt: 1000,
        expiresAt: 301_000,
      });
    });
  });

  it('lets a smaller timeoutMs lower the limit, and notes one that would raise it', async () => {
    const { run, runner } = setUp(returns(1));
    expect((await run('return 1', { timeoutMs: 1500.2 })).notes).toEqual([]);
    expect((await run('return 1', { timeoutMs: 999_999 })).notes).toEqual([
      'timeoutMs 999999 is more than sandbox.timeoutSeconds (120) allows; 120 s counted.',
    ]);
    expect(runner.requests.map(({ limits }) => limits.timeoutMs)).toEqual([1501, 120_000]);
  });

  it('notes an integer that JavaScript rounds, at its place in the text that was sent', async () => {
    const { run } = setUp(returns(1));
    expect((await run('```js\nreturn 725653563933458433\n```')).notes.at(-1)).toBe(
      'the number 725653563933458433 (line 2, column 8) loses digits: it became 725653563933458432. Write 725653563933458433n to keep them.',
    );
  });

  it('waits for an upstream that the program names, and for no other', async () => {
    const { run, upstreams } = setUp(returns(1));
    for (const name of ['github', 'slow'])
      upstreams.setStatus(name, { state: 'connecting', toolsFrom: 'none' });
    const report = run('await github.search_issues({ query: "x" })');
    await new Promise((resolve) => setImmediate(resolve));
    upstreams.setStatus('github', { state: 'ready', toolsFrom: 'live' });
    expect(await report).toMatchObject({ status: 'completed' });
  });

  it('starts at once on tools from the cache, and waits where a name is missing from them', async () => {
    const { run, upstreams } = setUp(returns(1));
    upstreams.setTools('github', { search_issues: () => 1 });
    upstreams.setStatus('github', { state: 'connecting', toolsFrom: 'cache' });
    expect(await run('await github.search_issues({})')).toMatchObject({ status: 'completed' });
    const report = run('await github.brand_new({})');
    await new Promise((resolve) => setImmediate(resolve));
    upstreams.setTools('github', { brand_new: () => 1 });
    upstreams.setStatus('github', { state: 'ready', toolsFrom: 'live' });
    expect(await report).toMatchObject({ status: 'completed' });
  });

  it('says why an upstream is down that the program needs', async () => {
    const { run, upstreams } = setUp(returns(1));
    upstreams.setStatus('github', {
      state: 'failed',
      toolsFrom: 'none',
      error: {
        code: 'UPSTREAM_START',
        message: 'the command "uvx" was not found',
        hint: 'Install uv.',
      },
    });
    expect(await run('await github.search_issues({})')).toMatchObject({
      status: 'refused',
      code: 'UPSTREAM_START',
      message:
        'Cannot call "github.search_issues": the upstream "github" is down: the command "uvx" was not found',
      hint: 'Install uv.',
    });
    expect(upstreams.retried).toEqual(['github']);
  });

  it('describes a tool of an upstream that only now becomes ready', async () => {
    const { run, upstreams } = setUp(async (host) =>
      valueEnd([(await host.describe('mcp__github__search_issues'))?.name ?? null]),
    );
    upstreams.setStatus('github', { state: 'connecting', toolsFrom: 'none' });
    const report = run('return 1');
    await new Promise((resolve) => setImmediate(resolve));
    upstreams.setStatus('github', { state: 'ready', toolsFrom: 'live' });
    expect(await report).toMatchObject({ value: { text: '["search_issues"]' } });
  });

  it('says once which upstream is down where the reason names it', async () => {
    const { run, upstreams } = setUp(returns(1));
    const message = 'Cannot start upstream "github": the command "uvx" was not found';
    const error = { code: 'UPSTREAM_START', message } as const;
    upstreams.setStatus('github', { state: 'failed', toolsFrom: 'none', error });
    expect(await run('await github.search_issues({})')).toMatchObject({
      message:
        'Cannot call "github.search_issues": cannot start upstream "github": the command "uvx" was not found',
    });
  });

  it('gives up on an upstream that hangs, and leaves no timer', async () => {
    const { run, upstreams, clock } = setUp(returns(1));
    upstreams.setStatus('github', { state: 'connecting', toolsFrom: 'none' });
    const report = run('await github.search_issues({})', { timeoutMs: 5000 });
    await clock.advanceAsync(5000);
    expect(await report).toMatchObject({
      status: 'refused',
      code: 'UPSTREAM_START',
      message: 'Cannot call "github.search_issues": the upstream "github" is still connecting',
      hint: 'Try again in a moment.',
      durationMs: 5000,
    });
    expect(clock.pending).toBe(0);
  });

  it('lets an upstream that uses up its time say so itself', async () => {
    const { run, upstreams, clock } = setUp(returns(1));
    upstreams.setStatus('github', { state: 'connecting', toolsFrom: 'none' });
    const report = run('await github.search_issues({})');
    await clock.advanceAsync(34_000);
    const message = 'Cannot start upstream "github": it did not finish its handshake';
    const error = { code: 'UPSTREAM_START', message } as const;
    upstreams.setStatus('github', { state: 'failed', toolsFrom: 'none', error });
    expect(await report).toMatchObject({
      message:
        'Cannot call "github.search_issues": cannot start upstream "github": it did not finish its handshake',
    });
  });

  it('does not start when it is cancelled while it waits', async () => {
    const { run, upstreams, runner, client } = setUp(returns(1));
    upstreams.setStatus('github', { state: 'connecting', toolsFrom: 'none' });
    const report = run('await github.search_issues({})');
    client.abort();
    expect(await report).toMatchObject({
      status: 'failed',
      code: 'RUN_CANCELLED',
      message: 'The run was cancelled before the program started',
    });
    expect(runner.requests).toEqual([]);
  });

  it('cancels a run with its calls, and says in the ledger which had an effect', async () => {
    const { run, upstreams, client } = setUp(async (host, _request, signal) => {
      await search(host, signal, 'a');
      await Promise.all(
        [1, 2, 3].map((i) => host.call({ toolId: 'mcp__slow__hang', args: { i } }, signal)),
      );
      return valueEnd(1);
    });
    const pending = run('return 1');
    await new Promise((resolve) => setImmediate(resolve));
    client.abort();
    const report = await pending;
    expect(report).toMatchObject({ status: 'failed', code: 'RUN_CANCELLED' });
    if (report.status !== 'failed') throw new Error('unreachable');
    expect(report.ledger.done.map(({ n, state }) => [n, state])).toEqual([[1, 'done']]);
    expect(report.ledger.inFlight.map(({ n, state }) => [n, state])).toEqual([
      [2, 'cancelled'],
      [3, 'cancelled'],
    ]);
    expect(report.ledger.neverSent.map(({ n, state }) => [n, state])).toEqual([[4, 'unsent']]);
    expect(report.meter.bytesMoved).toBe(13 + 13 + 7 + 7);
    expect(upstreams.calls).toHaveLength(3);
    expect(upstreams.calls.every(({ signal }, i) => i === 0 || signal.aborted)).toBe(true);
  });

  it('tells of calls that the program did not wait for', async () => {
    const { run } = setUp((host, _request, signal) => {
      for (let i = 0; i < 7; i += 1)
        void host.call({ toolId: 'mcp__slow__hang', args: { i } }, signal);
      return new Promise<RunEnd>((resolve) => setImmediate(() => resolve(valueEnd('early'))));
    });
    expect(await run('return 1')).toMatchObject({
      status: 'completed',
      value: { text: 'early' },
      notes: [
        '7 calls were still open when the program returned and got cancelled (5 of them never sent): #1 mcp__slow__hang, #2 mcp__slow__hang, #3 mcp__slow__hang, #4 mcp__slow__hang, #5 mcp__slow__hang and 2 more. Await every call.',
      ],
    });
  });

  it('ignores what a runner sends after the end', async () => {
    let late: ProgramHost | undefined;
    const { run } = setUp((host) => {
      late = host;
      return valueEnd(1);
    });
    const report = await run('return 1');
    late?.log({ level: 'log', text: 'late' });
    late?.emit({ type: 'text', text: 'late' });
    await late?.call(
      { toolId: 'mcp__github__search_issues', args: {} },
      new AbortController().signal,
    );
    expect(report.calls).toEqual([]);
    expect(report.emitted).toEqual([]);
    expect(report.logs.lines).toBe(0);
  });

  it.each<[string, number, (size: string) => ContentBlock, number]>([
    ['text', 10, (text) => ({ type: 'text', text }), 1],
    ['text of a resource', 10, (text) => ({ type: 'resource', resource: { uri: 'a:b', text } }), 0],
    ['links', 10, (name) => ({ type: 'resource_link', uri: 'a:b', name }), 1],
    ['what is none of the types', 10, (text) => ({ type: 'weird', text }), 1],
    ['images', 570, (data) => ({ type: 'image', data }), 3],
    ['audio', 570, (data) => ({ type: 'audio', data }), 3],
    ['bytes of a resource', 550, (blob) => ({ type: 'resource', resource: { blob } }), 3],
  ])(
    'bounds what a run may emit as %s, and says what it left out',
    async (_, size, block, kept) => {
      const { run } = setUp((host) => {
        for (let i = 0; i < 5; i += 1) host.emit(block('x'.repeat(size)));
        return valueEnd(1);
      });
      const report = await run('return 1');
      expect(report.emitted).toHaveLength(kept);
      expect(report.notes).toEqual([
        expect.stringMatching(
          new RegExp(
            `^emit\\(\\): ${5 - kept} of 5 blocks \\(\\d+ bytes\\) were left out; one run may emit 1000 blocks, \\d+ bytes of text \\(results.inlineMaxBytes\\) and 2000 bytes in all \\(results.maxResultBytes\\)\\.$`,
          ),
        ),
      ]);
    },
  );

  it('shows the last whole lines of the log and counts the rest', async () => {
    const { run, session } = setUp((host) => {
      for (let i = 0; i < 10; i += 1) host.log({ level: 'warn', text: `line ${i}` });
      host.logUnsent({ lines: 3, bytes: 30 });
      return valueEnd(1);
    });
    expect((await run('return 1')).logs).toEqual({
      tail: '[warn] line 8\n[warn] line 9',
      lines: 13,
      bytes: 170,
      leftOut: { lines: 11, bytes: 142 },
      dropped: { lines: 3, bytes: 30 },
    });
    const { entries, lost } = session.logs.drain(1000);
    expect(entries).toHaveLength(10);
    expect(lost).toEqual({ entries: 3, bytes: 30 });
  });

  it('reports what was thrown with the place and line in the text that was sent', async () => {
    const { run } = setUp(
      throws({
        name: 'RangeError',
        message: 'too far',
        position: { line: 2, column: 9 },
        frames: [
          { name: 'inner', position: { line: 2, column: 9 } },
          { position: { line: 1, column: 1 } },
        ],
      }),
    );
    expect(await run('```js\nouter()\n  throw new RangeError("too far")\n```')).toEqual({
      status: 'failed',
      runId: 'run_1',
      code: 'RUN_THREW',
      name: 'RangeError',
      message: 'too far',
      position: { line: 3, column: 9 },
      quotedLine: '  throw new RangeError("too far")',
      frames: [
        { name: 'inner', position: { line: 3, column: 9 } },
        { position: { line: 2, column: 1 } },
      ],
      ledger: { done: [], inFlight: [], neverSent: [] },
      ...empty,
      notes: [expect.stringMatching(/fence/i)],
    });
  });

  it.each<[Partial<ThrownError>, object]>([
    [{ phase: 'compile', name: 'SyntaxError' }, { code: 'PROGRAM_SYNTAX' }],
    [{ phase: 'value' }, { code: 'VALUE_UNSUPPORTED' }],
    [
      { code: 'NOT_AVAILABLE', hint: 'Call a tool instead.' },
      { code: 'NOT_AVAILABLE', hint: 'Call a tool instead.' },
    ],
    [
      { name: 'ToolError', code: 'TOOL_FAILED', server: 'github', tool: 'search_issues' },
      { code: 'TOOL_FAILED', hint: `The tool is called as ${signature}` },
    ],
    [
      { name: 'TypeError', message: 'tools.github.serch_issues is not a function' },
      { hint: `The upstream "github" has no tool "serch_issues". Nearest:\n${signature}` },
    ],
    [
      { name: 'ReferenceError', message: 'github is not defined' },
      { hint: 'The upstream "github" is there as tools.github.' },
    ],
    [{ name: 'ReferenceError', message: 'gitlab is not defined' }, { code: 'RUN_THREW' }],
    [
      { name: 'TypeError', message: 'github.search_issues is not a function' },
      { hint: `The tool is called as ${signature}` },
    ],
    [
      { name: 'TypeError', message: 'github.zzzzzzzz is not a function' },
      {
        hint: 'The upstream "github" has no tool "zzzzzzzz"; look for the right one with search_tools.',
      },
    ],
    [{ name: 'TypeError', message: 'rows.flatMop is not a function' }, { code: 'RUN_THREW' }],
    [
      { message: 'x'.repeat(9000) },
      { message: expect.stringMatching(/^x+… \(cut: 9000 bytes in all\)$/) },
    ],
  ])('describes the thrown error %j', async (error, expected) => {
    const { run } = setUp(throws(error));
    const report = await run('return 1');
    expect(report).toMatchObject({ status: 'failed', ...expected });
    if (!('hint' in expected)) expect(report).not.toHaveProperty('hint');
  });

  it('adds the signature of the tool on the line where arguments were refused', async () => {
    const error = {
      code: 'TOOL_ARGUMENTS',
      hint: 'Name each argument.',
      position: { line: 2, column: 8 },
    };
    const { run } = setUp(throws(error));
    const one = '// a program\nreturn github.search_issues("x")';
    expect(await run(one)).toMatchObject({
      hint: `Name each argument.\nThe tool is called as ${signature}`,
    });
    const two = '// a program\nreturn [github.search_issues("x"), github.delete_issue("x")]';
    expect(await run(two)).toMatchObject({ hint: 'Name each argument.' });
  });

  it('suspects the shape of a result where a property of undefined is read after a call', async () => {
    const { run } = setUp(async (host, request, signal) => {
      await search(host, signal, 'a');
      const message = "Cannot read properties of undefined (reading 'items')";
      return throws({ name: 'TypeError', message })(host, request, signal);
    });
    expect(await run('return 1')).toMatchObject({
      hint: 'If this is about the result of a call, its shape is not what the program expects: return it by itself to see it (the last one was #1, mcp__github__search_issues).',
    });
  });

  it('reports how the host ended a run', async () => {
    const { run } = setUp(() => ({
      kind: 'stopped',
      code: 'RUN_TIMEOUT',
      message: 'The run took more than 120 s',
      hint: 'Do less.',
    }));
    expect(await run('return 1')).toMatchObject({
      status: 'failed',
      code: 'RUN_TIMEOUT',
      name: 'Error',
      message: 'The run took more than 120 s',
      hint: 'Do less.',
      frames: [],
    });
  });

  it('survives a runner that breaks its promise, and keeps the reason in the log', async () => {
    const { run, logger } = setUp(() => {
      throw new Error('secret detail');
    });
    expect(await run('return 1')).toMatchObject({
      status: 'failed',
      code: 'RUN_EXITED',
      message: 'The run ended because something failed inside Sluice',
      hint: 'The log of Sluice has the reason.',
    });
    expect(JSON.stringify(logger.lines)).not.toContain('secret');
    expect(logger.lines).toMatchObject([{ level: 'error', message: 'A run failed inside Sluice' }]);
  });

  it('keeps an unexpected failure of the store out of the answer', async () => {
    const { run, logger } = setUp(returns('poison '.repeat(20)));
    expect(await run('return 1')).toMatchObject({
      status: 'failed',
      code: 'INTERNAL',
      message: 'The program returned, but its value got lost inside Sluice',
    });
    expect(JSON.stringify(logger.lines)).not.toContain('poison');
  });

  it('gives a tool that fails to the program as a reply, not to the run', async () => {
    const { run, upstreams } = setUp(async (host, _request, signal) => {
      const reply = await search(host, signal, '');
      return valueEnd(reply.ok ? 'fine' : reply.error.message);
    });
    upstreams.setTools('github', { search_issues: () => fakeErrorResult('query is empty') });
    expect(await run('return 1')).toMatchObject({
      status: 'completed',
      value: { text: 'query is empty', contentType: 'text/plain' },
      calls: [{ state: 'failed', error: { code: 'TOOL_FAILED', message: 'query is empty' } }],
    });
  });
});

describe('createRunCode() with a checker', () => {
  const program = 'const r = await tools.github.delete_issue({ id: 1 });\nreturn r.deletd;';
  const field = {
    kind: 'field',
    field: 'deletd',
    toolId: 'mcp__github__delete_issue',
    isObserved: false,
    known: ['deleted'],
    position: { line: 2, column: 10 },
    isSure: true,
  } as const;
  const outcome: CheckOutcome = { status: 'checked', mistakes: [field], calls: [] };
  const { position, isSure, ...mistake } = field;
  const finding = {
    severity: 'error',
    mistake,
    position,
    quotedLine: 'return r.deletd;',
    meant: 'deleted',
    signature: 'tools.github.delete_issue(args?: Record<string, unknown>): Promise<unknown>',
  };

  it('does not start a program with a sure mistake, and asks nobody about it', async () => {
    const { run, runner } = setUp(returns(1), { outcome, rules: [] });
    expect(isSure).toBe(true);
    expect(await run(program)).toEqual({
      ...empty,
      status: 'refused',
      runId: 'run_1',
      code: 'PROGRAM_MISTAKE',
      message: 'The program was not started: it has a mistake that would make it fail',
      findings: [finding],
    });
    expect(runner.requests).toEqual([]);
  });

  it('tells a doubtful mistake with the answer, and any mistake where it may only warn', async () => {
    const doubtful: CheckOutcome = { ...outcome, mistakes: [{ ...field, isSure: false }] };
    for (const options of [{ outcome: doubtful }, { outcome, check: 'warn' as const }])
      expect(await setUp(returns(1), options).run(program)).toMatchObject({
        status: 'completed',
        findings: [{ ...finding, severity: 'warning' }],
      });
  });

  it('asks the checker about the tools that the program names, under all their names', async () => {
    const { run, checked } = setUp(returns(1), { outcome: { ...outcome, mistakes: [] } });
    await run(program);
    expect(checked).toEqual([
      {
        text: program,
        servers: [
          {
            names: ['github', 'github'],
            bareName: 'github',
            tools: [{ id: 'mcp__github__delete_issue', names: ['delete_issue', 'delete_issue'] }],
          },
          { names: ['slow', 'slow'], bareName: 'slow', tools: [] },
        ],
      },
    ]);
  });

  it('looks at nothing where it is off, and at no program that names a denied tool', async () => {
    const off = setUp(returns(1), { outcome, check: 'off' });
    expect(await off.run(program)).toMatchObject({ status: 'completed', findings: [] });
    expect(off.checked).toEqual([]);
    const rules = [{ match: '*delete*', action: 'deny' } as const];
    const denied = setUp(returns(1), { outcome, rules });
    expect(await denied.run(program)).toMatchObject({ code: 'POLICY_DENIED', findings: [] });
    expect(denied.checked).toEqual([]);
  });

  it('holds up no program that calls nothing and leaves nothing behind', async () => {
    const { run, checked } = setUp(returns(1), { outcome });
    for (const code of ['return 6 * 7', 'return recall(1)'])
      expect(await run(code)).toMatchObject({ status: 'completed', findings: [] });
    expect(checked).toEqual([]);
    for (const code of ["await saveFile('a', 1)", 'return call(data)', 'emit(data)']) {
      const looked = setUp(returns(1), { outcome });
      expect(await looked.run(code)).toMatchObject({ code: 'PROGRAM_MISTAKE' });
      expect(looked.checked).toHaveLength(1);
    }
  });

  it('runs a program that nobody could look at', async () => {
    const unchecked = { status: 'unchecked', reason: 'slow' } as const;
    const { run, logger } = setUp(returns(1), { outcome: unchecked });
    expect(await run(program)).toMatchObject({ status: 'completed', findings: [] });
    expect(logger.lines).toEqual([
      { level: 'debug', message: 'A program was not checked', fields: { reason: 'slow' } },
    ]);
  });

  it('holds arguments against the check of the gate, and finds their place in the text that was sent', async () => {
    const at = (line: number, column: number) => ({ position: { line, column } });
    const args = (value: object) => ({ kind: 'object', members: [], isOpen: false, ...value });
    const call = { toolId: 'mcp__github__search_issues', ...at(1, 14), isCaught: false };
    const missing = { ...call, args: { ...args({}), ...at(1, 41) } };
    const typed = (isDeclared: boolean) => ({
      ...call,
      args: {
        ...args({
          members: [
            { name: 'query', value: { kind: 'some', types: ['number'], isDeclared, ...at(1, 50) } },
          ],
        }),
        ...at(1, 41),
      },
    });
    const caught = { ...missing, ...at(1, 15), isCaught: true };
    const calls = [missing, typed(false), typed(true), caught] as unknown as Extract<
      CheckOutcome,
      { status: 'checked' }
    >['calls'];
    const code = '```ts\nreturn await tools.github.search_issues({ query: data });\n```';
    const { run, upstreams } = setUp(returns(1), {
      outcome: { status: 'checked', mistakes: [], calls },
    });
    const report = await run(code);
    const problem = (text: string, more: object = {}) => ({
      kind: 'arguments',
      toolId: call.toolId,
      problems: [{ path: 'args.query', text, ...more }],
    });
    expect(
      report.findings.map(({ severity, mistake: found, position: place }) => [
        severity,
        found,
        place,
      ]),
    ).toEqual([
      ['error', problem('is missing: string'), { line: 2, column: 41 }],
      ['error', problem('must be string, not a number'), { line: 2, column: 50 }],
      ['warning', problem('is missing: string'), { line: 2, column: 41 }],
      ['warning', problem('must be string, not a number'), { line: 2, column: 50 }],
    ]);
    expect(report.findings[0]).toMatchObject({ signature });
    upstreams.setStatus('github', { checkArguments: false });
    expect((await run(code)).findings).toEqual([]);
  });
});
