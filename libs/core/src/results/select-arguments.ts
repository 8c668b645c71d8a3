import type { Json } from '@sluice/contracts';
import { parseJson } from '@sluice/json-text';
import { createResultAccess } from './result-access.js';
import type { ResultName } from './result-access.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';
import { selectText } from './select-text.js';

/**
 * Selects arguments of a call from a result: name → value. Where each of them is all of it (`@`), a large
 * text is nowhere printed, copied to another thread and read again.
 *
 * @throws SluiceError as {@link selectText}
 */
export async function selectArguments(
  ref: ResultName,
  mapping: Readonly<Record<string, string>>,
  options: Pick<ResultToolOptions, 'store' | 'workbench' | 'settings'>,
  context: ResultContext,
): Promise<Readonly<Record<string, Json>>> {
  const members = Object.entries(mapping);
  if (members.length === 0 || members.some(([, expression]) => expression.trim() !== '@')) {
    const { json } = await selectText(ref, members, options, context);
    return parseJson(json) as Readonly<Record<string, Json>>;
  }
  const { text, kind } = await createResultAccess(options.store).read(context.session, ref);
  const value = kind === 'text' ? text : parseJson(text);
  // `fromEntries` defines own properties, `__proto__` included.
  return Object.fromEntries(members.map(([name]) => [name, value]));
}
