import type { CallReply, ErrorCode, ProgramAsk } from '@sluice/contracts';
import type { AskOutcome, AskPerson } from './ask-form.js';
import { checkAskAnswer } from './check-ask-answer.js';
import { readAskSchema } from './read-ask-schema.js';

/** Questions of one run: a person is asked, not worn down. */
const maxAsks = 20;

/** Longest question in UTF-16 code units: a person must read it. */
const maxQuestionLength = 4000;

/** What {@link createAsk} needs. */
export interface AskOptions {
  /** Undefined where nobody can be asked. */
  readonly askPerson: AskPerson | undefined;
  /** `consent.timeoutSeconds`, for the message. */
  readonly timeoutSeconds: number;
}

/**
 * Makes `ask()` of one run. The answer is held to the schema; whatever is no answer is an error that
 * the program can catch. A person who did not answer is not asked again in this run.
 */
export function createAsk({ askPerson, timeoutSeconds }: AskOptions) {
  let count = 0;
  let isGone = false;
  return async ({ question, schema }: ProgramAsk, signal: AbortSignal): Promise<CallReply> => {
    // The runner has checked it; but its words are its program's.
    if (question.length > maxQuestionLength)
      return refusal(
        'USAGE',
        `Cannot ask the user: the question is longer than ${maxQuestionLength} characters`,
      );
    const wanted = readAskSchema(schema);
    if (!wanted.ok) return refusal('USAGE', `Cannot ask the user: ${wanted.problem}`, schemaHint);
    if (askPerson === undefined) return unavailable;
    count += 1;
    if (count > maxAsks)
      return refusal('ASK_LIMIT', `Cannot ask the user: one run may ask ${maxAsks} questions`);
    if (isGone) return timedOut(timeoutSeconds);
    const outcome = await askPerson({ question, schema: wanted.schema }, signal);
    if (outcome.kind === 'timeout') isGone = true;
    if (outcome.kind !== 'accept') return noAnswer(outcome.kind, timeoutSeconds);
    const checked = checkAskAnswer(outcome.content, wanted.schema);
    if (!checked.ok)
      return refusal('ASK_INVALID', `The answer does not fit the question: ${checked.problem}`);
    const { answer } = checked;
    return { ok: true, value: wanted.only === undefined ? answer : (answer[wanted.only] ?? null) };
  };
}

const schemaHint =
  'A schema is { type: "boolean" } (or "string", "number", "integer"), { type: "string", enum: [...] }, or { type: "object", properties: {...}, required: [...] } of such fields.';

function noAnswer(kind: Exclude<AskOutcome['kind'], 'accept'>, timeoutSeconds: number): CallReply {
  switch (kind) {
    case 'decline':
      return refusal('ASK_DECLINED', 'The user was asked and declined to answer');
    case 'cancel':
      return refusal('ASK_CANCELLED', 'The user was asked and closed the question');
    case 'timeout':
      return timedOut(timeoutSeconds);
    case 'unavailable':
      return unavailable;
  }
}

function timedOut(timeoutSeconds: number): CallReply {
  return refusal('ASK_TIMEOUT', `The user was asked and did not answer within ${timeoutSeconds} s`);
}

const unavailable = refusal(
  'NOT_AVAILABLE',
  'Cannot ask the user: this client cannot show a question of a program',
  'Return what you need to know, and let the user answer in the conversation.',
);

function refusal(code: ErrorCode, message: string, hint?: string): CallReply {
  return {
    ok: false,
    error: { name: 'Error', code, message, ...(hint === undefined ? {} : { hint }) },
  };
}
