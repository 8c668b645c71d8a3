import type { CheckOutcome, CheckRequest, ProgramMistake } from '@sluice/contracts';
import { findCalls } from './find-calls.js';
import { findFieldMistakes } from './find-field-mistakes.js';
import { findNameMistakes } from './find-name-mistakes.js';
import { findPromiseMistakes } from './find-promise-mistakes.js';
import { programChanges } from './program-changes.js';
import { createTypeProgram } from './typed-program.js';

/** Looks at one program, however long that takes. */
export type CheckProgram = (request: CheckRequest) => CheckOutcome;

/** Mistakes that are told of one program; the first ones matter. */
const MAX_MISTAKES = 50;

/**
 * Makes the check, which runs on a thread of its own: {@link CheckProgram} may take long for a hostile text, and throws when
 * it exhausts the stack.
 *
 * @param library declarations of the language, as TypeScript has them
 */
export function createCheck(library: string): CheckProgram {
  const typeProgram = createTypeProgram(library);
  return (request) => {
    const program = typeProgram(request);
    if (program === undefined) return { status: 'unchecked', reason: 'failed' };
    const changes = programChanges(program);
    const mistakes = [
      ...findFieldMistakes(program, changes),
      ...findNameMistakes(program),
      ...findPromiseMistakes(program, changes),
    ];
    return {
      status: 'checked',
      mistakes: withoutTwins(mistakes).slice(0, MAX_MISTAKES),
      calls: findCalls(program),
    };
  };
}

/** In the order of the text, one at each place: the first that was found says most. */
function withoutTwins(mistakes: readonly ProgramMistake[]): readonly ProgramMistake[] {
  const places = new Map<string, ProgramMistake>();
  for (const mistake of mistakes) {
    const key = `${mistake.position.line}:${mistake.position.column}`;
    if (!places.has(key)) places.set(key, mistake);
  }
  return [...places.values()].sort(
    (a, b) => a.position.line - b.position.line || a.position.column - b.position.column,
  );
}
