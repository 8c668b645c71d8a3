import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectClient,
  type AnswerPerson,
  type Asked,
  type ClientKind,
  type TestClient,
} from './support/connect-client.js';
import {
  createWorkplace,
  ledgerServer,
  npmServer,
  type Launch,
  type Workplace,
} from './support/workplace.js';

let workplace: Workplace;
let launch: Launch;
const ledgerFile = () => join(workplace.folder, 'ledger.jsonl');
const ledger = () => (existsSync(ledgerFile()) ? readFileSync(ledgerFile(), 'utf8') : '');

beforeAll(() => {
  workplace = createWorkplace();
  writeFileSync(join(workplace.folder, 'big.txt'), 'one line of text\n'.repeat(4000));
  writeFileSync(join(workplace.folder, 'small.txt'), 'Grüße');
  const config = workplace.writeConfig({
    mcpServers: {
      everything: { ...npmServer('everything'), prefix: 'every' },
      files: npmServer('filesystem', workplace.folder),
      memory: {
        ...npmServer('memory'),
        env: { MEMORY_FILE_PATH: join(workplace.folder, 'memory.json') },
      },
      ledger: ledgerServer(ledgerFile()),
    },
    policy: [
      { match: 'mcp__ledger__change', action: 'deny' },
      { match: 'mcp__ledger__*', action: 'ask' },
      { match: 'mcp__*', action: 'allow' },
    ],
    results: { mode: { memory: 'never' } },
    expose: ['direct', 'results'],
  });
  launch = workplace.sluice('--config', config);
});
afterAll(() => workplace.close());

const kinds: readonly ClientKind[] = ['v1', 'v2 legacy', 'v2 modern'];

describe.each(kinds)('direct tools at a %s client', (kind) => {
  let client: TestClient;
  let person: AnswerPerson;
  let asked: Asked[];
  beforeEach(async () => {
    asked = [];
    person = async () => ({ action: 'accept', content: { decision: 'once' } });
    client = await connectClient(kind, { kind: 'stdio', launch }, (question) => {
      asked.push(question);
      return person(question);
    });
  });
  afterEach(async () => {
    await client.close();
    rmSync(ledgerFile(), { force: true });
  });

  it('are listed as their servers list them, the first time already', async () => {
    const shown = await client.listTools();
    const servers = {
      every: npmServer('everything'),
      files: npmServer('filesystem', workplace.folder),
      memory: npmServer('memory'),
    };
    for (const [prefix, server] of Object.entries(servers)) {
      const upstream = await connectClient('v1', {
        kind: 'stdio',
        launch: { ...server, env: launch.env },
      });
      const own = await upstream.listTools();
      await upstream.close();
      const ours = shown.filter(({ name }) => name.startsWith(`${prefix}_`));
      const expected = own.map((tool) => {
        const listed: Partial<typeof tool> & { execution?: unknown } = { ...tool };
        delete listed.execution;
        // Where an envelope may take the place of a result, it is held to no schema.
        if (prefix !== 'memory') delete listed.outputSchema;
        return { ...listed, name: `${prefix}_${tool.name}` };
      });
      const byName = new Map(expected.map((tool) => [tool.name, tool]));
      expect(ours.length).toBeGreaterThanOrEqual(9);
      for (const tool of ours) expect(tool).toEqual(byName.get(tool.name));
    }
    expect(shown.filter(({ outputSchema }) => outputSchema !== undefined).length).toBeGreaterThan(
      5,
    );
  });

  it('give results, structure, images and errors as their servers send them', async () => {
    expect(await client.call('every_echo', { message: 'hi' })).toEqual({
      texts: ['Echo: hi'],
      content: [{ type: 'text', text: 'Echo: hi' }],
      isError: false,
    });
    const weather = await client.call('every_get-structured-content', { location: 'New York' });
    expect(weather.structured).toEqual(JSON.parse(weather.texts[0] ?? ''));
    const image = await client.call('every_get-tiny-image', {});
    expect(image.content).toContainEqual(expect.objectContaining({ type: 'image' }));
    const missing = await client.call('files_read_text_file', {
      path: join(workplace.folder, 'absent.txt'),
    });
    expect(missing.isError).toBe(true);
    expect(missing.texts[0]).toContain('ENOENT');
    const graph = await client.call('memory_create_entities', {
      entities: [{ name: kind, entityType: 'client', observations: [] }],
    });
    expect(graph.structured).toEqual({
      entities: [{ name: kind, entityType: 'client', observations: [] }],
    });
  });

  it('give a reference for a large result, which the result tools read', async () => {
    const path = join(workplace.folder, 'big.txt');
    const { texts, structured } = await client.call('files_read_text_file', { path });
    expect(structured).toBeUndefined();
    expect(texts).toHaveLength(1);
    expect(texts[0]?.length).toBeLessThan(5000);
    expect(texts[0]).toContain('Go on with select_result (JMESPath)');
    const ref = /^res_[0-9a-f]{32}/.exec(texts[0] ?? '')?.[0];
    const length = await client.call('select_result', { ref, expression: 'length(content)' });
    expect(length.texts).toEqual([String(17 * 4000)]);
  });

  it('are asked about once where the rules say so, and "once" is for that call alone', async () => {
    const send = () => client.call('ledger_send', { to: 'ann@ours.example' });
    expect((await send()).texts).toEqual(['send done']);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain('1. mcp__ledger__send');
    expect(asked[0]?.message).toContain('with {"to":"ann@ours.example"}');
    person = async () => ({ action: 'decline' });
    const refused = await send();
    expect(refused.isError).toBe(true);
    expect(refused.texts[0]).toContain('POLICY_REFUSED: Cannot make the call: the user was asked');
    expect(ledger().trimEnd().split('\n')).toHaveLength(1);
  });

  it('that a rule denies are not listed, and there is no such tool', async () => {
    const names = (await client.listTools()).map(({ name }) => name);
    expect(names).toContain('ledger_send');
    expect(names).not.toContain('ledger_change');
    await expect(client.call('ledger_change', {})).rejects.toThrow('Unknown tool "ledger_change"');
    expect(ledger()).toBe('');
  });
});

it('a client that cannot ask is told the rule to add, and that the question waits', async () => {
  const client = await connectClient('v1', { kind: 'stdio', launch });
  const { texts, isError } = await client.call('ledger_send', { to: 'ann' });
  await client.close();
  expect(isError).toBe(true);
  expect(texts[0]).toContain('POLICY_NEEDS_APPROVAL: Cannot call "mcp__ledger__send"');
  expect(texts[0]).toContain('{"match":"mcp__ledger__send","action":"allow"}');
  expect(texts[0]).toContain('"sluice approve"; then make the very same call again.');
});
