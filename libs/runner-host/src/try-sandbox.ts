import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  Clock,
  ProgramHost,
  RunEnd,
  RunLimits,
  RunnerPort,
  SandboxSettings,
} from '@sluice/contracts';

/** What {@link trySandbox} takes. */
export interface TrySandboxOptions {
  readonly runner: Pick<RunnerPort, 'run'>;
  readonly sandbox: Pick<SandboxSettings, 'heapMb' | 'memoryMb'>;
  readonly clock: Clock;
  /** Ends what still runs. */
  readonly signal: AbortSignal;
}

/** What became of one hostile program. */
export interface SandboxTrial {
  /** `reach`: network, files, environment; `memory`: off-heap memory; `time`: an endless loop. */
  readonly name: 'reach' | 'memory' | 'time';
  readonly held: boolean;
  /** How it ended: what was refused, or the code and message of the stop. */
  readonly outcome: string;
  /** From the request to its end, with the start of its runner, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * Runs three hostile programs as any other program is run, one after another, and tells what became of
 * them: one tries to reach a listener on loopback, a file and the environment; one takes memory outside
 * of V8's heap; one never ends. Takes one to three seconds. Never rejects.
 */
export async function trySandbox(options: TrySandboxOptions): Promise<readonly SandboxTrial[]> {
  return [await tryReach(options), await tryMemory(options), await tryTime(options)];
}

/** What a program may take here: enough for an idle runner, and soon reached. In MiB. */
const memoryMb = 256;
const spinMs = 500;
/** Hang bound of one program, in milliseconds: nothing of it is expected to take a tenth of that. */
const trialMs = 10_000;

async function tryReach(options: TrySandboxOptions): Promise<SandboxTrial> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-doctor-'));
  const [file, target] = [join(folder, 'to-read'), join(folder, 'to-write')];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  try {
    await writeFile(file, 'read by a program');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const data = { port, file, target, fileUrl: pathToFileURL(file).href };
    const { end, elapsedMs } = await runTrial(reachProgram, { ...options, data });
    if (end.kind !== 'value') return { name: 'reach', held: false, ...described(end), elapsedMs };
    const reached = [
      ...(JSON.parse(end.json) as string[]),
      ...(connections > 0 ? ['the network'] : []),
      ...(existsSync(target) ? ['writing a file'] : []),
    ];
    const outcome =
      reached.length === 0
        ? 'network, files and environment were refused'
        : `a program got through to ${[...new Set(reached)].join(', ')}`;
    return { name: 'reach', held: reached.length === 0, outcome, elapsedMs };
  } catch (error) {
    const { message } = error as Error;
    return { name: 'reach', held: false, outcome: `could not be tried: ${message}`, elapsedMs: 0 };
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryMemory(options: TrySandboxOptions): Promise<SandboxTrial> {
  const limits = { memoryMb: Math.min(memoryMb, options.sandbox.memoryMb) };
  const { end, elapsedMs } = await runTrial(memoryProgram, { ...options, limits });
  const held = end.kind === 'stopped' && end.code === 'RUN_MEMORY';
  return { name: 'memory', held, ...described(end), elapsedMs };
}

async function tryTime(options: TrySandboxOptions): Promise<SandboxTrial> {
  const limits = { timeoutMs: spinMs };
  const { end, elapsedMs } = await runTrial('for (;;) {}', { ...options, limits });
  const held = end.kind === 'stopped' && (end.code === 'RUN_TIMEOUT' || end.code === 'RUN_CPU');
  return { name: 'time', held, ...described(end), elapsedMs };
}

/** What comes back is what should not have been reached. */
const reachProgram = `
const reached = [];
const attempt = async (what, act) => {
  try {
    if ((await act()) !== undefined) reached.push(what);
  } catch {
    // Refused, as it should be.
  }
};
const url = 'http://127.0.0.1:' + data.port + '/';
await attempt('the network', () => fetch(url).then((answer) => answer.text()));
await attempt('the network', () => import(url + 'code.js'));
await attempt('the network', () => Deno.connect({ hostname: '127.0.0.1', port: data.port }));
await attempt('the network', () => new Promise((resolve, reject) => {
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.onopen = resolve;
  socket.onerror = () => reject(new Error('refused'));
}));
await attempt('a file', () => Deno.readTextFile(data.file));
await attempt('a file', () => fetch(data.fileUrl).then((answer) => answer.text()));
await attempt('a file', () => import(data.fileUrl, { with: { type: 'text' } }));
await attempt('a file', async () => (await import('node:fs')).readFileSync(data.file, 'utf8'));
await attempt('writing a file', () => Deno.writeTextFile(data.target, 'x').then(() => true));
await attempt('the environment', () => Object.keys(Deno.env.toObject())[0]);
await attempt('the environment', () => Object.keys(process.env)[0]);
return reached;
`;

/** Typed arrays that are written to: V8's limit does not count them. */
const memoryProgram = `
const kept = [];
for (;;) {
  kept.push(new Uint8Array(16777216).fill(1));
  await null;
}
`;

interface TrialOptions extends TrySandboxOptions {
  readonly data?: { readonly [key: string]: string | number };
  readonly limits?: Partial<RunLimits>;
}

async function runTrial(
  program: string,
  { runner, sandbox, clock, signal, data = {}, limits = {} }: TrialOptions,
): Promise<{ readonly end: RunEnd; readonly elapsedMs: number }> {
  const startedAt = clock.monotonic();
  const request = {
    program,
    data,
    servers: [],
    limits: {
      timeoutMs: trialMs,
      heapMb: sandbox.heapMb,
      memoryMb: sandbox.memoryMb,
      maxCalls: 1,
      maxParallelCalls: 1,
      maxValueBytes: 65_536,
      maxLogBytes: 0,
      maxFileBytes: 0,
      ...limits,
    },
  };
  const end = await runner.run(request, refusingHost, signal);
  return { end, elapsedMs: Math.round(clock.monotonic() - startedAt) };
}

function described(end: RunEnd): Pick<SandboxTrial, 'outcome'> {
  switch (end.kind) {
    case 'value':
      return { outcome: 'it ran to its end' };
    case 'threw':
      return { outcome: `it threw ${end.error.name}: ${end.error.message.slice(0, 200)}` };
    case 'stopped':
      return { outcome: `${end.code}: ${end.message}` };
  }
}

const refused = {
  ok: false,
  error: { name: 'Error', code: 'NOT_AVAILABLE', message: 'Nothing is there to be asked for' },
} as const;

/** There is no gateway behind these programs. */
const refusingHost: ProgramHost = {
  call: () => Promise.resolve(refused),
  search: () => Promise.resolve(''),
  describe: () => Promise.resolve(undefined),
  ask: () => Promise.resolve(refused),
  saveFile: () => Promise.resolve(refused),
  readFile: () => Promise.resolve(refused),
  readMedia: () => Promise.resolve(refused),
  recall: () => Promise.resolve(refused),
  select: () => Promise.resolve(refused),
  keep: () => Promise.resolve(refused),
  log: () => undefined,
  logUnsent: () => undefined,
  progress: () => undefined,
  emit: () => undefined,
};
