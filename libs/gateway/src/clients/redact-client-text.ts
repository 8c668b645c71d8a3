import {
  isPlaceholder,
  isSecretHeader,
  isSecretVariable,
  looksRandom,
  redactAroundPlaceholders,
  redactUrl,
  redactWords,
  schemeOnly,
} from '@sluice/config';
import type { ConfigFormat } from '@sluice/config';
import { listTexts } from '@sluice/clients';
import type { TextAt } from '@sluice/clients';
import { isSecretName, redactionMark, redactText } from '@sluice/contracts';

/**
 * The text of a client's whole file for people's eyes: what looks like a secret is replaced, wherever it stands, in
 * comments too. The result may be no file of its format any more.
 */
export function redactClientText(text: string, format: ConfigFormat): string {
  const texts = listTexts(text, format);
  const words = redactedWords(texts);
  let result = '';
  let at = 0;
  for (const one of texts) {
    const shown = words.get(one) ?? redactValue(one);
    result += redactRest(text.slice(at, one.start));
    result += shown === one.value ? text.slice(one.start, one.end) : JSON.stringify(shown);
    at = one.end;
  }
  return result + redactRest(text.slice(at));
}

/** Comments, names, numbers: a word that looks drawn at random is none of a person's. */
function redactRest(text: string): string {
  return redactText(text).replace(/[\w.~+/=-]{20,}/g, (word) =>
    looksRandom(word, 20) ? redactionMark : word,
  );
}

/** The words of each command line, looked at together. */
function redactedWords(texts: readonly TextAt[]): ReadonlyMap<TextAt, string> {
  const lines = new Map<string, TextAt[]>();
  for (const one of texts) {
    const list = one.keys.at(-1);
    const key = one.keys.at(-2);
    if (typeof list !== 'number' || (key !== 'args' && key !== 'command')) continue;
    const line = JSON.stringify(one.keys.slice(0, -1));
    lines.set(line, [...(lines.get(line) ?? []), one]);
  }
  return new Map(
    [...lines.values()].flatMap((line) => {
      const shown = redactWords(line.map(({ value }) => value));
      return line.map((one, index): [TextAt, string] => {
        const word = shown[index] ?? redactionMark;
        return [one, looksRandom(word, 32) ? redactionMark : word];
      });
    }),
  );
}

const variables: ReadonlySet<unknown> = new Set(['env', 'environment']);
const headers: ReadonlySet<unknown> = new Set(['headers', 'http_headers']);

function redactValue({ keys, value }: TextAt): string {
  const names = keys.filter((key) => typeof key === 'string');
  const [holder, name = ''] = [names.at(-2), names.at(-1)];
  if (value === '' || isPlaceholder(value)) return value;
  const isSecret = variables.has(holder)
    ? isSecretVariable(name, value)
    : headers.has(holder)
      ? isSecretHeader(name)
      : isSecretName(name) || looksRandom(value, 20);
  const literal = value.replace(/\$\{(?:env:|input:)?[\w-]+\}|\{(?:env|file):[^{}]+\}/g, '');
  if (isSecret && !schemeOnly.test(literal)) return redactionMark;
  return value.includes('://') ? redactUrl(value) : redactAroundPlaceholders(value);
}
