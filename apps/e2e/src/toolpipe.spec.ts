import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectClient,
  type AnswerPerson,
  type Asked,
  type ClientKind,
  type TestClient,
} from './support/connect-client.js';
import { createWorkplace, npmServer, type Launch, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let launch: Launch;
const rows = JSON.stringify({
  customers: Array.from({ length: 2000 }, (_, at) => ({ id: `c${at}`, revenue: at })),
});
beforeAll(() => {
  workplace = createWorkplace();
  writeFileSync(join(workplace.folder, 'rows.json'), rows);
  const config = workplace.writeConfig({
    mcpServers: {
      files: npmServer('filesystem', workplace.folder),
      everything: { ...npmServer('everything'), env: { TOKEN: 'secret', NONE: '' } },
    },
  });
  launch = workplace.sluice('--config', config, '--compat', 'toolpipe');
});
afterAll(() => workplace.close());

const kinds: readonly ClientKind[] = ['v1', 'v2 modern'];
const refShape = /^res_[0-9a-f]{32}$/;

describe.each(kinds)('sluice --compat toolpipe at a %s client', (kind) => {
  let client: TestClient;
  let person: AnswerPerson;
  let asked: Asked[];
  beforeEach(async () => {
    asked = [];
    client = await connectClient(kind, { kind: 'stdio', launch }, (question) => {
      asked.push(question);
      return person(question);
    });
  });
  afterEach(() => client.close());
  const structured = async (name: string, args: Record<string, unknown> = {}) =>
    (await client.call(name, args)).structured as Record<string, never>;
  const read = () => {
    const path = join(workplace.folder, 'rows.json');
    return client.call('files_read_text_file', { path });
  };
  const large = async () => {
    const { toolpipe } = (await read()).structured as { toolpipe: { ref: string } };
    return toolpipe;
  };

  it('shows tools of servers beside the thirteen, and calls them unasked', async () => {
    const names = (await client.listTools()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('toolpipe_'))).toHaveLength(13);
    expect(names).toContain('files_read_text_file');
    expect(names).toContain('everything_echo');
    expect((await client.call('everything_echo', { message: 'hi' })).texts).toEqual(['Echo: hi']);
    expect(asked).toEqual([]);
  });

  it('gives an envelope for a large result, and all its parts by the tools for it', async () => {
    const envelope = await large();
    expect(envelope).toEqual({
      virtualized: true,
      ref: expect.stringMatching(refShape) as string,
      content_type: expect.stringMatching(/^(application\/json|text\/plain)$/) as string,
      size_bytes: expect.any(Number) as number,
      source_tool: 'mcp__files__read_text_file',
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\+00:00$/) as string,
      preview: expect.any(Object) as object,
    });
    const { ref } = envelope;
    expect(await structured('toolpipe_inspect_result', { ref })).toMatchObject({
      ref,
      source_tool: 'mcp__files__read_text_file',
      created_at: expect.any(String) as string,
    });
    const slice = await structured('toolpipe_read_result', { ref, offset: 2, limit: 7 });
    expect(slice).toEqual({
      ref,
      offset: 2,
      returned_bytes: 7,
      has_more: true,
      content: 'content',
      content_type: 'application/json',
    });
    expect(
      await structured('toolpipe_select_result', { ref, expression: 'length(content)' }),
    ).toEqual({
      virtualized: false,
      content_type: 'application/json',
      size_bytes: 5,
      value: rows.length,
    });
    expect(await structured('toolpipe_select_result', { ref, expression: 'content' })).toEqual({
      virtualized: true,
      ref: expect.stringMatching(refShape) as string,
      content_type: 'text/plain',
      size_bytes: rows.length,
    });
    const found = await structured('toolpipe_search_result', { ref, query: 'c1999', limit: 1 });
    expect(found).toEqual({
      matches: [{ path: 'content', value: expect.stringContaining('c1999') as string }],
      truncated: false,
    });
    expect(await structured('toolpipe_release_result', { ref })).toEqual({ released: true, ref });
    const gone = await client.call('toolpipe_read_result', { ref });
    expect(gone.isError).toBe(true);
    expect(gone.texts[0]).toContain('RESULT_UNKNOWN');
  });

  it('pipes a part of it into a tool of a server, and into none of its own', async () => {
    const { ref } = await large();
    const pipe = (target_tool: string, more: object = {}) =>
      client.call('toolpipe_pipe_result', {
        ref,
        target_tool,
        mapping: { a: 'length(content)' },
        arguments: { b: 1 },
        ...more,
      });
    const sum = `The sum of ${rows.length} and 1 is ${rows.length + 1}.`;
    expect((await pipe('everything_get-sum')).texts).toEqual([sum]);
    expect((await pipe('toolpipe_pipe_result')).texts[0]).toContain(
      'TOOL_UNKNOWN: Cannot pipe into "toolpipe_pipe_result": it is no tool of a server',
    );
    expect((await pipe('everything_get-sum', { arguments: { a: 1 } })).texts[0]).toContain(
      'USAGE: Cannot pipe: "a" stands in both mapping and arguments',
    );
  });

  it('keeps small results by toolpipe_set_policy, for this session', async () => {
    expect(
      await structured('toolpipe_set_policy', { target: 'everything:echo', mode: 'always' }),
    ).toEqual({ target: 'everything:echo', mode: 'always', scope: 'session' });
    const kept = await client.call('everything_echo', { message: 'hi' });
    expect(kept.structured).toMatchObject({ toolpipe: { virtualized: true, size_bytes: 8 } });
    expect(await structured('toolpipe_get_policy')).toEqual({
      policies: [{ target: 'everything:echo', mode: 'always', scope: 'session' }],
      default: 'auto',
    });
  });

  it('lists servers without the values of their variables', async () => {
    await client.listTools();
    const { servers } = await structured('toolpipe_list_servers');
    expect(servers).toMatchObject([
      { name: 'files', env: {}, scope: 'config', approved: true, mounted: true },
      { name: 'everything', env: { TOKEN: '<set>', NONE: '<empty>' } },
    ]);
    expect(JSON.stringify(servers)).not.toContain('secret');
  });

  it('starts a new server only when the person says yes to its command line', async () => {
    const memory = npmServer('memory');
    const add = () => structured('toolpipe_add_server', { name: 'memory', ...memory });
    person = async () => ({ action: 'accept', content: { decision: 'refuse' } });
    expect(await add()).toBeUndefined();
    expect(asked[0]?.message).toContain(
      `command line: ${[memory.command, ...memory.args].map((word) => JSON.stringify(word)).join(' ')}`,
    );
    const names = async () => (await client.listTools()).map(({ name }) => name);
    expect(await names()).not.toContain('memory_read_graph');

    person = async () => ({ action: 'accept', content: { decision: 'session' } });
    expect(await add()).toEqual({ approved: true, name: 'memory', scope: 'session' });
    expect(await names()).toContain('memory_read_graph');
    expect((await client.call('memory_read_graph', {})).isError).toBe(false);
    expect(await structured('toolpipe_remove_server', { name: 'memory' })).toEqual({
      removed: true,
      name: 'memory',
    });
    expect(await names()).not.toContain('memory_read_graph');
    const files = await client.call('toolpipe_remove_server', { name: 'files' });
    expect(files.isError).toBe(true);
  });
});

it('a client elsewhere starts no server, whatever it says its person said', async () => {
  const { url, key } = await workplace.startHttp(
    workplace.writeConfig({ mcpServers: {}, expose: ['servers'] }),
  );
  const asked: Asked[] = [];
  const client = await connectClient('v1', { kind: 'http', url, key }, async (question) => {
    asked.push(question);
    return { action: 'accept', content: { decision: 'session' } };
  });
  const { texts } = await client.call('add_server', { name: 'x', ...npmServer('memory') });
  expect(texts[0]).toContain('POLICY_NEEDS_APPROVAL: Cannot add the server "x"');
  expect((await client.call('list_servers', {})).structured).toEqual({ servers: [] });
  expect(asked).toEqual([]);
  await client.close();
});

it('a client that cannot ask starts no server, and is told what the user writes', async () => {
  const path = workplace.writeConfig({ mcpServers: {} });
  const bare = await connectClient('v1', {
    kind: 'stdio',
    launch: workplace.sluice('--config', path, '--expose', 'servers'),
  });
  const { texts } = await bare.call('add_server', { name: 'x', command: 'touch' });
  expect(texts[0]).toBe(
    [
      'POLICY_NEEDS_APPROVAL: Cannot add the server "x": only the user can, and cannot be asked here',
      `hint: The user adds it to "mcpServers" in ${path}: {"x":{"command":"touch"}}`,
    ].join('\n'),
  );
  expect((await bare.call('pending_servers', {})).texts).toEqual(['"x": touch']);
  expect((await bare.call('approve_server', { name: 'x' })).isError).toBe(true);
  expect((await bare.call('approve_server', { name: 'y' })).texts[0]).toContain(
    'USAGE: Cannot ask for the server "y": none of that name waits for approval',
  );
  expect((await bare.call('remove_server', { name: 'x' })).isError).toBe(false);
  expect((await bare.call('pending_servers', {})).texts).toEqual(['No server waits for approval.']);
  await bare.close();
});
