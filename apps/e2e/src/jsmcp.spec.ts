import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, type ClientKind, type TestClient } from './support/connect-client.js';
import { createWorkplace, npmServer, type Launch, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let launch: Launch;
beforeAll(() => {
  workplace = createWorkplace();
  const config = workplace.writeConfig({
    mcpServers: {
      everything: { ...npmServer('everything'), description: 'one of each' },
      memory: {
        ...npmServer('memory'),
        env: { MEMORY_FILE_PATH: join(workplace.folder, 'memory.json') },
        blocked_tools: { glob: 'delete_*' },
      },
      broken: {
        command: process.execPath,
        args: ['-e', 'console.error("no key"); process.exit(3)'],
      },
      off: { command: 'nothing', enabled: false },
    },
  });
  launch = workplace.sluice('--config', config, '--compat', 'jsmcp');
});
afterAll(() => workplace.close());

const kinds: readonly ClientKind[] = ['v1', 'v2 modern'];

describe.each(kinds)('sluice --compat jsmcp at a %s client', (kind) => {
  let client: TestClient;
  beforeEach(async () => {
    client = await connectClient(kind, { kind: 'stdio', launch });
  });
  afterEach(() => client.close());
  const execute = (code: string, more: object = {}) =>
    client.call('execute_code', { code, ...more });

  it('shows the five tools and no other', async () => {
    const names = (await client.listTools()).map(({ name }) => name);
    expect([...names].sort()).toEqual(
      ['clear_logs', 'execute_code', 'fetch_logs', 'list_servers', 'list_tools'].sort(),
    );
  });

  it('list_servers has the enabled ones in order, with why one is down and its stderr', async () => {
    // A slow machine may take longer than list_servers waits for servers that start.
    const listed = async () => (await client.call('list_servers', {})).structured;
    await expect.poll(listed, { timeout: 20_000 }).toEqual({
      servers: [
        { name: 'everything', description: 'one of each', ok: true },
        { name: 'memory', ok: true },
        {
          name: 'broken',
          error: {
            message: expect.stringContaining('Cannot start upstream "broken"') as string,
            stderr: expect.stringContaining('no key') as string,
          },
        },
      ],
    });
    const { texts } = await client.call('list_servers', {});
    expect(texts[0]).toContain('everything: one of each; ok, ');
    expect(texts[0]).not.toContain('off');
  });

  it('list_tools has the tools by name, with alias and schemas, and none that is blocked', async () => {
    const { structured } = await client.call('list_tools', { server: 'memory' });
    const { server, tools } = structured as { server: string; tools: { name: string }[] };
    const names = tools.map(({ name }) => name);
    expect(server).toBe('memory');
    expect(names).toEqual([...names].sort());
    expect(names).toContain('read_graph');
    expect(names.filter((name) => name.startsWith('delete_'))).toEqual([]);
    const other = await client.call('list_tools', { server: 'everything' });
    expect(other.structured).toMatchObject({
      tools: expect.arrayContaining([
        expect.objectContaining({ name: 'get-sum', alias: 'get_sum' }),
      ]) as unknown,
    });
    const unknown = await client.call('list_tools', { server: 'nobody' });
    expect(unknown.isError).toBe(true);
    expect(unknown.structured).toBeUndefined();
    expect(unknown.texts[0]).toContain('there is no such server');
  });

  it('execute_code answers an object as it is, all else as { value }, and calls tools unasked', async () => {
    const sum = await execute('return { sum: await everything.get_sum({ a: 1, b: data.b }) }', {
      data: { b: 2 },
    });
    expect(sum.structured).toEqual({ sum: 'The sum of 1 and 2 is 3.' });
    expect(JSON.parse(sum.texts[0] ?? '')).toEqual(sum.structured);
    expect((await execute('return [1, "x"]')).structured).toEqual({ value: [1, 'x'] });
    expect((await execute('return "plain"')).structured).toEqual({ value: 'plain' });
    expect((await execute('1 + 1;')).isError).toBe(false);
    expect((await execute('return undefined')).structured).toEqual({ value: null });
    expect((await execute('return 2n ** 64n')).structured).toEqual({
      value: '18446744073709551616',
    });
  });

  it('execute_code tells of a failure with { error }, and takes no longer than it was given', async () => {
    const failed = await execute('throw new Error("out of paper")');
    expect(failed).toMatchObject({ isError: true, structured: { error: 'out of paper' } });
    expect(failed.texts[0]).toContain('out of paper');
    const slow = await execute('await new Promise(() => setTimeout(() => 0, 60_000))', {
      timeoutMs: 300,
    });
    expect(slow.isError).toBe(true);
    expect(slow.texts[0]).toContain('RUN_TIMEOUT');
  });

  it('fetch_logs gives what was printed once, clear_logs counts it', async () => {
    expect((await execute('console.warn("careful"); return 1')).texts).toEqual([
      '{\n  "value": 1\n}',
    ]);
    const fetched = await client.call('fetch_logs', {});
    expect(fetched.structured).toEqual({
      logs: [
        {
          id: 1,
          level: 'warn',
          message: 'careful',
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        },
      ],
    });
    expect(fetched.texts[0]).toContain('warn: careful');
    expect((await client.call('fetch_logs', {})).structured).toEqual({ logs: [] });
    await execute('console.log("a"); console.log("b")');
    expect((await client.call('clear_logs', {})).structured).toEqual({ cleared: 2 });
    expect((await client.call('clear_logs', {})).structured).toEqual({ cleared: 0 });
  });
});
