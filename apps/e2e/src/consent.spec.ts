import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectClient,
  type AnswerPerson,
  type Asked,
  type ClientKind,
  type Place,
  type TestClient,
} from './support/connect-client.js';
import { readLedger } from './support/read-ledger.js';
import { createWorkplace, ledgerServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
const places: Partial<Record<string, Place>> = {};
const ledgerFile = () => join(workplace.folder, 'ledger.jsonl');
const ledger = () => readLedger(ledgerFile());

beforeAll(async () => {
  workplace = createWorkplace();
  const config = workplace.writeConfig({
    mcpServers: { ledger: ledgerServer(ledgerFile()) },
    policy: [
      { match: 'mcp__ledger__read', action: 'allow' },
      { match: 'mcp__ledger__change', action: 'deny' },
    ],
    consent: { timeoutSeconds: 5 },
  });
  places.stdio = { kind: 'stdio', launch: workplace.sluice('--config', config) };
  places.http = { kind: 'http', ...(await workplace.startHttp(config)) };
});
afterAll(() => workplace.close());

const kinds: readonly ClientKind[] = ['v1', 'v2 legacy', 'v2 modern'];
const matrix = kinds.flatMap((kind) => ['stdio', 'http'].map((place) => [kind, place] as const));

const send = 'return await tools.ledger.send({ to: "ann@ours.example" })';
const sent = ['send', { to: 'ann@ours.example' }];

describe.each(matrix)('the person at a %s client over %s', (kind, placeName) => {
  let client: TestClient;
  let person: AnswerPerson;
  let asked: Asked[];
  const decide = (decision: string): AnswerPerson => {
    return async () => ({ action: 'accept', content: { decision } });
  };

  beforeEach(async () => {
    asked = [];
    client = await connectClient(kind, places[placeName] as Place, (question) => {
      asked.push(question);
      return person(question);
    });
  });
  afterEach(async () => {
    await client.close();
    rmSync(ledgerFile(), { force: true });
    // Approvals for longer would answer for the next test.
    rmSync(join(workplace.folder, 'state/sluice/consent'), { recursive: true, force: true });
  });
  const run = (code: string) => client.call('run_code', { code });

  it('is asked once, with tools, arguments and the program, and "once" starts that run alone', async () => {
    person = decide('once');
    expect((await run(send)).texts[0]).toBe('send done');
    expect(ledger()).toEqual([sent]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain(
      '1. mcp__ledger__send "Send a mail": changes things, says its server',
    );
    expect(asked[0]?.message).toContain('   with {"to":"ann@ours.example"}');
    expect(asked[0]?.message).toContain(`    1 | ${send}`);
    await run(send);
    expect(asked).toHaveLength(2);
  });

  // 2026-07-28 over HTTP has no sessions: all clients with the key are one.
  const hasSession = kind !== 'v2 modern' || placeName === 'stdio';
  const lasting = hasSession ? ['session', 'workspace', 'always'] : ['workspace', 'always'];

  it('is offered what the client can have', async () => {
    person = decide('session');
    const { texts } = await run(send);
    expect(texts[0]?.split(':')[0]).toBe(hasSession ? 'send done' : 'POLICY_REFUSED');
    expect(asked[0]?.requestedSchema.properties).toMatchObject({
      decision: { enum: ['once', ...lasting, 'refuse'] },
    });
  });

  it.each(lasting)('is not asked again after "%s"', async (scope) => {
    person = decide(scope);
    await run(send);
    person = decide('refuse');
    expect((await run('return await tools.ledger.send({ other: 1 })')).isError).toBe(false);
    expect(asked).toHaveLength(1);
    expect(ledger()).toEqual([sent, ['send', { other: 1 }]]);
  });

  it.each<[string, AnswerPerson, string]>([
    ['refuses', decide('refuse'), 'the user was asked and refused it'],
    ['declines', async () => ({ action: 'decline' }), 'the user was asked and refused it'],
    [
      'closes the form',
      async () => ({ action: 'cancel' }),
      'the user was asked and closed the question without an answer',
    ],
    [
      'answers what was not offered',
      async () => ({ action: 'accept', content: { allow: true } }),
      'the user was asked, and the client answered with something that was not offered',
    ],
    [
      'answers more than was asked',
      async () => ({ action: 'accept', content: { decision: 'once', scope: 'always' } }),
      'the user was asked, and the client answered with something that was not offered',
    ],
  ])('who %s is obeyed', async (_, answer, said) => {
    person = answer;
    const { texts, isError } = await run(send);
    expect(isError).toBe(true);
    expect(texts[0]).toContain(`POLICY_REFUSED: Cannot start the program: ${said}`);
    expect(ledger()).toEqual([]);
  });

  it('who takes too long has refused', async () => {
    person = () =>
      new Promise((resolve) =>
        setTimeout(() => resolve({ action: 'accept', content: { decision: 'always' } }), 5500),
      );
    const { texts } = await run(send);
    expect(texts[0]).toContain(
      'POLICY_REFUSED: Cannot start the program: the user was asked and nobody answered in time',
    );
    expect(ledger()).toEqual([]);
  });

  it('is asked about two programs at once, and each answer counts for its own', async () => {
    person = async ({ message }) => ({
      action: 'accept',
      content: { decision: message.includes('mcp__ledger__pay') ? 'refuse' : 'once' },
    });
    const [first, second] = await Promise.all([run(send), run('await tools.ledger.pay({})')]);
    expect(first.texts[0]).toBe('send done');
    expect(second.texts[0]).toContain('POLICY_REFUSED');
    expect(ledger()).toEqual([sent]);
  });

  it('answers what a running program asks, typed, and several questions together', async () => {
    const accept = (content: Awaited<ReturnType<AnswerPerson>>['content']) =>
      Promise.resolve({ action: 'accept', content } as const);
    person = ({ message, requestedSchema: { properties } }) => {
      if (message.includes('How many')) return accept({ answer: 3 });
      if ('colour' in properties) return accept({ colour: 'red', urgent: true });
      return Promise.resolve({ action: 'decline' });
    };
    const { texts } = await run(`
      const form = { type: "object", required: ["colour"],
        properties: { colour: { type: "string", enum: ["red", "blue"] }, urgent: { type: "boolean" } } };
      const first = await Promise.all([ask("How many?", { type: "integer" }), ask("Which?", form)]);
      const name = await ask("Your name?").catch((error) => error.code);
      return [...first, name]`);
    expect(JSON.parse(texts[0] ?? '')).toEqual([
      3,
      { colour: 'red', urgent: true },
      'ASK_DECLINED',
    ]);
    expect(asked).toHaveLength(3);
    expect(asked[0]?.message).toContain('A program that an agent wrote asks you');
  });

  it('is not waited for by a program for ever, and its own clock stands still meanwhile', async () => {
    person = () => new Promise((resolve) => setTimeout(() => resolve({ action: 'cancel' }), 5500));
    const { texts } = await client.call('run_code', {
      code: 'return await ask("There?").catch((error) => [error.code, error.message])',
      timeoutMs: 2000,
    });
    expect(JSON.parse(texts[0] ?? '')).toEqual([
      'ASK_TIMEOUT',
      'The user was asked and did not answer within 5 s',
    ]);
  });

  it('gives no approval by an answer to a question of the program', async () => {
    person = async ({ message }) =>
      message.includes('May this program')
        ? { action: 'decline' }
        : { action: 'accept', content: { decision: 'always' } };
    const { texts } = await run(`
      const said = await ask("Allow?", { type: "object", properties: { decision: { type: "string" } } });
      const name = ["mcp", "ledger", "send"].join("__");
      return [said, await call(name, {}).catch((error) => error.code)]`);
    expect(JSON.parse(texts[0] ?? '')).toEqual([{ decision: 'always' }, 'POLICY_NEEDS_APPROVAL']);
    expect(ledger()).toEqual([]);
  });
});

describe.each(matrix)('a %s client over %s that cannot ask', (kind, placeName) => {
  it('gets the refusal with the way out, and ask() is not available', async () => {
    const client = await connectClient(kind, places[placeName] as Place);
    const { texts, isError } = await client.call('run_code', { code: send });
    const asked = await client.call('run_code', {
      code: 'return await ask("There?").catch((error) => error.code)',
    });
    await client.close();
    expect(isError).toBe(true);
    expect(texts[0]).toContain('POLICY_NEEDS_APPROVAL: Cannot start the program');
    expect(texts[0]).toContain('sluice approve');
    expect(texts[0]).toContain('{"match":"mcp__ledger__send","action":"allow"}');
    expect(texts[0]).not.toMatch(/q_[0-9a-f]{32}/);
    expect(asked.texts[0]).toBe('NOT_AVAILABLE');
    expect(ledger()).toEqual([]);
  });
});

it('takes a run that asks along when its client ends the session', async () => {
  const { url, key } = places.http as Extract<Place, { kind: 'http' }>;
  const client = new Client(
    { name: 'e2e', version: '1.0.0' },
    { capabilities: { elicitation: {} } },
  );
  const asked = new Promise<void>((resolve) =>
    client.setRequestHandler(ElicitRequestSchema, () => {
      resolve();
      return new Promise(() => undefined);
    }),
  );
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport as never);
  const code = 'await ask("There?").catch(() => 0); await tools.ledger.read({})';
  const call = client.callTool({ name: 'run_code', arguments: { code } });
  await asked;
  await transport.terminateSession();
  await client.close();
  await expect(call).rejects.toThrow('Connection closed');
  // Longer than a person has for an answer: a run that still lived would go on and read.
  await new Promise((resolve) => setTimeout(resolve, 5500));
  expect(ledger()).toEqual([]);
});
