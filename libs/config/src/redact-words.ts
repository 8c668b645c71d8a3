import { isSecretName, redactionMark } from '@sluice/contracts';
import { isPlaceholder, redactAroundPlaceholders } from './placeholders.js';
import { redactUrl } from './redact-url.js';

/**
 * The words of a command for people's eyes: what `--token X`, `--token=X` and `TOKEN=X` give, what
 * URLs carry, and what looks like a token are replaced. Placeholders stay, for they tell nothing.
 *
 * @example redactWords(['run', '--token', 'abc']) // ['run', '--token', '[redacted]']
 */
export function redactWords(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    if (isPlaceholder(word)) return word;
    const before = words[index - 1];
    const isValue = before !== undefined && /^-+[^=]+$/.test(before) && isSecretName(before);
    // An option after an option is no value: `--auth --verbose`.
    if (isValue && !word.startsWith('-')) return redactionMark;
    const assigned = /^([^=\s]+)=(\S+)$/.exec(word);
    if (assigned?.[1] && assigned[2] && isSecretName(assigned[1]))
      return isPlaceholder(assigned[2]) ? word : `${assigned[1]}=${redactionMark}`;
    return word.includes('://') ? redactUrl(word) : redactAroundPlaceholders(word);
  });
}
