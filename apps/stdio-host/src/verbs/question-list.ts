import type { ConsentQuestion } from '@sluice/contracts';
import { showLine } from '@sluice/gateway';

/** Tools of one question that its entry in the list names. */
const maxTools = 5;

/** The questions that wait as a numbered list, each with its tools and its time. */
export function questionList(waiting: readonly ConsentQuestion[], now: number): string {
  return [
    `${waiting.length} questions wait for your answer:`,
    ...waiting.flatMap((question, index) => [
      '',
      `${index + 1}. asked ${minutes(now - question.askedAt)} ago, waits ${minutes(question.expiresAt - now)} more (${question.id})`,
      ...(question.servers ?? []).map(
        ({ name, file }) => `   to start ${showLine(name, 200)}, from ${showLine(file, 300)}`,
      ),
      ...question.tools.slice(0, maxTools).map(({ id }) => `   ${showLine(id, 200)}`),
      ...(question.tools.length > maxTools
        ? [`   and ${question.tools.length - maxTools} more tools`]
        : []),
    ]),
  ].join('\n');
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
