import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientKinds,
  connectClient,
  type Place,
  type TestClient,
} from './support/connect-client.js';
import { createWorkplace, npmServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
const places: Partial<Record<string, Place>> = {};

beforeAll(async () => {
  workplace = createWorkplace();
  const files = join(workplace.folder, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'numbers.json'), JSON.stringify({ numbers: [1, 2, 39] }));
  const config = workplace.writeConfig({
    mcpServers: {
      everything: npmServer('everything', 'stdio'),
      filesystem: npmServer('filesystem', files),
      memory: {
        ...npmServer('memory'),
        env: { MEMORY_FILE_PATH: join(workplace.folder, 'memory.jsonl') },
      },
    },
    policy: [
      { match: 'mcp__everything__get-env', action: 'deny' },
      { match: '*', action: 'allow' },
    ],
  });
  places.stdio = { kind: 'stdio', launch: workplace.sluice('--config', config) };
  const daemon = await workplace.startHttp(config);
  places.daemon = { kind: 'http', ...daemon };
  places.connect = {
    kind: 'stdio',
    launch: workplace.sluice('connect', '--port', new URL(daemon.url).port),
  };
  places['http-host'] = { kind: 'http', ...(await workplace.startHttp(config, 'http-host')) };
});
afterAll(() => workplace.close());

const matrix = clientKinds.flatMap((kind) =>
  ['stdio', 'daemon', 'http-host', 'connect'].map((place) => [kind, place] as const),
);

describe.each(matrix)('a %s client over %s', (kind, placeName) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connectClient(kind, places[placeName] as Place);
  });
  afterAll(() => client.close());

  it('lists two tools with titles, annotations and the always-load mark', async () => {
    const tools = await client.listTools();
    expect(tools.map((tool) => [tool.name, tool.annotations, tool._meta])).toEqual([
      [
        'search_tools',
        { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        { 'anthropic/alwaysLoad': true },
      ],
      [
        'run_code',
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
        { 'anthropic/alwaysLoad': true },
      ],
    ]);
    expect(tools.every((tool) => tool.title && tool.description)).toBe(true);
  });

  it('is told in the instructions how to work with them', () => {
    expect(client.instructions()).toContain('search_tools');
  });

  it('finds a tool of a real server by what it does', async () => {
    const { texts, isError } = await client.call('search_tools', {
      query: 'sum of two numbers',
      limit: 1,
    });
    expect(isError).toBe(false);
    expect(texts.join('\n')).toContain('tools.everything.get_sum(');
  });

  it('runs one program over three real servers and gets only the answer', async () => {
    const code = `
      const [{ content }, sum] = await Promise.all([
        filesystem.read_text_file({ path: data.path }),
        everything.get_sum({ a: 40, b: 2 }),
      ]);
      const numbers: number[] = JSON.parse(content).numbers;
      await memory.create_entities({ entities: [{ name: 'answer', entityType: 'number', observations: [sum] }] });
      const total = numbers.reduce((a, b) => a + b, 0);
      return { total, sum };`;
    const path = join(workplace.folder, 'files/numbers.json');
    const { texts, isError } = await client.call('run_code', { code, data: { path } });
    expect({ isError, value: JSON.parse(texts[0] ?? '') }).toEqual({
      isError: false,
      value: { total: 42, sum: 'The sum of 40 and 2 is 42.' },
    });
    expect(texts.join('\n')).toMatch(
      /#\d+ filesystem\.read_text_file .*#\d+ everything\.get-sum .*#\d+ memory\.create_entities/s,
    );
  });

  it('gets progress of a program under its own token', async () => {
    const seen: number[] = [];
    // The SDK drops a report that comes in one chunk with the answer: the program stays a while after its last.
    const code = `
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      for (let i = 1; i <= 3; i++) { progress(i, 3, \`step \${i}\`); await wait(30); }
      await wait(300);
      return "ok"`;
    await client.call('run_code', { code }, { onProgress: ({ progress }) => seen.push(progress) });
    // Reports that come close upon each other may be left out; the first and the last never are.
    expect([seen[0], seen.at(-1)]).toEqual([1, 3]);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });

  it('is refused a denied tool before anything runs', async () => {
    const { texts, isError } = await client.call('run_code', {
      code: 'console.log("nev" + "er"); return await everything.get_env()',
    });
    expect(isError).toBe(true);
    expect(texts.join('\n')).toContain('mcp__everything__get-env');
    expect(texts.join('\n')).not.toContain('never');
  });
});
