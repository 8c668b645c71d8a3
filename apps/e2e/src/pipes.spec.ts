import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  connectClient,
  type AnswerPerson,
  type Asked,
  type ClientKind,
  type TestClient,
} from './support/connect-client.js';
import { createWorkplace, ledgerServer, type Launch, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let launch: Launch;
let client: TestClient;
const ledgerFile = () => join(workplace.folder, 'ledger.jsonl');
const sent = () =>
  existsSync(ledgerFile())
    ? readFileSync(ledgerFile(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    : [];

beforeAll(() => {
  workplace = createWorkplace();
  const config = workplace.writeConfig({
    mcpServers: { ledger: ledgerServer(ledgerFile()) },
    policy: [
      { match: 'mcp__ledger__send', action: 'ask' },
      { match: 'mcp__ledger__*', action: 'allow' },
    ],
    expose: ['code', 'results', 'toolpipe'],
  });
  launch = workplace.sluice('--config', config);
});
afterEach(async () => {
  await client.close();
  rmSync(ledgerFile(), { force: true });
});
afterAll(() => workplace.close());

/** Both pipes, with the same data into the same tool. */
const pipes: readonly (readonly [string, object])[] = [
  ['pipe_result', { tool: 'mcp__ledger__send' }],
  ['toolpipe_pipe_result', { target_tool: 'ledger_send' }],
];

async function keep(value: string): Promise<string> {
  const { texts } = await client.call('run_code', { code: `return await results.keep(${value})` });
  return /res_[0-9a-f]{32}/.exec(texts[0] ?? '')?.[0] ?? '';
}

const kinds: readonly ClientKind[] = ['v1', 'v2 modern'];

describe.each(kinds)('at a %s client', (kind) => {
  const asked: Asked[] = [];
  const connect = async (person: AnswerPerson) => {
    asked.length = 0;
    client = await connectClient(kind, { kind: 'stdio', launch }, (question) => {
      asked.push(question);
      return person(question);
    });
  };

  it.each(pipes)('%s asks the person, and a yes sends the data', async (name, target) => {
    await connect(async () => ({ action: 'accept', content: { decision: 'once' } }));
    const ref = await keep('{ who: "ann", id: 12 }');
    const answer = await client.call(name, { ref, ...target, mapping: { to: 'who', id: 'id' } });
    expect(answer).toMatchObject({ texts: ['send done'], isError: false });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain('1. mcp__ledger__send');
    expect(asked[0]?.message).toContain('with {"to":"ann","id":12}');
    expect(sent()).toEqual([['send', { to: 'ann', id: 12 }]]);
  });

  it.each(pipes)('%s sends nothing after a no', async (name, target) => {
    await connect(async () => ({ action: 'decline' }));
    const ref = await keep('"ann"');
    const answer = await client.call(name, { ref, ...target, mapping: { to: '@' } });
    expect(answer.isError).toBe(true);
    expect(answer.texts[0]).toContain('POLICY_REFUSED: Cannot make the call: the user was asked');
    expect(sent()).toEqual([]);
  });

  it.each(pipes)('%s asks about much data by its reference', async (name, target) => {
    await connect(async () => ({ action: 'accept', content: { decision: 'once' } }));
    const ref = await keep('"x".repeat(100_000)');
    const mapping = { body: '@' };
    const answer = await client.call(name, { ref, ...target, mapping, arguments: { to: 'ann' } });
    expect(answer.texts).toEqual(['send done']);
    expect(asked[0]?.message).toContain('with any arguments');
    expect(asked[0]?.message).toContain(`"body": await results.select("${ref}", "@"),`);
    expect(asked[0]?.message).toContain('"to": "ann"');
    expect(sent()).toEqual([['send', { to: 'ann', body: 'x'.repeat(100_000) }]]);
  });
});

it.each(pipes)(
  '%s of a client that cannot ask is told the rule to add, and that the question waits',
  async (name, target) => {
    client = await connectClient('v1', { kind: 'stdio', launch });
    const ref = await keep('"ann"');
    const { texts, isError } = await client.call(name, { ref, ...target, mapping: { to: '@' } });
    expect(isError).toBe(true);
    expect(texts[0]).toContain('POLICY_NEEDS_APPROVAL: Cannot call "mcp__ledger__send"');
    expect(texts[0]).toContain('{"match":"mcp__ledger__send","action":"allow"}');
    expect(texts[0]).toContain('"sluice approve"; then make the very same call again.');
    expect(sent()).toEqual([]);
  },
);
