import type { UpstreamStatus } from '@sluice/contracts';
import type { Paint } from '../create-paint.js';
import { stderrLines } from './stderr-lines.js';

/** One upstream as a line, and why it is down on lines below. */
export function serverLines(status: UpstreamStatus, paint: Paint): string {
  const tools =
    status.state === 'ready'
      ? `, ${status.toolCount} tool${status.toolCount === 1 ? '' : 's'}`
      : '';
  const state = stateIn(status.state, paint);
  const lines = [`${status.name}: ${state}${tools} (${status.transport}, from ${status.file})`];
  if (status.error) {
    lines.push(`  ${status.error.message}`);
    lines.push(...stderrLines(status).map((line) => `  ${line}`));
    if (status.error.hint) lines.push(`  hint: ${status.error.hint}`);
  }
  return lines.join('\n');
}

function stateIn(state: UpstreamStatus['state'], paint: Paint): string {
  if (state === 'ready') return paint.good(state);
  return state === 'failed' ? paint.bad(state) : state;
}
