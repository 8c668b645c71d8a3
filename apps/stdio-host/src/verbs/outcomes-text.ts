import type { Outcome } from '@sluice/gateway';

/** What may come out, each action once: `deny`, or `deny or ask`. */
export function outcomesText(outcomes: readonly Outcome[]): string {
  return [...new Set(outcomes.map(({ action }) => action))].join(' or ');
}
