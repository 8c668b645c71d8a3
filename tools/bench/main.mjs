// npm run bench: see README.md beside this file.
import { execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compare, table, timed } from './measure.mjs';
import { createRelay } from './relay.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const runs = Number(options.runs);
const workspace = fileURLToPath(new URL('../..', import.meta.url));
execFileSync('npx', ['nx', 'run', 'sluice:build', '--output-style=stream'], {
  cwd: workspace,
  stdio: ['ignore', 'ignore', 'inherit'],
});

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const upstream = {
  command: process.execPath,
  args: [fileURLToPath(new URL('./upstream.mjs', import.meta.url))],
};
/** A server as most are: made with the SDK. */
const everything = {
  command: process.execPath,
  args: [
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  ],
};
/** Our stdio host with so many runners waiting. */
const sluiceWith = (pool) => {
  const configPath = join(folder, `pool-${pool}.json`);
  const mcpServers = { bench: upstream, everything };
  writeFileSync(
    configPath,
    JSON.stringify({ mcpServers, policyDefault: 'allow', sandbox: { pool } }),
  );
  return {
    command: process.execPath,
    args: [join(workspace, 'apps/stdio-host/dist/bin/main.js'), '--config', configPath],
    env: {
      ...process.env,
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_STATE_HOME: join(folder, 'state'),
    },
  };
};
const sluice = sluiceWith(2);

const connect = async (server) => {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return client;
};
const nodeStart = () =>
  new Promise((resolve) =>
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).on('exit', () => resolve()),
  );

/** So many calls at once; fails when one of them brings something else than what it sent. */
const parallel = (count) => `
  const answers = await Promise.all(Array.from({ length: ${count} }, (_, i) => bench.echo({ value: i })));
  if (answers.some(({ value }, i) => value !== i)) throw new Error('an answer got lost');
  return answers.length`;

const gateway = await connect(sluice);
const coldGateway = await connect(sluiceWith(0));
const direct = await connect(upstream);
const realServer = await connect(everything);
const relay = await createRelay(upstream, 100);
const run = async (code, host = gateway) => {
  const result = await host.callTool({ name: 'run_code', arguments: { code } });
  if (result.isError) throw new Error(result.content.map((block) => block.text).join('\n'));
  return result;
};
const echo = (value) => direct.callTool({ name: 'echo', arguments: { value } });
const hundred = Array.from({ length: 100 }, (_, index) => index);

/** A run that finds a runner waiting: the pool had the time to start one. */
const warm = (code) => async () => {
  await new Promise((resolve) => setTimeout(resolve, refillMs));
  return timed(() => run(code));
};
/** More than the start of a runner takes on a quiet machine. */
const refillMs = 300;

/**
 * A hundred calls one after the other, twice: as long as the whole run takes, and as long as the program waits for
 * its calls by its own clock, without what any run costs. The second is the one to hold against the client.
 */
const sequential = (name, call, baseline) => {
  const program = `const start = performance.now();
    for (let i = 0; i < 100; i++) await ${call};
    return performance.now() - start`;
  const shared = { baselineName: 'the same by the SDK client', baseline };
  const callsAlone = async () => {
    await new Promise((resolve) => setTimeout(resolve, refillMs));
    const { content } = await run(program);
    return Number(content[0].text);
  };
  return [
    { ...shared, name: `${name}, the calls alone`, task: callsAlone },
    { ...shared, name: `${name}, whole run`, task: warm(program) },
  ];
};

const nodeBaseline = { baselineName: 'node -e 0', baseline: nodeStart };
const scenarios = [
  {
    name: 'start to first answer (initialize)',
    ...nodeBaseline,
    task: async () => {
      const start = performance.now();
      const client = await connect(sluice);
      const elapsedMs = performance.now() - start;
      await client.close();
      return elapsedMs;
    },
  },
  {
    name: 'cold run_code, trivial program, no runner waiting',
    ...nodeBaseline,
    task: () => run('return 1 + 1', coldGateway),
  },
  { name: 'warm run_code, trivial program', ...nodeBaseline, task: warm('return 1 + 1') },
  ...sequential('100 sequential nested calls', 'bench.echo({ value: i })', async () => {
    for (const value of hundred) await echo(value);
  }),
  ...sequential(
    '100 sequential nested calls of a server made with the SDK',
    'everything.echo({ message: String(i) })',
    async () => {
      for (const value of hundred)
        await realServer.callTool({ name: 'echo', arguments: { message: String(value) } });
    },
  ),
  {
    name: 'a bare relay: 100 sequential calls that nobody looks at',
    baselineName: 'the same by the SDK client',
    baseline: async () => {
      for (const value of hundred) await echo(value);
    },
    task: () => relay.measure(),
  },
  {
    name: '100 parallel nested calls',
    baselineName: 'the same by the SDK client',
    baseline: () => Promise.all(hundred.map(echo)),
    task: warm(parallel(100)),
  },
  {
    name: '1,000 parallel nested calls',
    baselineName: 'the same by the SDK client',
    baseline: () => Promise.all(Array.from({ length: 1000 }, (_, index) => echo(index))),
    task: warm(parallel(1000)),
  },
  {
    name: '10 MB nested text result',
    baselineName: 'the same by the SDK client',
    baseline: () => direct.callTool({ name: 'text', arguments: { bytes: 10_000_000 } }),
    task: warm('return (await bench.text({ bytes: 10_000_000 })).length'),
  },
];

const results = [];
try {
  for (const scenario of scenarios.filter(({ name }) => name.includes(options.only))) {
    process.stderr.write(`${scenario.name} …\n`);
    results.push(await compare({ ...scenario, runs }));
  }
} finally {
  await Promise.allSettled(
    [gateway, coldGateway, direct, realServer, relay].map((end) => end.close()),
  );
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} cores\n\n${table(results)}\n`,
);
if (options.json)
  writeFileSync(
    options.json,
    `${JSON.stringify({ node: process.version, results }, undefined, 2)}\n`,
  );
