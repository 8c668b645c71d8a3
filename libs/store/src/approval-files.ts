import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import { checkPrivate } from './check-private.js';
import { makeFolder } from './make-folder.js';
import { writeWholeFile } from './write-whole-file.js';

/** What approvals of every kind have. */
interface AnyApproval {
  readonly id: string;
  readonly grantedAt: number;
}

/** Lasting approvals of one kind on disk. */
export interface ApprovalFiles<Kind extends AnyApproval> {
  list(): Promise<readonly Kind[]>;
  grant(approvals: readonly Omit<Kind, 'id'>[]): Promise<readonly Kind[]>;
  revoke(id: string): Promise<boolean>;
}

/** How approvals of one kind become files. */
export interface ApprovalKind<Kind extends AnyApproval> {
  /** What it is for; the same place holds one approval. */
  readonly placeOf: (approval: Omit<Kind, 'id'>) => {
    /** The first word of the file's name. */
    readonly scope: string;
    /** For people who look at the folder. */
    readonly readable: string;
    /** All that tells one place from another. */
    readonly key: readonly unknown[];
  };
  readonly print: (approval: Kind) => string;
  /** @throws Error that says what is wrong */
  readonly read: (text: string) => Kind;
}

const fileName = /^(?:workspace|always|server)-[\w.-]*-[0-9a-f]{16}\.json$/;

/**
 * A folder's times are as fine as its file system's clock (2 s on FAT): a change within this time
 * of the last reading may not show in them.
 */
const coarsestTimeMs = 2000;

/**
 * One file for each approval, named by tool, scope and workspace: two processes that grant or revoke
 * at the same time touch different files, or replace one whole file by another, so there is no lock
 * to be left behind. A file is written once and never changed; the folder's own time therefore tells
 * whether anything is new.
 */
export function createApprovalFiles<Kind extends AnyApproval>(
  folder: string,
  kind: ApprovalKind<Kind>,
): ApprovalFiles<Kind> {
  let cache: { readonly changedAtMs: number; readonly approvals: readonly Kind[] } | undefined;
  const nameOf = (approval: Omit<Kind, 'id'>) => fileNameOf(kind.placeOf(approval));
  const readOne = (path: string) => readFileAs(path, kind.read);

  const names = async () => (await readdir(folder)).filter((name) => fileName.test(name));

  return {
    async list() {
      const found = await orMissing(stat(folder));
      if (found === undefined) return [];
      checkPrivate(folder, found);
      if (cache?.changedAtMs === found.mtimeMs) return cache.approvals;
      const read = await Promise.all((await names()).map((name) => readOne(join(folder, name))));
      const approvals = read
        .filter((approval) => approval !== undefined)
        .sort((a, b) => a.grantedAt - b.grantedAt || (nameOf(a) < nameOf(b) ? -1 : 1));
      const isSettled = Math.abs(Date.now() - found.mtimeMs) > coarsestTimeMs;
      cache = isSettled ? { changedAtMs: found.mtimeMs, approvals } : undefined;
      return approvals;
    },
    async grant(approvals) {
      await makeFolder(folder);
      checkPrivate(folder, await stat(folder));
      const granted = approvals.map((approval) => ({ ...approval, id: newId() }) as Kind);
      for (const approval of granted)
        await writeWholeFile(join(folder, nameOf(approval)), kind.print(approval), {
          replace: true,
        });
      return granted;
    },
    async revoke(id) {
      let broken: unknown;
      let isRevoked = false;
      for (const name of (await orMissing(names())) ?? []) {
        try {
          if ((await readOne(join(folder, name)))?.id !== id) continue;
        } catch (error) {
          broken = error;
          continue;
        }
        await rm(join(folder, name), { force: true });
        isRevoked = true;
      }
      // The one to revoke may be the one that cannot be read.
      if (!isRevoked && broken !== undefined) throw broken;
      return isRevoked;
    },
  };
}

/** @throws SluiceError `CONSENT_UNREADABLE`, naming the file */
async function readFileAs<Kind>(
  path: string,
  read: (text: string) => Kind,
): Promise<Kind | undefined> {
  try {
    const text = await orMissing(readFile(path, 'utf8'));
    return text === undefined ? undefined : read(text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SluiceError(
      'CONSENT_UNREADABLE',
      `Cannot read the approval ${path}: ${code ?? message}`,
      {
        hint: 'Repair the file or delete it; what has no approval is asked about again.',
        cause: error,
      },
    );
  }
}

async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function newId(): string {
  return `a_${randomBytes(8).toString('hex')}`;
}

/** The same place has the same name; the readable part tells a person which. */
function fileNameOf({
  scope,
  readable,
  key,
}: ReturnType<ApprovalKind<AnyApproval>['placeOf']>): string {
  const digest = createHash('sha256').update(JSON.stringify(key));
  const word = readable.replace(/[^\w.-]/g, '_').slice(0, 80);
  return `${scope}-${word}-${digest.digest('hex').slice(0, 16)}.json`;
}
