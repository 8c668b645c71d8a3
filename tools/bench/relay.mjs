// The least that a call from a process of its own through a host to an upstream can cost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The program: calls `echo` so often, one call after the other, and says how many milliseconds it waited. */
const program = (count) => `
const encoder = new TextEncoder(), decoder = new TextDecoder(), chunk = new Uint8Array(65536);
let text = '';
async function line() {
  for (;;) {
    const end = text.indexOf('\\n');
    if (end >= 0) {
      const whole = text.slice(0, end);
      text = text.slice(end + 1);
      return whole;
    }
    text += decoder.decode(chunk.subarray(0, await Deno.stdin.read(chunk)), { stream: true });
  }
}
await line();
const start = performance.now();
for (let value = 0; value < ${count}; value++) {
  const params = { name: 'echo', arguments: { value } };
  const request = { jsonrpc: '2.0', id: value + 10, method: 'tools/call', params };
  Deno.stdout.writeSync(encoder.encode(JSON.stringify(request) + '\\n'));
  JSON.parse(await line());
}
Deno.stderr.writeSync(encoder.encode(String(performance.now() - start)));
`;

/**
 * A relay without a gate: a fresh Deno without any wall, whose bytes this process hands on to an upstream as they
 * are, and back. Nothing is read, checked, limited or remembered between them. What a gateway adds to this is its own.
 *
 * @returns `measure()`, the milliseconds that the program waited for its calls; and `close()`
 */
export async function createRelay(upstream, count) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-relay-'));
  const script = join(folder, 'program.mjs');
  writeFileSync(script, program(count));
  const deno = join(
    dirname(createRequire(import.meta.url).resolve('@deno/linux-x64-glibc/package.json')),
    'deno',
  );
  const server = spawn(upstream.command, upstream.args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const clientInfo = { name: 'bench', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const send = (message) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params });
  await once(server.stdout, 'data');
  send({ method: 'notifications/initialized' });
  return {
    async measure() {
      const child = spawn(deno, ['run', '--quiet', '--no-config', script], { stdio: 'pipe' });
      const back = (chunk) => child.stdin.write(chunk);
      child.stdout.on('data', (chunk) => server.stdin.write(chunk));
      server.stdout.on('data', back);
      // It has started by then, as a runner that waits has.
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.stdin.write('go\n');
      const [ms] = await once(child.stderr, 'data');
      server.stdout.off('data', back);
      child.kill('SIGKILL');
      await once(child, 'exit');
      return Number(String(ms));
    },
    async close() {
      server.kill();
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
