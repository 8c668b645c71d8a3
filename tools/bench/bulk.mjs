// node tools/bench/bulk.mjs: see README.md beside this file. Linux.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    bytes: { type: 'string', default: '100000000' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
});
const bytes = Number(options.bytes);
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sluice-bulk-'));
const probeFile = join(folder, 'probe.json');

/** A host of its own for each way, so that the peak is that way's. */
const ways = {
  'text by a direct call, then a pipe': ['source_text', 'source.text'],
  'JSON by a direct call, then a pipe': ['source_rows', 'source.rows'],
  'text through a program, then a pipe': ['run_code', 'text'],
  'JSON through a program, then a pipe': ['run_code', 'rows'],
};

try {
  for (const [name, [tool, kind]] of Object.entries(ways)) {
    if (name.includes(options.only)) await measure(name, tool, kind);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name, tool, kind) {
  const host = startHost();
  await host.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bulk', version: '1' },
  });
  host.notify('notifications/initialized');
  await host.call('search_tools', { query: 'take' });
  const before = await host.probe();
  const steps = [];
  const step = async (label, work) => {
    const start = performance.now();
    const answer = await work();
    const ms = performance.now() - start;
    await wait(500);
    steps.push({ label, ms, ...(await host.probe()) });
    return answer;
  };
  const first = await step('upstream → store', () =>
    tool === 'run_code'
      ? host.call('run_code', {
          code: `const value = await source.${kind}({ bytes: ${bytes} }); return value.length ?? value.rows.length`,
        })
      : host.call(tool, { bytes }),
  );
  const ref = tool === 'run_code' ? '#1' : /res_[0-9a-f]{32}/.exec(first)?.[0];
  if (ref === undefined) throw new Error(`${name}: no reference in ${first.slice(0, 300)}`);
  const last = await step('store → upstream', () =>
    host.call('pipe_result', { ref, tool: 'mcp__sink__take', mapping: { value: '@' } }),
  );
  const peak = Math.max(...steps.map(({ peakBytes }) => peakBytes));
  process.stdout.write(
    `${name}: ${last.slice(0, 100)}; peak ${mb(peak)} (${mb(before.rssBytes)} before), ${((peak - before.rssBytes) / bytes).toFixed(1)}× its size above that\n`,
  );
  for (const { label, ms, stretches, peakBytes } of steps) {
    const long = stretches.filter(({ cpuMs }) => cpuMs > 50).sort((a, b) => b.ms - a.ms);
    process.stdout.write(
      `  ${label}: ${Math.round(ms)} ms; peak ${mb(peakBytes)}; stretches over 50 ms: ${long.map(({ ms, cpuMs }) => `${ms} (cpu ${cpuMs})`).join(', ') || 'none'}\n`,
    );
  }
  await host.close();
}

function startHost() {
  const config = join(folder, 'sluice.json');
  const server = (mode) => ({ command: process.execPath, args: [path('bulk-upstream.mjs'), mode] });
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { source: server('source'), sink: server('sink') },
      policyDefault: 'allow',
      expose: ['code', 'results', 'direct'],
      sandbox: { pool: 1, memoryMb: 2048, heapMb: 1024 },
      results: { maxResultBytes: 2 * bytes },
    }),
  );
  const profile = options.profile
    ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, '--cpu-prof-interval=5000']
    : [];
  const main = path('../../apps/stdio-host/dist/bin/main.js');
  const child = spawn(
    process.execPath,
    ['--import', path('loop-probe.mjs'), ...profile, main, '--config', config],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        LOOP_PROBE: probeFile,
        XDG_CACHE_HOME: join(folder, 'cache'),
        XDG_STATE_HOME: join(folder, 'state'),
      },
    },
  );
  const pending = new Map();
  let buffered = '';
  let lastId = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    buffered += chunk;
    const lines = buffered.split('\n');
    buffered = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method === undefined) pending.get(message.id)?.(message);
    }
  });
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, ({ result, error }) =>
        error ? reject(new Error(error.message)) : resolve(result),
      );
      send({ id: lastId, method, params });
    });
  return {
    request,
    notify: (method) => send({ method }),
    async call(name, args) {
      const { content } = await request('tools/call', { name, arguments: args });
      return content.map((block) => block.text ?? '').join('\n');
    },
    async probe() {
      rmSync(probeFile, { force: true });
      child.kill('SIGUSR2');
      for (;;) {
        await wait(20);
        if (!existsSync(probeFile)) continue;
        const text = readFileSync(probeFile, 'utf8');
        if (text !== '') return JSON.parse(text);
      }
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.stdin.end();
      }),
  };
}

function mb(size) {
  return `${Math.round(size / 1e6)} MB`;
}
