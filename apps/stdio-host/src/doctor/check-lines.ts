import { showLine } from '@sluice/gateway';
import type { Paint } from '../create-paint.js';
import type { Check, CheckStatus } from './check.js';

/** A check as people read it: one line, what belongs below it, and the next step. Servers choose some of its words. */
export function checkLines(
  { id, subject, status, detail, lines = [], next }: Check,
  paint: Paint,
): string {
  const name = subject === undefined ? id : `${id} ${shown(subject)}`;
  return [
    `${mark(status, paint)} ${name}: ${shown(detail)}`,
    ...lines.map((line) => `         | ${shown(line)}`),
    ...(next === undefined ? [] : [`         next: ${shown(next)}`]),
  ].join('\n');
}

function shown(text: string): string {
  return showLine(text, 2000);
}

function mark(status: CheckStatus, paint: Paint): string {
  switch (status) {
    case 'ok':
      return paint.good('ok      ');
    case 'warning':
      return 'warning ';
    case 'problem':
      return paint.bad('PROBLEM ');
    case 'skipped':
      return paint.faint('skipped ');
  }
}
