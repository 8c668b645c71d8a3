import { consentScopes, type TakenAnswer } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { jsonFields } from './json-fields.js';

/** An answer as the text of its file. */
export function printAnswer({ answer, answeredIn }: TakenAnswer, answeredAt: number): string {
  const at = new Date(answeredAt).toISOString();
  return `${printJson({ version: 1, ...answer, answeredIn, answeredAt: at }, 2)}\n`;
}

/**
 * Reads what {@link printAnswer} printed.
 *
 * @throws Error that says what is wrong, when the text is not one of ours
 */
export function readAnswer(text: string): TakenAnswer {
  const fields = jsonFields(parseJson(text));
  if (fields.value('version') !== 1) throw new Error('it is not of version 1');
  const answeredIn = fields.oneOf('answeredIn', ['client', 'terminal', 'page']);
  const decision = fields.oneOf('decision', ['allow', 'refuse']);
  if (decision === 'allow')
    return { answer: { decision, scope: fields.oneOf('scope', consentScopes) }, answeredIn };
  const reason = fields.oneOf('reason', ['declined', 'cancelled', 'timeout', 'invalid']);
  return { answer: { decision, reason }, answeredIn };
}
