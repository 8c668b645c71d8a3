import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, ConsentQuestion, ConsentStore, Logger, TakenAnswer } from '@sluice/contracts';
import { printAnswer, readAnswer } from './answer-text.js';
import { checkPrivate } from './check-private.js';
import { makeFolder } from './make-folder.js';
import { printQuestion, readQuestion } from './question-text.js';
import { tooManyQuestions } from './too-many-questions.js';
import { temporaryEnding, writeWholeFile } from './write-whole-file.js';

/** Questions that wait for people, and the answers that wait to be taken. */
export type QuestionFiles = Pick<
  ConsentStore,
  'publish' | 'pending' | 'answer' | 'take' | 'endSession'
>;

/** What {@link createQuestionFiles} needs. */
export interface QuestionFilesOptions {
  readonly questionsFolder: string;
  readonly answersFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A half-written file this old is of a process that was killed. */
const halfWrittenMs = 60 * 60 * 1000;

/** No question waits this long: what is this old cannot be read. */
const forgottenMs = 7 * 24 * 60 * 60 * 1000;

/** Names a file, so nothing else may pass. */
const questionId = /^q_[\w-]{16,64}$/;

/**
 * Questions and answers as files named by the question's id, which is never used twice: an answer is
 * linked into place, so the first one holds; it is taken by renaming both away, which works once. What
 * cannot be read is logged and counts as absent: without an answer nothing starts.
 */
export function createQuestionFiles(options: QuestionFilesOptions): QuestionFiles {
  const { questionsFolder, answersFolder, clock, logger } = options;
  const questionPath = (id: string) => join(questionsFolder, `${id}.json`);
  const answerPath = (id: string) => join(answersFolder, `${id}.json`);

  const readOne = async <T>(path: string, read: (text: string) => T): Promise<T | undefined> => {
    try {
      return read(await readFile(path, 'utf8'));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT')
        logger.warn('Cannot read a file of the consent folder; it counts as absent', {
          path,
          reason: code ?? message,
        });
      return undefined;
    }
  };

  const readQuestionOf = async (id: string): Promise<ConsentQuestion | undefined> => {
    const question = await readOne(questionPath(id), readQuestion);
    return question?.id === id ? question : undefined;
  };

  const withdraw = async (ids: readonly string[]) => {
    for (const id of ids) {
      await rm(questionPath(id), { force: true });
      await rm(answerPath(id), { force: true });
    }
  };

  /** Every question that has not expired, oldest first; the others are withdrawn. */
  const all = async (): Promise<readonly Entry[]> => {
    await checkFolder(questionsFolder);
    await checkFolder(answersFolder);
    const answered = new Set((await namesIn(answersFolder)).map(idOf));
    const ids = (await namesIn(questionsFolder)).map(idOf).filter((id) => id !== undefined);
    const questions = (await Promise.all(ids.map(readQuestionOf)))
      .filter((question) => question !== undefined)
      .sort((a, b) => a.askedAt - b.askedAt);
    const isOver = ({ expiresAt }: ConsentQuestion) => expiresAt <= clock.now();
    await withdraw(questions.filter(isOver).map(({ id }) => id));
    return questions
      .filter((question) => !isOver(question))
      .map((question) => ({ question, isAnswered: answered.has(question.id) }));
  };

  const waiting = async () =>
    (await all()).filter(({ isAnswered }) => !isAnswered).map(({ question }) => question);

  /**
   * Takes a question and its answer out of everybody else's reach: a rename succeeds once. The question
   * goes first, so that nobody answers it any more.
   */
  const claim = async (id: string): Promise<TakenAnswer | undefined> => {
    const ending = `.${randomBytes(6).toString('hex')}${temporaryEnding}`;
    const question = `${questionPath(id)}${ending}`;
    const answer = `${answerPath(id)}${ending}`;
    try {
      if (!(await hasMoved(questionPath(id), question))) return undefined;
      if (!(await hasMoved(answerPath(id), answer))) return undefined;
      return await readOne(answer, readAnswer);
    } finally {
      await rm(question, { force: true });
      await rm(answer, { force: true });
    }
  };

  return {
    async publish(question) {
      if (!questionId.test(question.id)) throw new Error('A question id is not of our form');
      await makeFolder(questionsFolder);
      await sweep([questionsFolder, answersFolder]);
      const others = await waiting();
      const same = others.find((other) => isOf(other, question.sessionId, question.digest));
      if (same) return same;
      await withdraw(tooManyQuestions(others, question.sessionId));
      await writeWholeFile(questionPath(question.id), printQuestion(question), { replace: true });
      return question;
    },
    pending: waiting,
    async answer(id, answer, answeredIn) {
      if (!questionId.test(id)) return 'unknown';
      await checkFolder(questionsFolder);
      const question = await readQuestionOf(id);
      if (question === undefined || question.expiresAt <= clock.now()) return 'unknown';
      await makeFolder(answersFolder);
      await checkFolder(answersFolder);
      const text = printAnswer({ answer, answeredIn }, clock.now());
      const isFirst = await writeWholeFile(answerPath(id), text, { replace: false });
      if (!isFirst) return 'unknown';
      // The question may have been taken, with another's answer, while this one was written: then
      // this one is still there. Taken with it, it is not.
      if ((await readQuestionOf(id)) === undefined && (await hasRemoved(answerPath(id))))
        return 'unknown';
      return 'answered';
    },
    async take(sessionId, digest) {
      const asked = (await all()).filter(({ question }) => isOf(question, sessionId, digest));
      for (const { question, isAnswered } of asked) {
        if (!isAnswered) continue;
        const taken = await claim(question.id);
        if (taken !== undefined) return taken;
      }
      return undefined;
    },
    async endSession(sessionId) {
      const own = (await all()).filter(({ question }) => question.sessionId === sessionId);
      await withdraw(own.map(({ question }) => question.id));
    },
  };
}

interface Entry {
  readonly question: ConsentQuestion;
  readonly isAnswered: boolean;
}

function isOf(question: ConsentQuestion, sessionId: string, digest: string): boolean {
  return question.sessionId === sessionId && question.digest === digest;
}

function idOf(name: string): string | undefined {
  const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
  return questionId.test(id) ? id : undefined;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Whether the file was there to be moved. */
async function hasMoved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(() => true, isMissing);
}

/** Whether the file was there to be removed. */
async function hasRemoved(path: string): Promise<boolean> {
  return rm(path).then(() => true, isMissing);
}

/** @returns false, for a file that is not there @throws the error, if it is another */
function isMissing(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}

async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined) checkPrivate(folder, found);
}

/** Removes what nobody will: half-written files of processes that were killed, and damaged ones. */
async function sweep(folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const name of await namesIn(folder)) {
      const isHalfWritten = name.endsWith(temporaryEnding);
      if (!isHalfWritten && idOf(name) === undefined) continue;
      const path = join(folder, name);
      const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity;
      if (changedAt < Date.now() - (isHalfWritten ? halfWrittenMs : forgottenMs))
        await rm(path, { force: true });
    }
}
