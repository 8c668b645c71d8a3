import { existsSync } from 'node:fs';
import { ProtocolError } from '@modelcontextprotocol/client';
import type { Client, JSONRPCMessage } from '@modelcontextprotocol/client';
import { SluiceError } from '@sluice/contracts';
import type { StdioDefinition } from '@sluice/contracts';
import { carryAnswers } from './carry-answers.js';
import { childEnvironment } from './child-environment.js';
import { createClient, noTimeoutMs } from './create-client.js';
import { explainExit } from './explain-exit.js';
import { explainSpawnFailure } from './explain-spawn-failure.js';
import { isCommandThere } from './is-command-there.js';
import type { Explanation, LinkDependencies, OpenedLink } from './link.js';
import { resolveCommand } from './resolve-command.js';
import { createStdioCalls } from './stdio-calls.js';
import { createStdioTransport } from './stdio-transport.js';
import type { StdioTransport } from './stdio-transport.js';
import { untilAborted } from './until-aborted.js';
import { startUpstreamProcess } from './upstream-process.js';
import type { ProcessExit, UpstreamProcess } from './upstream-process.js';

/** The exit of a process may be seen a moment after its pipes closed. */
const exitSoonMs = 400;

/**
 * Starts a local upstream and negotiates with it. `initialize` goes first: every server of 2025 and
 * before knows it, and some die of anything else. One that refuses it is asked by `server/discover`
 * (2026-07-28) over the same process, so that a server is started once.
 *
 * @returns why not, where it did not work; the process is gone then. Rejects only when `signal` is aborted.
 */
export async function openStdioLink(
  definition: StdioDefinition,
  deps: LinkDependencies,
  signal: AbortSignal,
): Promise<OpenedLink> {
  const child = start(definition, deps);
  if ('reason' in child) return { ok: false, why: child };
  const stderr = () => deps.redact(plainText(child.stderrTail()));
  const stderrTail = () => stderr() || undefined;
  const explain = async (error: unknown) => explainExit(await exitSoon(child), stderr(), error);
  try {
    await child.started;
  } catch (error) {
    const { command, cwd, env } = definition;
    const found = {
      cwd: cwd === undefined || existsSync(cwd),
      command: isCommandThere(command, env['PATH'] ?? deps.environment['PATH']),
    };
    return { ok: false, why: explainSpawnFailure(error, definition, found) };
  }
  try {
    let onClosed = (): void => undefined;
    const sizes = new WeakMap<JSONRPCMessage, number>();
    const transport = createStdioTransport(child, deps, (message, wire) => {
      if (calls.take(message, wire)) return true;
      sizes.set(message, wire.sizeBytes);
      return false;
    });
    const calls = createStdioCalls((message) => transport.send(message));
    const carry = () =>
      carryAnswers({
        transport,
        onClosed: () => onClosed(),
        sizeOf: (message) => sizes.get(message),
      });
    const client = await untilAborted(negotiate(deps, carry), signal);
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve;
      void transport.exited.then(() => resolve());
    });
    void closed.then(calls.end);
    const link = { client, closed, explain, stderrTail, ...ends(child, client, transport) };
    // 2026-07-28 has more to a call than its message.
    return { ok: true, link: client.getProtocolEra() === 'modern' ? link : { ...link, calls } };
  } catch (error) {
    const why = signal.aborted ? undefined : await explain(error);
    const tail = stderrTail();
    await child.end();
    if (why === undefined) throw withTail(signal.reason, tail);
    return { ok: false, why, ...(tail !== undefined && { stderrTail: tail }) };
  }
}

function start(definition: StdioDefinition, deps: LinkDependencies): UpstreamProcess | Explanation {
  const { platform } = deps;
  const environment = childEnvironment({ ...definition, environment: deps.environment, platform });
  try {
    const { command, args } = definition;
    const resolved = resolveCommand({
      command,
      args,
      platform,
      environment,
      fileExists: existsSync,
    });
    return startUpstreamProcess({
      command: resolved,
      environment,
      platform,
      ...(definition.cwd !== undefined && { cwd: definition.cwd }),
    });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const { code, message, hint } = error;
    return { code, reason: message, hint, isLost: true, neverRan: true };
  }
}

async function negotiate(
  deps: LinkDependencies,
  carry: () => ReturnType<typeof carryAnswers>,
): Promise<Client> {
  const options = { timeout: noTimeoutMs };
  const client = createClient(deps);
  try {
    await client.connect(carry(), options);
    return client;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  const modern = createClient(deps, { mode: 'auto', probe: { timeoutMs: noTimeoutMs } });
  await modern.connect(carry(), options);
  return modern;
}

function ends(child: UpstreamProcess, client: Client, transport: StdioTransport) {
  return {
    noiseLines: () => transport.noiseLines,
    close: async () => {
      await client.close().catch(() => undefined);
      await child.end();
    },
  };
}

function exitSoon(child: UpstreamProcess): Promise<ProcessExit | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), exitSoonMs);
    void child.exited.then((exit) => {
      clearTimeout(timer);
      resolve(exit);
    });
  });
}

/** Without colours and other control characters, which would reach somebody's terminal. */
function plainText(text: string): string {
  return text
    .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trimEnd();
}

/** The end of stderr goes along where the wait was given up. */
function withTail(reason: unknown, stderrTail: string | undefined): unknown {
  if (stderrTail !== undefined && reason instanceof Error) Object.assign(reason, { stderrTail });
  return reason;
}
