import type { Position, ProgramReading } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import type { CatalogueView } from './catalogue-view.js';
import type { Refusal } from './open-run.js';
import type { RunCodeOptions, RunContext } from './run-request.js';

/** What was read, or why the program does not start. */
export type TextReading =
  | Extract<ProgramReading, { readonly ok: true }>
  | { readonly ok: false; readonly error: Refusal & { readonly position?: Position } };

/** Reads a program on the workbench; never rejects for what the text does to it. */
export async function readText(
  code: string,
  { workbench, view, settings }: RunCodeOptions,
  { session, signal }: RunContext,
): Promise<TextReading> {
  const { maxProgramBytes: maxBytes } = settings.sandbox;
  const program = { code, maxBytes, bareServers: bareServers(view) };
  try {
    return await workbench.run('readProgram', program, { owner: session.id, signal });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { ok: false, error: isItsOwnFault(error) ? tooComplex : error };
  }
}

/** It took too long, or the thread did not survive it. */
function isItsOwnFault({ code }: SluiceError): boolean {
  return code === 'WORK_TIMEOUT' || code === 'WORK_FAILED';
}

const tooComplex = {
  code: 'PROGRAM_TOO_COMPLEX',
  message: 'Cannot read the program: it is too complex to be read in time',
  hint: 'Send a shorter one: hand large literals over in "data", and put nested expressions into statements of their own.',
} as const;

function bareServers(view: CatalogueView): readonly string[] {
  const bare = view.catalogue().bindings.filter((binding) => binding.bare);
  return bare.map(({ identifier }) => identifier);
}
