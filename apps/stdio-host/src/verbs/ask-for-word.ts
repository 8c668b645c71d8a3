import type { LineAsker } from '../ask-line.js';
import type { Terminal } from '../terminal.js';
import { wrapLines } from '../wrap-lines.js';

/** A question that one of a few words answers. */
export interface WordQuestion {
  /** Foreign words in it are defused. */
  readonly message: string;
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
}

/** Wrong words that are asked again. */
const maxTries = 3;

/**
 * Shows a question whole, and takes the word that a person types, whatever its case.
 *
 * @returns undefined when none of the words was typed
 */
export async function askForWord(
  { message, words }: WordQuestion,
  lines: LineAsker,
  terminal: Terminal,
): Promise<string | undefined> {
  const width = Math.max(...words.map(({ word }) => word.length));
  const columns = 'columns' in terminal.output ? Number(terminal.output.columns) || 80 : 80;
  terminal.print(
    [
      wrapLines(message, columns),
      '',
      ...words.map(({ word, meaning }) => `  ${word.padEnd(width)}  ${meaning}`),
    ].join('\n'),
  );
  for (let tries = 0; tries < maxTries; tries += 1) {
    const line = await lines.ask('\nType one of these words: ');
    if (line === undefined) return undefined;
    const typed = line.trim().toLowerCase();
    if (words.some(({ word }) => word === typed)) return typed;
  }
  return undefined;
}
