import { consentKey } from '@sluice/gateway';
import type {
  AskingTurn,
  Gateway,
  ToolAnswer,
  ToolContext,
  ToolForm,
  ToolOutcome,
} from '@sluice/gateway';
import { createLineAsker } from '../ask-line.js';
import type { Terminal } from '../terminal.js';
import { askForWord } from './ask-for-word.js';
import type { WordQuestion } from './ask-for-word.js';

type Reply = AskingTurn['replies'][string];

/**
 * Calls one of our tools for the person at a terminal: the question before a start is shown there and
 * answered by a word, as in `sluice approve`. Other forms, those of a program's `ask()`, have more in
 * them than a word, and are not shown.
 *
 * @returns undefined when there is no such tool
 */
export function callAsking(
  gateway: Pick<Gateway, 'takeTurn'>,
  { name, args }: { readonly name: string; readonly args: Record<string, unknown> },
  context: Omit<ToolContext, 'turn'>,
  terminal: Terminal,
): Promise<ToolAnswer> | undefined {
  const take = (turn: AskingTurn) => gateway.takeTurn(name, args, { ...context, turn });
  const first = take({ replies: {} });
  return first && untilAnswer(first);

  async function untilAnswer(turn: Promise<ToolOutcome>): Promise<ToolAnswer> {
    const outcome = await turn;
    if (!('forms' in outcome)) return outcome;
    const { resume, forms } = outcome;
    const next = take({ resume, replies: await repliesTo(forms, terminal) });
    if (next === undefined) throw new Error('A tool is gone between two turns');
    return untilAnswer(next);
  }
}

async function repliesTo(
  forms: Readonly<Record<string, ToolForm>>,
  terminal: Terminal,
): Promise<AskingTurn['replies']> {
  const replies: Record<string, Reply> = {};
  for (const [key, form] of Object.entries(forms))
    replies[key] = isOfWords(key) ? await replyTo(form, terminal) : { kind: 'unavailable' };
  return replies;
}

/** The question before a program starts, and those before servers do. */
function isOfWords(key: string): boolean {
  return key === consentKey || /^servers\d*$/.test(key);
}

/** No word is a no: nobody else will be asked, for the session ends with the call. */
async function replyTo(form: ToolForm, terminal: Terminal): Promise<Reply> {
  const isOver = AbortSignal.timeout(form.waitMs);
  const interrupted = AbortSignal.any([terminal.interrupted, isOver]);
  const lines = createLineAsker({ ...terminal, interrupted });
  try {
    const decision = await askForWord(wordQuestion(form), lines, terminal);
    if (decision !== undefined) return { kind: 'accept', content: { decision } };
    if (isOver.aborted) terminal.note('The time for an answer is over.');
    return { kind: 'decline' };
  } finally {
    lines.close();
  }
}

function wordQuestion({ message, schema }: ToolForm): WordQuestion {
  const { enum: words, enumNames } = schema.properties['decision'] as {
    readonly enum: readonly string[];
    readonly enumNames: readonly string[];
  };
  return {
    message,
    words: words.map((word, index) => ({ word, meaning: enumNames[index] ?? '' })),
  };
}
