import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, UpstreamTool } from '@sluice/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  commandServer,
  eventually,
  isAlive,
  refusal,
  stdioServer,
  testRegistry,
} from './fixtures/harness.js';
import type { TestRegistry } from './fixtures/harness.js';

const open: TestRegistry[] = [];
const start = (...parameters: Parameters<typeof testRegistry>) => {
  const made = testRegistry(...parameters);
  open.push(made);
  return made;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ registry }) => registry.close()));
});

describe('createUpstreamRegistry() over stdio', () => {
  it('starts nothing before it is asked, then connects, lists and calls', async () => {
    const { registry, call, status } = start([stdioServer('fix')]);
    expect(registry.statuses()[0]).toMatchObject({
      state: 'idle',
      toolsFrom: 'none',
      toolCount: 0,
    });
    expect(await status('fix')).toMatchObject({
      state: 'ready',
      toolsFrom: 'live',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'fixture', version: '1.2.3' },
      noiseLines: 0,
    });
    expect((await call('fix', 'echo', { a: 'ž日' })).value).toEqual({ a: 'ž日' });
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18'])('speaks revision %s', async (version) => {
    const { status, call } = start([stdioServer('old', [`version=${version}`])]);
    expect(await status('old')).toMatchObject({ state: 'ready', protocolVersion: version });
    expect((await call('old', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it('speaks 2026-07-28 with a server that knows nothing else, and starts it once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-upstream-'));
    try {
      const starts = join(folder, 'starts');
      const { status, call } = start([
        stdioServer('new', ['modern-only', `count-starts=${starts}`]),
      ]);
      expect(await status('new')).toMatchObject({
        state: 'ready',
        protocolVersion: '2026-07-28',
        serverInfo: { name: 'fixture', version: '1.2.3' },
      });
      expect((await call('new', 'odd')).content).toEqual([{ type: 'hologram', depth: 3 }]);
      expect((await call('new', 'long')).value).toMatchObject({ id: 12345678901234567890n });
      expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lives with a banner, log lines, JSON that is no protocol and broken UTF-8 on stdout', async () => {
    const { status, call } = start([stdioServer('loud', ['banner', 'bad-utf8'])]);
    expect(await status('loud')).toMatchObject({ state: 'ready', noiseLines: 7 });
    expect((await call('loud', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it('drains 2 MB of stderr that come before the first answer', async () => {
    const { call } = start([stdioServer('flood', ['stderr-flood'])]);
    expect((await call('flood', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it('answers with all digits of long integers, both ways, and with own __proto__ keys', async () => {
    const { call } = start([stdioServer('fix')]);
    const result = await call('fix', 'long');
    const value = result.value as Readonly<Record<string, Json>>;
    expect(value['id']).toBe(12345678901234567890n);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ own: 1 });
    expect((await call('fix', 'digits', { id: 12345678901234567890n })).value).toBe(
      '12345678901234567890',
    );
  });

  it('keeps unknown content types and fields, and returns isError as a result', async () => {
    const { call } = start([stdioServer('fix')]);
    expect(await call('fix', 'odd')).toMatchObject({
      isError: false,
      content: [{ type: 'hologram', depth: 3 }],
      raw: { extra: { kept: true } },
    });
    expect(await call('fix', 'fail')).toMatchObject({
      isError: true,
      value: 'repository not found',
    });
  });

  it('fails a call at once whose error answer is out of form, or whose result is too deep', async () => {
    const { call } = start([stdioServer('fix')]);
    expect(await refusal(call('fix', 'mumble'))).toEqual({
      code: 'UPSTREAM_PROTOCOL',
      message: 'gone',
    });
    expect(await refusal(call('fix', 'abyss'))).toEqual({
      code: 'RESULT_TOO_LARGE',
      message:
        'The result of tool "abyss" of upstream "fix" is nested too deeply: 1000 levels are the most that is carried',
      hint: 'Ask the tool for a flatter or a smaller part.',
    });
  });

  it('always sends an arguments object, and a progress token only where it is asked for', async () => {
    const { call } = start([stdioServer('fix')]);
    expect((await call('fix', 'params', null)).value).toEqual({ name: 'params', arguments: {} });
  });

  it('starts the time of a call afresh with each progress note', async () => {
    const { call } = start([stdioServer('fix')]);
    await call('fix', 'echo');
    const notes: unknown[] = [];
    const onProgress = (note: unknown) => notes.push(note);
    const result = await call('fix', 'progress', {}, { timeoutMs: 400, onProgress });
    expect(result.value).toEqual({ hadToken: true });
    expect(notes[0]).toEqual({ progress: 1, total: 4, message: 'step 1' });
    expect(await refusal(call('fix', 'progress', {}, { timeoutMs: 400 }))).toMatchObject({
      code: 'CALL_TIMEOUT',
    });
  });

  it('ends a call at its time limit, tells the upstream, and goes on', async () => {
    const { call } = start([stdioServer('fix')]);
    await call('fix', 'echo');
    expect(await refusal(call('fix', 'hang', {}, { timeoutMs: 200 }))).toEqual({
      code: 'CALL_TIMEOUT',
      message: 'Tool "hang" of upstream "fix" did not answer within 200 ms',
      hint: 'It was cancelled there; a longer opts.timeoutMs gives it more time.',
    });
    expect((await call('fix', 'cancelled')).value).toEqual([
      expect.objectContaining({ reason: 'no answer within 200 ms' }),
    ]);
  });

  it('cancels a call upstream when its signal is aborted', async () => {
    const { call } = start([stdioServer('fix')]);
    await call('fix', 'echo');
    const caller = new AbortController();
    const hanging = refusal(call('fix', 'hang', {}, { signal: caller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    expect(await hanging).toEqual({
      code: 'CALL_CANCELLED',
      message: 'The call of tool "hang" of upstream "fix" was cancelled',
    });
    expect((await call('fix', 'cancelled')).value).toEqual([
      expect.objectContaining({ reason: 'cancelled by the caller' }),
    ]);
    const early = refusal(call('fix', 'echo', {}, { signal: AbortSignal.abort() }));
    expect(await early).toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('hands on protocol errors in the words of the server, secrets replaced', async () => {
    const { call } = start([stdioServer('fix')]);
    expect(await refusal(call('fix', 'refuse'))).toEqual({
      code: 'TOOL_ARGUMENTS',
      message: 'id: expected a number',
    });
    expect(await refusal(call('fix', 'break'))).toEqual({
      code: 'UPSTREAM_PROTOCOL',
      message: 'disk on fire, token=[redacted]',
    });
  });

  it('bounds the error message of a server, and says so', async () => {
    const { call } = start([stdioServer('fix')]);
    expect(await refusal(call('fix', 'scream'))).toEqual({
      code: 'UPSTREAM_PROTOCOL',
      message: `${'a'.repeat(8192)}… (1808 more characters)`,
    });
  });

  it('fails a call during which the server dies, sends it never again, and starts the server anew', async () => {
    const { call } = start([stdioServer('fix')]);
    const before = (await call('fix', 'pid')).value as { pid: number };
    expect(await refusal(call('fix', 'crash'))).toEqual({
      code: 'UPSTREAM_CLOSED',
      message:
        'Upstream "fix" did not answer "crash": it exited with code 9; its last words on stderr: "fatal: out of cheese"',
      hint: 'The call may have run there; it was not sent again.',
    });
    const after = (await call('fix', 'pid')).value as { pid: number };
    expect(after.pid).not.toBe(before.pid);
  });

  it('fails only the call whose answer is too large', async () => {
    const { call } = start([stdioServer('fix')], { maxMessageBytes: 100_000 });
    const other = call('fix', 'progress');
    expect(await refusal(call('fix', 'big', { bytes: 1_000_000 }))).toEqual({
      code: 'RESULT_TOO_LARGE',
      message:
        'Upstream "fix" did not answer "big": the upstream sent a message of 1000082 bytes; at most 100000 are taken',
      hint: 'Ask the tool for less at a time.',
    });
    expect((await other).value).toEqual({ hadToken: false });
    expect((await call('fix', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it('does not parse an answer of too many values, alone or in a text', async () => {
    const { call } = start([stdioServer('fix')], { maxMessageValues: 1000 });
    const hint =
      'Ask the tool for less at a time; results.maxResultBytes allows one value for every 64 bytes, and at least a million.';
    expect(await refusal(call('fix', 'many', { values: 2000 }))).toEqual({
      code: 'RESULT_TOO_LARGE',
      message:
        'Upstream "fix" did not answer "many": the upstream sent JSON of 4008 values; at most 1000 are taken',
      hint,
    });
    expect(await refusal(call('fix', 'many_in_text', { values: 2000 }))).toEqual({
      code: 'RESULT_TOO_LARGE',
      message:
        'The result of tool "many_in_text" of upstream "fix" is a text of JSON with 4002 values; at most 1000 are taken',
      hint,
    });
    expect((await call('fix', 'many', { values: 300 })).value).toHaveLength(301);
    expect((await call('fix', 'many_in_text', { values: 300 })).value).toHaveLength(301);
  });

  it('fails the call at once whose answer cannot be read', async () => {
    const { call } = start([stdioServer('fix')]);
    const other = call('fix', 'progress');
    const unreadable = (tool: string) => ({
      code: 'UPSTREAM_PROTOCOL',
      message: `Upstream "fix" did not answer "${tool}": the upstream sent an answer that is no JSON, or that has an integer of more than 2000 digits`,
    });
    expect(await refusal(call('fix', 'endless_integer', { digits: 3000 }))).toMatchObject(
      unreadable('endless_integer'),
    );
    expect(await refusal(call('fix', 'unanswered'))).toMatchObject(unreadable('unanswered'));
    expect((await other).value).toEqual({ hadToken: false });
    expect((await call('fix', 'endless_integer', { digits: 2000 })).value).toEqual({
      n: BigInt('7'.repeat(2000)),
    });
  });

  it('takes a line of 18 MB', async () => {
    const { call } = start([stdioServer('fix')]);
    const result = await call('fix', 'big', { bytes: 18_000_000 });
    expect((result.value as string).length).toBe(18_000_000);
    expect(result.sizeBytes).toBeGreaterThan(18_000_000);
  });

  it('declares no capability, and refuses what a server asks', async () => {
    const { call } = start([stdioServer('fix')]);
    expect((await call('fix', 'ask_roots')).value).toEqual({ code: -32601 });
  });
});

describe('createUpstreamRegistry(), tool lists', () => {
  const byName = (tools: readonly UpstreamTool[], name: string) =>
    tools.find((tool) => tool.name === name);

  it('reads all pages', async () => {
    const { registry, status } = start([stdioServer('plain'), stdioServer('paged', ['pages'])]);
    await Promise.all([status('plain'), status('paged')]);
    expect(registry.tools('paged')).toEqual(registry.tools('plain'));
  });

  it('ends a list whose cursor comes again', async () => {
    const { registry, logger, status } = start([stdioServer('loop', ['cursor-loop'])]);
    expect(await status('loop')).toMatchObject({ state: 'ready' });
    expect(byName(registry.tools('loop'), 'echo')).toBeDefined();
    expect(logger.lines.map(({ message }) => message)).toContain(
      'tools/list: a cursor came again; the list ends there',
    );
  });

  it('keeps odd tools with notes, and never loses the good ones', async () => {
    const { registry, status, call } = start([stdioServer('odd', ['odd-tools'])]);
    await status('odd');
    const tools = registry.tools('odd');
    expect(byName(tools, 'echo')).toMatchObject({
      description: 'Tool echo.',
      notes: ['the upstream lists this name more than once; the first counts'],
    });
    expect(byName(tools, 'no_schema')).toEqual({
      name: 'no_schema',
      rawName: 'no_schema',
      inputSchema: {},
      notes: ['inputSchema is missing: any object is taken'],
    });
    expect(byName(tools, 'remote')?.outputSchema).toEqual({
      $ref: 'https://example.test/nowhere.json',
    });
    expect(byName(tools, 'hinted')?.annotations).toEqual({ readOnlyHint: true });
    expect((await call('odd', 'echo', { a: 1 })).value).toEqual({ a: 1 });
    expect(await refusal(call('odd', 'task_only'))).toEqual({
      code: 'NOT_AVAILABLE',
      message:
        'Tool "task_only" of upstream "odd" runs only as a task (taskSupport "required"), which cannot be called yet',
      hint: 'Use another tool.',
    });
  });

  it('takes a server without tools as one with none', async () => {
    const { status } = start([stdioServer('none', ['no-tools'])]);
    expect(await status('none')).toMatchObject({ state: 'ready', toolsFrom: 'live', toolCount: 0 });
  });

  it('says why a list cannot be had', async () => {
    const { status } = start([
      stdioServer('bad', ['list-error']),
      stdioServer('gone', ['list-crash']),
    ]);
    expect((await status('bad')).error).toEqual({
      code: 'UPSTREAM_START',
      message:
        'Cannot list the tools of upstream "bad": it answered with error -32603: "not today"',
    });
    expect((await status('gone')).error).toMatchObject({
      code: 'UPSTREAM_START',
      message: 'Cannot list the tools of upstream "gone": it exited with code 5',
    });
  });

  it('says that a list is no list', async () => {
    const { status } = start([stdioServer('bad', ['bad-list'])]);
    expect((await status('bad')).error).toEqual({
      code: 'UPSTREAM_PROTOCOL',
      message: 'The answer to tools/list holds no list of tools',
    });
  });

  it.each([[[]], [['silent-changes']]])(
    'lists anew after list_changed (%j)',
    async (behaviours) => {
      const { registry, call } = start([stdioServer('fix', behaviours)]);
      await call('fix', 'add');
      await eventually(() => byName(registry.tools('fix'), 'extra_1') !== undefined);
    },
  );

  it('shows the cached list until the server is there, and saves the new one', async () => {
    const saved = new Map<string, readonly UpstreamTool[]>();
    const old: UpstreamTool = { name: 'old', rawName: 'old', inputSchema: {} };
    const cache = {
      read: () => Promise.resolve([old]),
      write: (digest: string, tools: readonly UpstreamTool[]) =>
        Promise.resolve(void saved.set(digest, tools)),
    };
    const { registry, status } = start([stdioServer('fix')], { cache });
    await eventually(() => registry.tools('fix').length === 1);
    expect(registry.statuses()[0]).toMatchObject({
      state: 'idle',
      toolsFrom: 'cache',
      toolCount: 1,
    });
    expect(await status('fix')).toMatchObject({ toolsFrom: 'live' });
    expect([...saved.values()]).toEqual([registry.tools('fix')]);
  });
});

describe('createUpstreamRegistry(), upstreams that do not start', () => {
  it('says why, with secrets replaced, and leaves the others alone', async () => {
    const { status, registry } = start([
      stdioServer('broken', ['crash-at-start']),
      commandServer('missing', 'no-such-command-here'),
      stdioServer('good'),
    ]);
    registry.connectAll();
    expect(await status('broken')).toMatchObject({
      state: 'failed',
      error: {
        code: 'UPSTREAM_START',
        message:
          'Cannot start upstream "broken": it exited with code 3; its last words on stderr: "config error: no database | using token=[redacted]"',
        stderrTail: 'config error: no database\nusing token=[redacted]',
      },
    });
    expect((await status('missing')).error).toEqual({
      code: 'UPSTREAM_START',
      message: 'Cannot start upstream "missing": the command "no-such-command-here" was not found',
      hint: 'Install it, or set command to a full path.',
    });
    expect(await status('good')).toMatchObject({ state: 'ready' });
    expect(JSON.stringify(registry.statuses())).not.toContain('abcdef0123456789');
  });

  it('uses a server that is careless about its own description', async () => {
    const { call } = start([stdioServer('fix', ['careless-start'])]);
    expect((await call('fix', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it.each([
    ['no-version', 'its answer breaks the protocol'],
    ['null-start', 'its answer breaks the protocol'],
    ['version=1999-01-01', 'it speaks the protocol version "1999-01-01", which is not known here'],
  ])('says what is wrong with the answer of a server that is %s', async (behaviour, reason) => {
    const { status } = start([stdioServer('fix', [behaviour])]);
    expect(await status('fix')).toMatchObject({
      state: 'failed',
      error: {
        code: 'UPSTREAM_START',
        message: `Cannot start upstream "fix": ${reason}`,
      },
    });
  });

  it('gives up at the connect timeout, naming the setting, and shows what stderr said', async () => {
    const { status, registry } = start([
      stdioServer('slow', ['hang-at-start'], { connectTimeoutMs: 300 }),
    ]);
    registry.connectAll();
    expect(registry.statuses()[0]).toMatchObject({ state: 'connecting' });
    const slow = await status('slow');
    expect(slow).toMatchObject({
      state: 'failed',
      error: {
        code: 'UPSTREAM_START',
        message: 'Cannot start upstream "slow": it did not finish its handshake within 300 ms',
        hint: 'If it needs longer, raise "timeout" of this server in /home/user/sluice.json.',
      },
    });
    expect(slow.retryAt).toBeGreaterThan(Date.now());
  });

  it('never starts a disabled server, nor one whose configuration has a problem', async () => {
    const problem = { message: 'the variable TOKEN is not set', hint: 'Set it.' };
    const { registry, call, status } = start([
      stdioServer('off', [], { enabled: false }),
      stdioServer('bad', [], { problem }),
    ]);
    registry.connectAll();
    expect(await status('off')).toMatchObject({ state: 'disabled' });
    expect(await status('bad')).toMatchObject({
      state: 'failed',
      error: { code: 'UPSTREAM_START', ...problem },
    });
    expect(await refusal(call('off', 'echo'))).toEqual({
      code: 'UPSTREAM_START',
      message: 'Upstream "off" is disabled',
      hint: 'Set enabled to true for it in /home/user/sluice.json.',
    });
    expect(await refusal(call('bad', 'echo'))).toEqual({
      code: 'UPSTREAM_START',
      message: 'Cannot start upstream "bad": the variable TOKEN is not set',
      hint: 'Set it.',
    });
  });

  it('names the upstreams that there are', async () => {
    const { call } = start([stdioServer('a'), stdioServer('b')]);
    expect(await refusal(call('c', 'echo'))).toEqual({
      code: 'UPSTREAM_UNKNOWN',
      message: 'There is no upstream "c"',
      hint: 'Configured are "a", "b".',
    });
  });
});

describe('createUpstreamRegistry(), what an upstream process gets and leaves', () => {
  it('gets the short list, its own env and the inherited names, nothing else', async () => {
    const server = stdioServer('fix');
    const { transport } = server;
    if (transport.kind !== 'stdio') throw new Error('not stdio');
    const environment = { ...process.env, SECRET_A: 'one', WANTED: 'two', HOME: '/home/user' };
    const { call } = start(
      [
        {
          ...server,
          transport: { ...transport, env: { B: '3' }, inheritEnv: ['WANTED', 'ABSENT'] },
        },
      ],
      { environment },
    );
    const got = (await call('fix', 'environment')).value as Record<string, string>;
    expect(got).toMatchObject({
      PATH: process.env['PATH'],
      HOME: '/home/user',
      B: '3',
      WANTED: 'two',
    });
    const allowed = ['B', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'WANTED'];
    expect(Object.keys(got).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('leaves nothing: neither a server that ignores end of input and SIGTERM, nor its children', async () => {
    const { registry, call } = start([stdioServer('hard', ['stubborn', 'grandchild'])]);
    const pids = (await call('hard', 'pid')).value as { pid: number; grandchild: number };
    expect([isAlive(pids.pid), isAlive(pids.grandchild)]).toEqual([true, true]);
    await registry.close();
    expect(isAlive(pids.pid)).toBe(false);
    await eventually(() => !isAlive(pids.grandchild));
  });

  it('ends the children of a server that dies by itself', async () => {
    const { call } = start([stdioServer('fix', ['grandchild'])]);
    const { grandchild } = (await call('fix', 'pid')).value as { grandchild: number };
    expect(await refusal(call('fix', 'crash'))).toMatchObject({ code: 'UPSTREAM_CLOSED' });
    await eventually(() => !isAlive(grandchild));
  });

  it('fails what is pending when it is closed, also while connecting, and closes twice', async () => {
    const { registry, call } = start([stdioServer('a'), stdioServer('b', ['hang-at-start'])]);
    await call('a', 'echo');
    const pending = [refusal(call('a', 'hang')), refusal(call('b', 'echo'))];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([registry.close(), registry.close()]);
    expect(await Promise.all(pending)).toMatchObject([
      { code: 'UPSTREAM_CLOSED', message: 'Upstream "a" is being closed' },
      { code: 'UPSTREAM_CLOSED', message: 'Upstream "b" is being closed' },
    ]);
    expect(await refusal(call('a', 'echo'))).toMatchObject({ code: 'UPSTREAM_CLOSED' });
  });
});
