import { createLogger, formatSize, openUsageDesk, type UsageStats } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/** `sluice stats`: what programs moved, what of it went into the context, and what is kept. */
export async function stats(
  options: HostOptions,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const desk = openUsageDesk(options.gateway.environment, createLogger(options.log));
  const report = await desk.stats();
  terminal.print(json ? JSON.stringify(report, undefined, 2) : lines(report).join('\n'));
  return 0;
}

function lines(report: UsageStats): readonly string[] {
  const { sessions, runs, calls, since, store } = report;
  const kept = `kept now: ${amount(store.results, 'result')}, ${formatSize(store.sizeBytes)}`;
  if (since === undefined) return ['No run is remembered.', kept];
  const { directBytes, contextBytes, savedBytes } = report;
  const percent = directBytes === 0 ? 0 : (savedBytes / directBytes) * 100;
  const by =
    savedBytes >= 0
      ? `${percent.toFixed(1)}% less`
      : `${formatSize(-savedBytes)} more: the programs were larger than what they moved`;
  return [
    `${amount(runs, 'run')} in ${amount(sessions, 'session')} since ${new Date(since).toISOString()}, with ${amount(calls, 'call')}`,
    `direct calls would have put ${inTokens(directBytes, report.directTokens)} into the context`,
    `with programs it was ${inTokens(contextBytes, report.contextTokens)}: ${by}`,
    kept,
    `(tokens are estimated: one for every ${report.bytesPerToken} bytes; definitions of tools are not counted)`,
  ];
}

function inTokens(bytes: number, tokens: number): string {
  return `${formatSize(bytes)} (about ${tokens.toLocaleString('en-US')} tokens)`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
