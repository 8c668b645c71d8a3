import type { ErrorCode } from '@sluice/contracts';
import { quoteText } from './quote-text.js';
import type { UnreadableText } from './value-reader.js';

/** Why a server cannot be started although its entry has the right form. */
export interface ServerProblem {
  readonly code: ErrorCode;
  /** Starts with the field; never holds a value. */
  readonly reason: string;
  /** The reason as a whole sentence that names the server. */
  readonly message: string;
  readonly hint: string;
  /** Where it stands; undefined: the entry as a whole. */
  readonly offset: number | undefined;
}

/** Gathers the problems of one server; the first is the one that is told. */
export interface ServerProblems {
  add(reason: string, hint: string, offset?: number, code?: ErrorCode): void;
  /** For a reader's `onUnreadable`: notes the failure and stands in with an empty text. */
  addUnreadable(text: UnreadableText): string;
  first(): ServerProblem | undefined;
}

/** Gathers problems of the server `name` whose entry stands at `path`. */
export function createServerProblems(name: string, path: string): ServerProblems {
  let problem: ServerProblem | undefined;
  const add: ServerProblems['add'] = (reason, hint, offset, code = 'CONFIG_INVALID') => {
    const message = `Cannot start upstream ${quoteText(name)}: ${reason}`;
    problem ??= { code, reason, message, hint, offset };
  };
  return {
    add,
    addUnreadable: ({ path: textPath, offset, failure }) => {
      const field = textPath.slice(path.length).replace(/^\./, '');
      add(`${field} ${failure.reason}`, failure.hint, offset, failure.code);
      return '';
    },
    first: () => problem,
  };
}
