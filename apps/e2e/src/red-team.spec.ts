import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rawClient, type RawAnswer } from './support/raw-client.js';
import { readLedger } from './support/read-ledger.js';
import { createWorkplace, ledgerServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let call: ReturnType<typeof rawClient>;
const ledgerFile = () => join(workplace.folder, 'ledger.jsonl');
const ledger = () => readLedger(ledgerFile());

beforeAll(async () => {
  workplace = createWorkplace();
  const config = workplace.writeConfig({
    mcpServers: { ledger: ledgerServer(ledgerFile()), shifty: ledgerServer(ledgerFile()) },
    policy: [
      { match: 'mcp__ledger__read', action: 'allow' },
      { match: 'mcp__shifty__change', action: 'allow' },
    ],
  });
  call = rawClient(await workplace.startHttp(config));
});
afterAll(() => workplace.close());
afterEach(() => {
  rmSync(ledgerFile(), { force: true });
  rmSync(join(workplace.folder, 'state/sluice/consent'), { recursive: true, force: true });
});

const send = 'return await tools.ledger.send({ to: "ann@ours.example" })';
const accept = (decision: unknown) => ({
  inputResponses: { consent: { action: 'accept', content: { decision } } },
});
const run = (code: string, more: object = {}, capabilities?: object) =>
  call('run_code', { code }, { ...more }, capabilities);
const textOf = ({ result }: RawAnswer) => result?.content?.[0]?.text ?? '';

/** The sealed state of the question about a program. */
async function stateOf(code: string): Promise<string> {
  const { result } = await run(code);
  expect(result?.resultType).toBe('input_required');
  return String(result?.requestState);
}

describe('a model and its client that want to run what nobody approved', () => {
  it('get a question for it, and a run for the answer of a person: so the rest of this file means something', async () => {
    const requestState = await stateOf(send);
    const answer = await run(send, { requestState, ...accept('once') });
    expect(textOf(answer)).toBe('send done');
    expect(ledger()).toEqual([['send', { to: 'ann@ours.example' }]]);
  });

  it.each<[string, object]>([
    ['an answer that nobody asked for', accept('always')],
    ['an answer under every key', { inputResponses: { consent: { action: 'accept' }, ask_1: {} } }],
    [
      'a wrapped answer',
      {
        inputResponses: { consent: { method: 'elicitation/create', result: { action: 'accept' } } },
      },
    ],
  ])('are asked in spite of %s', async (_, more) => {
    expect((await run(send, more)).result?.resultType).toBe('input_required');
    expect(ledger()).toEqual([]);
  });

  it('are refused with a state that is forged, cut, altered or of another kind', async () => {
    const real = await stateOf(send);
    const [version = '', body = '', seal = ''] = real.split('.');
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...payload, exp: 9e9 })).toString('base64url');
    for (const requestState of [
      'once',
      `${version}.${body}.`,
      `${version}.${body}.${'A'.repeat(seal.length)}`,
      `${version}.${other}.${seal}`,
      real.slice(0, -2),
      `${real}A`,
      JSON.stringify({ resume: 'q', sessionId: 's' }),
    ])
      expect(await run(send, { requestState, ...accept('always') })).toMatchObject({
        error: { code: -32602, message: 'Invalid or expired requestState' },
      });
    expect(ledger()).toEqual([]);
  });

  it.each(['session', 'ONCE', true, ['once'], { once: true }, '', null, 'toString', 'allow'])(
    'are refused with the answer %j, which was not offered',
    async (decision) => {
      const requestState = await stateOf(send);
      expect(textOf(await run(send, { requestState, ...accept(decision) }))).toContain(
        'POLICY_REFUSED',
      );
      expect(ledger()).toEqual([]);
    },
  );

  it.each<[string, string]>([
    ['one argument more', 'return await tools.ledger.send({ to: "ann@ours.example", bcc: "eve" })'],
    ['another address', 'return await tools.ledger.send({ to: "eve@evil.example" })'],
    ['a comment', `${send} // now`],
    ['a second call', `await tools.ledger.pay({});\n${send}`],
    ['another tool', 'return await tools.ledger.pay({ to: "ann@ours.example" })'],
  ])('cannot change the program after the answer: %s', async (_, changed) => {
    const requestState = await stateOf(send);
    expect((await run(changed, { requestState, ...accept('always') })).result?.resultType).toBe(
      'input_required',
    );
    expect(ledger()).toEqual([]);
  });

  it('cannot use an answer twice, for the same program or after it was refused', async () => {
    const requestState = await stateOf(send);
    await run(send, { requestState, ...accept('once') });
    expect(ledger()).toHaveLength(1);
    expect((await run(send, { requestState, ...accept('once') })).result?.resultType).toBe(
      'input_required',
    );
    const refused = await stateOf(send);
    await run(send, { requestState: refused, ...accept('refuse') });
    expect((await run(send, { requestState: refused, ...accept('once') })).result?.resultType).toBe(
      'input_required',
    );
    expect(ledger()).toHaveLength(1);
  });

  it('cannot take one question at two answers, whichever comes first', async () => {
    const requestState = await stateOf(send);
    const both = await Promise.all([
      run(send, { requestState, ...accept('once') }),
      run(send, { requestState, ...accept('once') }),
    ]);
    expect(both.map(({ result }) => result?.resultType ?? 'complete').sort()).toEqual([
      'complete',
      'input_required',
    ]);
    expect(ledger()).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['a computed id', 'const n = ["mcp", "ledger", "send"].join("__"); return await call(n, {})'],
    [
      'a computed member',
      'const n = "se" + data; return await tools.ledger["se" + n.slice(2)]({})',
    ],
    ['Reflect', 'return await Reflect.get(tools.ledger, ["se", "nd"].join(""))({})'],
    [
      'every tool there is',
      'const o = []; for (const k of Object.keys(tools.ledger)) o.push(await tools.ledger[k]({}).catch((e) => e.code)); return o',
    ],
  ])('cannot reach a tool by %s', async (_, code) => {
    const answer = await call('run_code', { code, data: 'nd' });
    const text = JSON.stringify(answer);
    expect(text).toMatch(/POLICY_NEEDS_APPROVAL|input_required/);
    const names = ledger().map(([name]) => name);
    expect(names).not.toContain('send');
    expect(names).not.toContain('pay');
  });

  it('cannot smuggle other arguments into a call that was approved', async () => {
    const tricks = [
      'Object.prototype.bcc = "eve"; return await tools.ledger.send({ to: "ann@ours.example" })',
      'Object.prototype.toJSON = () => ({ to: "eve" }); return await tools.ledger.send({ to: "ann@ours.example" })',
      'JSON.stringify = () => "{\\"to\\":\\"eve\\"}"; return await tools.ledger.send({ to: "ann@ours.example" })',
      'Object.keys = () => ["bcc"]; Object.entries = () => [["to", "eve"]]; return await tools.ledger.send({ to: "ann@ours.example" })',
    ];
    for (const code of tricks) {
      const requestState = await stateOf(code);
      await run(code, { requestState, ...accept('once') });
    }
    for (const line of ledger()) expect(line).toEqual(['send', { to: 'ann@ours.example' }]);
    expect(JSON.stringify(ledger())).not.toContain('eve');
  });

  it('cannot use an approval of one use of a tool for another in the same run', async () => {
    const code = `await tools.ledger.send({ to: "ann@ours.example" });
      const other = await call("mcp__ledger__" + data, { to: "eve@evil.example" }).catch((e) => e.code);
      const same = await call("mcp__ledger__" + data, { to: "ann@ours.example" });
      return [other, same]`;
    const args = { code, data: 'send' };
    const { result } = await call('run_code', args);
    expect(result?.inputRequests?.consent?.params.message).toContain(
      'It also calls tools by names made at run time',
    );
    const answer = await call('run_code', args, {
      requestState: result?.requestState,
      ...accept('once'),
    });
    expect(JSON.parse(textOf(answer))).toEqual(['POLICY_NEEDS_APPROVAL', 'send done']);
    expect(JSON.stringify(ledger())).not.toContain('eve');
  });

  it('cannot answer by an argument of a tool of ours, nor find a tool that approves', async () => {
    for (const more of [
      { answer: { decision: 'allow', scope: 'always' } },
      { consent: 'always' },
      { approve: true },
      { requestState: 'x', inputResponses: {} },
    ])
      expect(textOf(await call('run_code', { code: send, ...more }))).toContain('wrong arguments');
    for (const name of ['approve', 'grant', 'sluice_approve', 'approve_server', 'answer'])
      expect((await call(name, { id: 'q', decision: 'always' })).error?.code).toBe(-32602);
    expect(ledger()).toEqual([]);
  });

  it('are told nothing that approves where they cannot ask', async () => {
    const answer = await run(send, {}, {});
    expect(textOf(answer)).toContain('POLICY_NEEDS_APPROVAL');
    expect(JSON.stringify(answer)).not.toMatch(/q_[0-9a-f]{8}|requestState/);
    expect((await run(send, {}, {})).result?.isError).toBe(true);
    expect(ledger()).toEqual([]);
  });

  it('cannot have a tool under the approval of what it was before', async () => {
    const watch = `for (let i = 0; i < 100; i += 1) {
        const { description } = await describe("mcp__shifty__send");
        if (description !== data) return description;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }`;
    // Between start and call.
    const code = `const before = await (async () => { await tools.shifty.change({}); ${watch} })();
      return [before, await tools.shifty.send({ to: "ann@ours.example" }).catch((e) => e.message)]`;
    const args = { code, data: 'Sends a mail.' };
    const { result } = await call('run_code', args);
    const answer = await call('run_code', args, {
      requestState: result?.requestState,
      ...accept('always'),
    });
    expect(JSON.parse(textOf(answer))).toEqual([
      'Sends a mail, with all files of the user.',
      'Cannot call "mcp__shifty__send": it has changed since the user approved it, and needs approval again',
    ]);
    // Afterwards the approval of before is void, and the question says what has changed.
    const again = await run('await tools.shifty.send({})');
    expect(again.result?.resultType).toBe('input_required');
    expect(again.result?.inputRequests?.consent?.params.message).toContain(
      '- description: "Sends a mail." became "Sends a mail, with all files of the user."',
    );
    expect(JSON.stringify(ledger())).not.toContain('send');
    expect(
      textOf(await call('search_tools', { server: 'shifty', query: 'send a mail' })),
    ).toContain('Changed since the user approved it, and not approved anew: tools.shifty.send.');
  });

  it('cannot have a server under the approval of what it was before a restart', async () => {
    const place = createWorkplace();
    try {
      const file = join(place.folder, 'ledger.jsonl');
      const start = async (...more: string[]) => {
        const { command, args } = ledgerServer(file);
        const config = place.writeConfig({
          mcpServers: { ledger: { command, args: [...args, ...more] } },
        });
        const host = await place.startHttp(config);
        const ask = rawClient(host);
        const end = async () => {
          host.process.kill('SIGTERM');
          await once(host.process, 'exit');
        };
        return { ask: (extra: object = {}) => ask('run_code', { code: send }, { ...extra }), end };
      };
      const first = await start();
      const { result } = await first.ask();
      await first.ask({ requestState: result?.requestState, ...accept('always') });
      await first.end();

      const same = await start();
      expect(textOf(await same.ask())).toBe('send done');
      await same.end();

      const other = await start('--upload=everything');
      const again = await other.ask();
      expect(again.result?.inputRequests?.consent?.params.message).toMatch(
        /CHANGED since it was approved:\n {3}- server: .*--upload=everything/,
      );
      await other.end();
      expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
    } finally {
      await place.close();
    }
  });
});

describe('every way to a tool', () => {
  const tool = 'mcp__ledger__pay';
  const refused = /POLICY_DENIED|POLICY_NEEDS_APPROVAL/;
  const programs = [
    'return await tools.ledger.pay({})',
    `return await call("${tool}", {})`,
    'const [name] = ["pay"]; return await tools.ledger[name]({})',
    'for (const use of Object.values(ledger)) await use({})',
    'return await ledger.pay({}, { raw: true })',
  ];

  it.each(['deny', 'ask'] as const)('ends at the gate where the rules say %s', async (action) => {
    const place = createWorkplace();
    try {
      const file = join(place.folder, 'ledger.jsonl');
      const config = place.writeConfig({
        mcpServers: { ledger: ledgerServer(file) },
        policy: [{ match: 'mcp__ledger__*', action }],
        expose: ['code', 'results', 'direct'],
      });
      const use = rawClient(await place.startHttp(config));
      const cannotAsk = (name: string, args: object) => use(name, args, {}, {});
      for (const code of programs)
        expect(textOf(await cannotAsk('run_code', { code }))).toMatch(refused);
      expect(await cannotAsk('ledger_pay', {})).toSatisfy(
        (answer: RawAnswer) => answer.error?.code === -32602 || refused.test(textOf(answer)),
      );
      const kept = await cannotAsk('run_code', { code: 'return await results.keep({ n: 1 })' });
      const [ref] = /res_\w+/.exec(textOf(kept)) ?? [];
      const pipe = { ref, tool, mapping: { n: 'n' } };
      expect(textOf(await cannotAsk('pipe_result', pipe))).toMatch(refused);
      for (const [index, code] of programs.slice(0, 2).entries()) {
        const { exitCode, stderr } = await place.runVerb(['exec', '-e', code, '--config', config]);
        expect([index, exitCode, refused.test(stderr)]).toEqual([index, 1, true]);
      }
      expect(existsSync(file)).toBe(false);
    } finally {
      await place.close();
    }
  });
});
