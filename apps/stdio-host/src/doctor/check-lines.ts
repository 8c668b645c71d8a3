import { showLine } from '@sluice/gateway';
import type { Check, CheckStatus } from './check.js';

/** A check as people read it: one line, what belongs below it, and the next step. Servers choose some of its words. */
export function checkLines({ id, subject, status, detail, lines = [], next }: Check): string {
  const name = subject === undefined ? id : `${id} ${shown(subject)}`;
  return [
    `${marks[status]} ${name}: ${shown(detail)}`,
    ...lines.map((line) => `         | ${shown(line)}`),
    ...(next === undefined ? [] : [`         next: ${shown(next)}`]),
  ].join('\n');
}

function shown(text: string): string {
  return showLine(text, 2000);
}

const marks: Record<CheckStatus, string> = {
  ok: 'ok      ',
  warning: 'warning ',
  problem: 'PROBLEM ',
  skipped: 'skipped ',
};
