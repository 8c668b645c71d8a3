import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawClient } from './support/raw-client.js';
import { readLedger } from './support/read-ledger.js';
import { createWorkplace, ledgerServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(() => workplace.close());

const odd = [
  ...['get-issue', 'get_issue', 'get.issue', 'Get_Issue', 'issue/list', '3d_render', 'with space'],
  ...['delete', 'then', 'constructor', '__proto__', 'toJSON', '...', 'line\nbreak', '工具', '🧪'],
];
const ledgerFile = () => join(workplace.folder, 'ledger.jsonl');
const reached = () => readLedger(ledgerFile()).map(([name]) => name);

/** Runs programs for a client that cannot ask; gives what they return, or the refusal. */
async function open(policy: readonly object[], names: readonly string[] = odd) {
  rmSync(ledgerFile(), { force: true });
  const config = workplace.writeConfig({
    mcpServers: { odd: ledgerServer(ledgerFile(), ...names) },
    policy,
  });
  const call = rawClient(await workplace.startHttp(config));
  return async (code: string): Promise<unknown> => {
    const { result } = await call('run_code', { code }, {}, {});
    const text = result?.content?.[0]?.text ?? '';
    return result?.isError ? text : JSON.parse(text);
  };
}

/** Tries every name by its id, by the bare server and under `tools`, all made at run time. */
const tryAll = `
  const outcomes = [];
  for (const name of ${JSON.stringify(odd)}) {
    const said = [];
    for (const way of [
      () => call("mcp__odd__" + name, {}),
      () => odd[name]({}),
      () => Reflect.get(tools.odd, name).call(null, {}),
    ])
      said.push(await Promise.resolve().then(way).then(() => "ran", ({ code, name }) => code ?? name));
    outcomes.push([name, said]);
  }
  return outcomes;
`;

describe('rules over tools with odd names', () => {
  it.each(['mcp__odd__*', 'MCP__ODD__*', '*odd*'])('deny all of them: %s', async (match) => {
    const run = await open([
      { match, action: 'deny' },
      { match: '*', action: 'allow' },
    ]);
    const outcomes = (await run(tryAll)) as [string, string[]][];
    for (const [name, said] of outcomes)
      expect([name, said[0], said.includes('ran')]).toEqual([name, 'POLICY_DENIED', false]);
    for (const name of odd)
      expect(await run(`return await call(${JSON.stringify(`mcp__odd__${name}`)}, {})`)).toContain(
        'POLICY_DENIED: Cannot start the program',
      );
    expect(reached()).toEqual([]);
  });

  it('allow the one with that very name, in whatever order the server lists them', async () => {
    for (const names of [odd, [...odd].reverse()]) {
      const run = await open([{ match: 'mcp__odd__get_issue', action: 'allow' }], names);
      const outcomes = (await run(tryAll)) as [string, string[]][];
      const ran = outcomes.filter(([, said]) => said.includes('ran')).map(([name]) => name);
      expect(ran).toEqual(['get_issue']);
      expect(new Set(reached())).toEqual(new Set(['get_issue']));
    }
  });

  it('judge each call at its time by its real name, among others that are allowed', async () => {
    const run = await open([
      { match: 'mcp__odd__delete', action: 'deny' },
      { match: '*', action: 'allow' },
    ]);
    const said = await run(`
      const name = ["dele", "te"].join("");
      const { get_issue, [name]: remove } = odd;
      const codes = await Promise.all(
        [remove, get_issue, odd[name].bind(null), (args) => call("mcp__odd__" + name, args)].map((use) =>
          use({}).then(() => "ran", ({ code }) => code)),
      );
      return codes;
    `);
    expect(said).toEqual(['POLICY_DENIED', 'ran', 'POLICY_DENIED', 'POLICY_DENIED']);
    expect(reached()).toEqual(['get_issue']);
  });
});

describe('a server with a tool "then"', () => {
  it('is no promise: waiting for it calls nothing, and the tool is called by its id', async () => {
    const run = await open([{ match: '*', action: 'allow' }]);
    expect(
      await run('const ns = await Promise.resolve(odd); return [typeof ns, ns === (await odd)]'),
    ).toEqual(['object', true]);
    expect(reached()).toEqual([]);
    await run('return { done: await call("mcp__odd__then", {}) }');
    expect(reached()).toEqual(['then']);
  });
});
