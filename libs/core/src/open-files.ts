import type {
  FileStore,
  Logger,
  ProgramHost,
  ProgramVisibleError,
  SavedFile,
} from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { logDefect } from './log-defect.js';

/** What {@link openFiles} takes. */
export interface OpenFilesOptions {
  readonly files: FileStore;
  readonly logger: Logger;
  readonly sessionId: string;
  /** Told of each file that was saved. */
  readonly record: (file: SavedFile) => void;
}

/** The files of a session for one run. */
export interface OpenFiles {
  readonly save: ProgramHost['saveFile'];
  readonly read: ProgramHost['readFile'];
  /** Settles when what is being written is on disk, so that a report tells all. */
  settled(): Promise<void>;
}

/** Opens the files of a session to a program: refusals become replies, as those of nested calls do. */
export function openFiles({ files, logger, sessionId, record }: OpenFilesOptions): OpenFiles {
  let last: Promise<unknown> = Promise.resolve();
  const refusal = (error: unknown) => {
    if (!(error instanceof SluiceError) || error.code === 'INTERNAL')
      logDefect(logger, 'A file of a program could not be saved or read', error, {});
    return { ok: false, error: visible(error) } as const;
  };
  return {
    save(name, bytes) {
      const saving = files.save(sessionId, name, bytes).then((file) => {
        record(file);
        return { ok: true, path: file.path } as const;
      }, refusal);
      last = Promise.all([last, saving]);
      return saving;
    },
    read: (nameOrPath) =>
      files
        .read(sessionId, nameOrPath)
        .then(({ bytes }) => ({ ok: true, bytes }) as const, refusal),
    settled: async () => void (await last),
  };
}

function visible(error: unknown): ProgramVisibleError {
  if (!(error instanceof SluiceError))
    return {
      name: 'Error',
      code: 'INTERNAL',
      message: 'Cannot use a file: something failed inside Sluice',
      hint: 'The log of Sluice has the reason.',
    };
  const { code, message, hint } = error;
  return { name: 'Error', code, message, ...(hint === undefined ? {} : { hint }) };
}
