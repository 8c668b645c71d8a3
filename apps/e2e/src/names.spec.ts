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
  ...[
    'get-issue',
    'get_issue',
    'get.issue',
    'issue/list',
    'issue:list',
    '工具',
    'поиск',
    '検索',
    '🧪',
    '...',
  ],
  ...[
    'delete',
    'class',
    'await',
    '3d_render',
    'with space',
    '-lead',
    'name',
    'length',
    'call',
    'catch',
  ],
];
/** These an object has by itself, so that they are called by their alias or id. */
const special = ['then', 'constructor', 'toString', 'toJSON', 'prototype'];
const ledgerFile = () => join(workplace.folder, 'ledger.jsonl');

/** Calls tools of ours at a gateway over one server with these names. */
async function open(names: readonly string[]) {
  const config = workplace.writeConfig({
    mcpServers: { odd: ledgerServer(ledgerFile(), ...names) },
    policy: [{ match: '*', action: 'allow' }],
    expose: ['code', 'servers'],
  });
  const call = rawClient(await workplace.startHttp(config));
  return async (tool: string, args: object): Promise<string> => {
    const { result } = await call(tool, args, {}, {});
    return result?.content?.[0]?.text ?? '';
  };
}

const program = (code: string) => ['run_code', { code }] as const;

/** The call path of each tool by its name, as it is listed. */
async function pathsOf(ask: (tool: string, args: object) => Promise<string>) {
  const text = await ask('list_tools', { server: 'odd' });
  const lines = text.split('\n\n').filter((signature) => signature.includes('Odd.'));
  return new Map(
    lines.map((signature) => {
      const [path = ''] = signature.split('(');
      const written = /mcp__odd__(.*?)"?: Odd\.$/.exec(signature)?.[1];
      return [written ?? path.slice('tools.odd.'.length), path] as const;
    }),
  );
}

describe('tools whose names are no identifiers, or collide', () => {
  it('are each called by their real name, in brackets', async () => {
    const ask = await open([...odd, ...special]);
    const code = `const said = []; for (const name of ${JSON.stringify(odd)}) said.push(await odd[name]({}), await tools.odd[name]({})); return said;`;
    const said = JSON.parse(await ask(...program(code))) as string[];
    expect(said).toEqual(odd.flatMap((name) => [`${name} done`, `${name} done`]));
    expect(readLedger(ledgerFile()).map(([name]) => name)).toEqual(
      odd.flatMap((name) => [name, name]),
    );
  });

  it('have an alias each, which compiles, reaches that very tool, and stays whatever the order', async () => {
    const names = [...odd, ...special];
    const ask = await open(names);
    const paths = await pathsOf(ask);
    expect([...paths.keys()].sort()).toEqual([...names].sort());
    expect(new Set(paths.values()).size).toBe(names.length);
    const calls = names.map((name) => `await ${paths.get(name)}({})`).join(', ');
    expect(JSON.parse(await ask(...program(`return [${calls}]`)))).toEqual(
      names.map((name) => `${name} done`),
    );
    expect(await pathsOf(await open([...names].reverse()))).toEqual(
      new Map([...paths].sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  });

  it('are told apart by search', async () => {
    const ask = await open([...odd, ...special]);
    const [text, paths] = [
      await ask('search_tools', { query: 'get issue', limit: 20 }),
      await pathsOf(ask),
    ];
    for (const name of ['get-issue', 'get_issue', 'get.issue'])
      expect(text).toContain(`${paths.get(name)}(`);
  });
});
