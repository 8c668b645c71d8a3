import type { ProgramProblem, ProgramReading, ProgramText } from '@sluice/contracts';
import { utf8Length } from '@sluice/json-text';
import { Effort, fullEffort } from './effort.js';
import { normalizeProgram } from './normalize-program.js';
import { scanProgram } from './scan-program.js';

/**
 * Reads a program: its text is repaired until it is the body of an async function, parsed, and searched
 * for the tools that it names. Takes up to some seconds for a hostile text at the limit; never throws for one.
 *
 * @example
 * readProgram({ code: '```ts\nasync () => tools.docs.read({ id: 1 })\n```', maxBytes: 262_144, bareServers: [] })
 * // text: 'return (async () => tools.docs.read({ id: 1 }))(tools)\n',
 * // calls: [{ target: { kind: 'member', server: 'docs', tool: 'read' }, args: { id: 1 }, … }]
 */
export function readProgram(program: ProgramText): ProgramReading {
  return read(program, fullEffort(program.code.length));
}

/** Longest text that is tried by {@link readSmallProgram}, in UTF-16 units; few programs are longer. */
const maxSmallLength = 4096;

/** What that may take: an honest text of this length needs less. A read takes up to a microsecond. */
const smallReads = 32_768;

/**
 * Reads a program if that is done within some 30 ms, whatever the text; undefined where it may take
 * longer. Measured: nested type arguments keep the parser busy for 60 ms with 61 characters, which is
 * why the effort counts and not only the length.
 */
export function readSmallProgram(program: ProgramText): ProgramReading | undefined {
  const { length } = program.code;
  if (length > maxSmallLength && length <= program.maxBytes) return undefined;
  const effort = new Effort(smallReads);
  const reading = read(program, effort);
  return effort.isSpent ? undefined : reading;
}

function read({ code, maxBytes, bareServers }: ProgramText, effort: Effort): ProgramReading {
  const sizeBytes = utf8Length(code);
  if (sizeBytes > maxBytes) return { ok: false, error: tooLarge(sizeBytes, maxBytes) };
  const normalized = normalizeProgram(code, effort);
  if (!normalized.ok) return normalized;
  const { parsed, ...program } = normalized;
  return { ...program, ...scanProgram(program.text, parsed, new Set(bareServers)) };
}

function tooLarge(sizeBytes: number, maxBytes: number): ProgramProblem {
  return {
    code: 'PROGRAM_TOO_LARGE',
    message: `Cannot run the program: its text has ${sizeBytes} bytes, the limit is ${maxBytes} (sandbox.maxProgramBytes)`,
    hint: 'Hand large inputs over in "data" instead of the code, or raise sandbox.maxProgramBytes.',
  };
}
