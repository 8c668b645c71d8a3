import type { PastCall } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { jsonFields } from './json-fields.js';

/** A past call as one line of its file. */
export function printPastCall({ at, rule, ...call }: PastCall): string {
  const line = { at: new Date(at).toISOString(), ...call, ...(rule === undefined ? {} : { rule }) };
  return `${printJson(line)}\n`;
}

/**
 * Reads what {@link printPastCall} printed.
 *
 * @throws Error that says what is wrong, when the line is not one of ours
 */
export function readPastCall(line: string): PastCall {
  const fields = jsonFields(parseJson(line));
  const rule = fields.optionalText('rule');
  return {
    at: fields.time('at'),
    session: fields.text('session'),
    toolId: fields.text('toolId'),
    rawId: fields.text('rawId'),
    action: fields.oneOf('action', ['allow', 'deny', 'ask']),
    ...(rule === undefined ? {} : { rule }),
  };
}
