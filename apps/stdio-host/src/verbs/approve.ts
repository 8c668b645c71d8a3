import {
  SluiceError,
  toSluiceError,
  type QuestionServer,
  type ConsentAnswer,
  type ConsentQuestion,
  type ConsentStore,
} from '@sluice/contracts';
import {
  consentChoices,
  createLogger,
  describeChoice,
  openConsentStore,
  openServerQuestions,
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
 * `sluice approve [ID]`: shows a question that waits, whole, and takes a person's answer; those about servers one after
 * another. Nothing but a line typed in a terminal answers it. Servers of the configuration of here that wait are
 * among the questions whether a gateway runs or not.
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
  const own = await ownQuestions(options, store, terminal);
  const published = await store.pending();
  const shown = new Set(published.flatMap(({ servers = [] }) => servers.map(digestOf)));
  const waiting = [
    ...published,
    ...own.questions.filter(
      ({ servers = [] }) => !servers.map(digestOf).some((one) => shown.has(one)),
    ),
  ];
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
    const rest = waiting.filter((one) => one.servers !== undefined && one !== question);
    const queue = question?.servers === undefined || id !== undefined ? [] : rest;
    for (const next of [question, ...queue]) {
      const answer = next && (await askPerson(next, lines, terminal));
      if (next === undefined || answer === undefined) {
        terminal.note('No answer was given: nothing is approved, and the question still waits.');
        return 1;
      }
      const isOwn = own.questions.includes(next);
      const isGiven = isOwn
        ? await own.settle(next, answer)
        : await isTaken(store, next, answer, terminal);
      if (!isGiven) return 1;
      terminal.print(outcomeOf(next, answer));
    }
    const more = (await store.pending()).length;
    if (more > 0) terminal.print(`${more} more ${more === 1 ? 'waits' : 'wait'}: sluice approve`);
    return 0;
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

async function isTaken(
  store: ConsentStore,
  question: ConsentQuestion,
  answer: ConsentAnswer,
  terminal: Terminal,
): Promise<boolean> {
  if ((await store.answer(question.id, answer, 'terminal')) === 'answered') return true;
  terminal.note(
    'The question does not wait any more: it was answered elsewhere or withdrawn, or its time is over.',
  );
  return false;
}

function outcomeOf({ servers }: ConsentQuestion, answer: ConsentAnswer): string {
  if (servers !== undefined)
    return answer.decision === 'allow'
      ? `Allowed (${answer.scope}). A gateway that runs starts it within a few seconds.`
      : 'Refused. It will not start.';
  return answer.decision === 'allow'
    ? `Allowed (${answer.scope}). The program starts when the agent runs it again, unchanged.`
    : 'Refused. The program will not start.';
}

/** Of the configuration that this folder and these flags have; a broken one keeps nobody from answering the others. */
async function ownQuestions(
  { gateway }: HostOptions,
  store: ConsentStore,
  terminal: Terminal,
): Promise<{
  readonly questions: readonly ConsentQuestion[];
  settle(question: ConsentQuestion, answer: ConsentAnswer): Promise<boolean>;
}> {
  try {
    const own = openServerQuestions(gateway, store);
    return {
      questions: await own.pending(),
      settle: async (question, answer) => {
        await own.settle(question, answer);
        return true;
      },
    };
  } catch (error) {
    terminal.note(`sluice: warning: ${toSluiceError(error).message}`);
    return { questions: [], settle: () => Promise.resolve(false) };
  }
}

function digestOf({ digest }: QuestionServer): string {
  return digest;
}
