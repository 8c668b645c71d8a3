import {
  SluiceError,
  type ConsentAnswer,
  type ConsentQuestion,
  type ConsentStore,
} from '@sluice/contracts';
import {
  consentChoices,
  createLogger,
  describeChoice,
  openConsentStore,
  presentQuestion,
  readConsentForm,
  showLine,
} from '@sluice/gateway';
import { createLineAsker, type LineAsker } from '../ask-line.js';
import type { HostOptions } from '../host-options.js';
import { requireTerminal } from '../require-terminal.js';
import type { Terminal } from '../terminal.js';
import { askForWord } from './ask-for-word.js';
import { questionList } from './question-list.js';

/** What `sluice approve` was given. */
export interface ApproveOptions {
  /** The question; undefined: the one that waits, or one of a list. */
  readonly id?: string;
}

/** Wrong words that are asked again. */
const maxTries = 3;

/**
 * `sluice approve [ID]`: shows a question that waits, whole, and takes a person's answer. Nothing
 * but a line typed in a terminal answers it.
 *
 * @returns exit code 1 when no answer was given
 */
export async function approve(
  options: HostOptions,
  { id }: ApproveOptions,
  terminal: Terminal,
): Promise<number> {
  requireTerminal('approve', terminal);
  const { environment } = options.gateway;
  const store = openConsentStore(environment, createLogger(options.log));
  const waiting = await store.pending();
  if (id === undefined && waiting.length === 0) {
    terminal.print('Nothing waits for your answer.');
    return 0;
  }
  const lines = createLineAsker(terminal);
  try {
    const question =
      id === undefined
        ? await choose(waiting, environment.clock.now(), lines, terminal)
        : find(waiting, id);
    const answer = question && (await askPerson(question, lines, terminal));
    if (question === undefined || answer === undefined) {
      terminal.note('No answer was given: nothing is approved, and the question still waits.');
      return 1;
    }
    return await give(store, question, answer, terminal);
  } finally {
    lines.close();
  }
}

function find(waiting: readonly ConsentQuestion[], id: string): ConsentQuestion {
  const question = waiting.find((one) => one.id === id);
  if (question) return question;
  throw new SluiceError(
    'NOT_AVAILABLE',
    `No question "${showLine(id, 80)}" waits: it was answered or withdrawn, or its time is over`,
    { hint: 'sluice approve, without an id, lists what waits.' },
  );
}

async function choose(
  waiting: readonly ConsentQuestion[],
  now: number,
  lines: LineAsker,
  terminal: Terminal,
): Promise<ConsentQuestion | undefined> {
  if (waiting.length === 1) return waiting[0];
  terminal.print(questionList(waiting, now));
  for (let tries = 0; tries < maxTries; tries += 1) {
    const line = await lines.ask(`\nWhich one (1 to ${waiting.length})? `);
    if (line === undefined) return undefined;
    const question = /^\s*\d+\s*$/.test(line) ? waiting[Number(line) - 1] : undefined;
    if (question) return question;
  }
  return undefined;
}

async function askPerson(
  question: ConsentQuestion,
  lines: LineAsker,
  terminal: Terminal,
): Promise<ConsentAnswer | undefined> {
  const words = consentChoices(question).map((word) => ({
    word,
    meaning: describeChoice(word, question),
  }));
  const asked = { message: presentQuestion(question), words };
  const decision = await askForWord(asked, lines, terminal);
  return decision === undefined ? undefined : readConsentForm({ decision }, question);
}

async function give(
  store: ConsentStore,
  question: ConsentQuestion,
  answer: ConsentAnswer,
  terminal: Terminal,
): Promise<number> {
  if ((await store.answer(question.id, answer, 'terminal')) === 'unknown') {
    terminal.note(
      'The question does not wait any more: it was answered elsewhere or withdrawn, or its time is over.',
    );
    return 1;
  }
  terminal.print(
    answer.decision === 'allow'
      ? `Allowed (${answer.scope}). The program starts when the agent runs it again, unchanged.`
      : 'Refused. The program will not start.',
  );
  const more = (await store.pending()).length;
  if (more > 0) terminal.print(`${more} more ${more === 1 ? 'waits' : 'wait'}: sluice approve`);
  return 0;
}
