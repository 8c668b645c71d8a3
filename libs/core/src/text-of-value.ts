import type { Json } from '@sluice/contracts';
import { isWellFormed, printJson } from '@sluice/json-text';

/** A value as the text that is kept and shown of it. */
export interface ValueForm {
  /** `text`: a bare text. */
  readonly kind: 'json' | 'text';
  readonly text: string;
}

/**
 * The form of a value: a text is the text it is, all else is JSON. UTF-8 cannot say half a character; JSON can.
 *
 * @param valueText the JSON text that the value was read from: it is kept as it came, and not printed again
 */
export function textOfValue(value: Json, valueText?: string): ValueForm {
  if (valueText !== undefined) return { kind: 'json', text: valueText };
  return typeof value === 'string' && isWellFormed(value)
    ? { kind: 'text', text: value }
    : { kind: 'json', text: printJson(value) };
}
