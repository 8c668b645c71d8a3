import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const sluiceMain = fileURLToPath(new URL('../../../stdio-host/dist/bin/main.js', import.meta.url));
const httpHostMain = fileURLToPath(new URL('../../../http-host/dist/bin/main.js', import.meta.url));
const ledgerMain = fileURLToPath(new URL('../fixtures/ledger.mjs', import.meta.url));
const markedMain = fileURLToPath(new URL('../fixtures/marked.mjs', import.meta.url));
const fixtureMain = fileURLToPath(new URL('../fixtures/upstream.mjs', import.meta.url));

/** How a client config starts something. */
export interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  /** Where it runs. @default here */
  readonly cwd?: string;
}

/** The verb `sluice daemon`, or the HTTP host of its own. */
export type HttpHostKind = 'daemon' | 'http-host';

/** How a process ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One test's own folder, home and processes. Nothing of it is left after `close()`. */
export interface Workplace {
  readonly folder: string;
  /** Writes `sluice.json` and returns its path. */
  writeConfig(config: unknown): string;
  /** How a client starts our stdio host. */
  sluice(...words: string[]): Launch;
  /** Runs a verb to its end. */
  runVerb(words: readonly string[], input?: string): Promise<Ended>;
  /** Runs an HTTP host to its end. */
  runHttp(host: HttpHostKind, words: readonly string[]): Promise<Ended>;
  /** Starts an HTTP host on a free port and waits until it listens; without a path, it looks for its configuration itself. */
  startHttp(
    configPath?: string,
    host?: HttpHostKind,
  ): Promise<{
    url: string;
    key: string;
    process: ChildProcess;
    /** All that it printed so far. */
    output: () => Pick<Ended, 'stdout' | 'stderr'>;
  }>;
  close(): Promise<void>;
}

/** A server of npm as an `mcpServers` entry. */
export function npmServer(
  name: 'everything' | 'filesystem' | 'memory',
  ...args: string[]
): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
  };
}

/** Our own misbehaving upstream in one of its modes, as an `mcpServers` entry. */
export function fixtureServer(
  mode: string,
  ...args: string[]
): { command: string; args: string[] } {
  return { command: process.execPath, args: [fixtureMain, mode, ...args] };
}

/** An upstream that writes every call into a file, as an `mcpServers` entry; `names`: tools beside its own. */
export function ledgerServer(
  file: string,
  ...names: readonly string[]
): { command: string; args: string[] } {
  return { command: process.execPath, args: [ledgerMain, file, ...names] };
}

/** An upstream that writes its process id into a file when it is started, and calls into another beside it. */
export function markedServer(marker: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [markedMain, marker] };
}

/**
 * A fresh folder with a home of its own; `variables` come on top of its environment.
 *
 * @param options.cwd name of a folder in it, which is made, and in which all is started
 */
export function createWorkplace(
  variables: Record<string, string> = {},
  options: { readonly cwd?: string } = {},
): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-e2e-'));
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_STATE_HOME: join(folder, 'state'),
    // The same for Windows: nothing may reach the home of whoever runs the tests.
    USERPROFILE: folder,
    APPDATA: join(folder, 'config'),
    LOCALAPPDATA: join(folder, 'local'),
    ...variables,
  };
  const place = options.cwd === undefined ? {} : { cwd: join(folder, options.cwd) };
  if (place.cwd !== undefined) mkdirSync(place.cwd);
  const children: ChildProcess[] = [];
  const start = (main: string, words: readonly string[]) => {
    const child = spawn(process.execPath, [main, ...words], { env, stdio: 'pipe', ...place });
    children.push(child);
    return child;
  };
  const startHost = (host: HttpHostKind, words: readonly string[]) =>
    host === 'daemon' ? start(sluiceMain, ['daemon', ...words]) : start(httpHostMain, words);
  return {
    folder,
    writeConfig(config) {
      const path = join(folder, 'sluice.json');
      writeFileSync(path, typeof config === 'string' ? config : JSON.stringify(config, null, 2));
      return path;
    },
    sluice: (...words) => ({
      command: process.execPath,
      args: [sluiceMain, ...words],
      env,
      ...place,
    }),
    runVerb: (words, input) => untilEnd(start(sluiceMain, words), input),
    runHttp: (host, words) => untilEnd(startHost(host, words)),
    async startHttp(configPath, host = 'daemon') {
      const named = configPath === undefined ? [] : ['--config', configPath];
      const child = startHost(host, [...named, '--port', '0']);
      const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
      const url = await until(
        () => /serves MCP at (\S+)/.exec(stderr())?.[1],
        () => stderr(),
      );
      return {
        url,
        key: readFileSync(join(folder, 'state/sluice/api-key'), 'utf8').trim(),
        process: child,
        output: () => ({ stdout: stdout(), stderr: stderr() }),
      };
    },
    async close() {
      await Promise.all(children.map(endChild));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilEnd(child: ChildProcessWithoutNullStreams, input = ''): Promise<Ended> {
  child.stdin.end(input);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 8_000);
  await ended;
  clearTimeout(timer);
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (text += chunk));
  return () => text;
}

/** Polls until `look` gives something; fails with `explain()` after ten seconds, or as many milliseconds as are given. */
export async function until<T>(
  look: () => T | undefined,
  explain: () => string = () => '',
  limitMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain. ${explain()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
