import type { ToolAnswer } from '../tools/tool-outcome.js';
import { showText } from './show-text.js';

/** Why there is no answer: a code and a sentence, and below it what to do. */
export function presentRefusal(
  refused: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string | undefined;
  },
  ...more: readonly string[]
): ToolAnswer {
  const { code, message, hint } = refused;
  const lines = [`${code}: ${showText(message)}`, ...(hint ? [`hint: ${showText(hint)}`] : [])];
  return { content: [{ type: 'text', text: [...lines, ...more].join('\n') }], isError: true };
}
