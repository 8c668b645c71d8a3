import type { Effort } from './effort.js';
import { parseWrapped } from './parse-wrapped.js';
import type { ParseFailure } from './parsed-text.js';
import type { TextProblem } from './text-problem.js';

/** What a failed parse of a text means for the one who wrote it. */
export function describeFailure(failure: ParseFailure, text: string, effort: Effort): TextProblem {
  const { kind, message, offset } = failure;
  if (kind === 'depth') {
    return {
      code: 'PROGRAM_SYNTAX',
      message: 'Cannot parse the program: it is nested too deeply',
      hint: 'Put large literals into the "data" argument, and inner functions into statements of their own.',
    };
  }
  if (kind === 'effort') {
    return {
      code: 'PROGRAM_SYNTAX',
      message: 'Cannot parse the program: it takes too long to read',
      hint: 'Put nested generic calls, arrow functions with type parameters and rows of comments into statements and lines of their own.',
    };
  }
  if (kind === 'import') {
    const word = /^(?:import|export)/.exec(text.slice(offset))?.[0] ?? 'import';
    return {
      code: word === 'import' ? 'PROGRAM_IMPORT' : 'PROGRAM_SYNTAX',
      message:
        word === 'import'
          ? 'Cannot use "import": imports are not available in a program: call a tool instead'
          : 'Cannot parse the program: "export" stands inside a block or function',
      offset,
    };
  }
  if (looksLikeJsx(text, effort)) {
    return {
      code: 'PROGRAM_SYNTAX',
      message: 'Cannot parse the program: JSX is not available in a program',
      hint: 'Build the value from plain objects and strings.',
      offset,
    };
  }
  return {
    code: 'PROGRAM_SYNTAX',
    message: `Cannot parse the program: ${nameToken(message, text.slice(offset))}`,
    ...(message.endsWith("reserved word 'await'")
      ? { hint: 'Mark the function around it as async.' }
      : {}),
    offset,
  };
}

/** The parser says that a token is unexpected, but not which. */
function nameToken(message: string, rest: string): string {
  if (!message.startsWith('Unexpected token')) return message;
  const token = /^(?:[\w$]{1,40}|\S)/u.exec(rest)?.[0];
  const unexpected = token === undefined ? 'Unexpected end' : `Unexpected ${JSON.stringify(token)}`;
  return unexpected + message.slice('Unexpected token'.length);
}

/** Whether the text would do if it only were JSX. */
function looksLikeJsx(text: string, effort: Effort): boolean {
  return /<\/|\/>/.test(text) && parseWrapped('(async()=>{', text, '\n})', effort, ['jsx']).ok;
}
