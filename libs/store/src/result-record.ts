import type { ResultKind, StoredResult } from '@sluice/contracts';

/** What stands in the file `<reference>.json`: all that is known of a result. That the file is there makes the result exist. */
export interface ResultRecord {
  readonly stored: StoredResult;
  /** Digest of the session's id; the id itself stays in memory. */
  readonly session: string;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string;
  /** Records with the same one share their bytes on disk; equal to a reference whose content it was first. */
  readonly blob: string;
}

/** Version of the form, told by every record: one of another version is nobody's. */
const version = 1;

const reference = /^res_[0-9a-f]{32}$/;

/** Whether a text can be a reference; only then it may become a file's name. */
export function isReference(text: string): boolean {
  return reference.test(text);
}

/** The text of a record's file. */
export function printRecord(record: ResultRecord): string {
  return JSON.stringify({ version, ...record });
}

/** Reads a record's file back; undefined where it is not one of ours, whole and for this reference. */
export function readRecord(text: string, ref: string): ResultRecord | undefined {
  let value: { version?: unknown } & Partial<ResultRecord>;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || value.version !== version) return undefined;
  const { stored, session, digest, blob } = value;
  if (typeof session !== 'string' || typeof digest !== 'string') return undefined;
  if (typeof blob !== 'string' || !isReference(blob)) return undefined;
  if (!isStored(stored) || stored.ref !== ref) return undefined;
  return { stored, session, digest, blob };
}

function isExtent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { characters, lines } = value as Record<string, unknown>;
  return Number.isSafeInteger(characters) && Number.isSafeInteger(lines);
}

const kinds: readonly unknown[] = ['json', 'wire', 'text', 'bytes'] satisfies ResultKind[];

function isStored(value: unknown): value is StoredResult {
  if (typeof value !== 'object' || value === null) return false;
  const { ref, kind, contentType, sizeBytes, source, createdAt, expiresAt, isPinned, extent } =
    value as Record<keyof StoredResult, unknown>;
  return (
    (extent === undefined || isExtent(extent)) &&
    [ref, contentType, source].every((text) => typeof text === 'string') &&
    [sizeBytes, createdAt, expiresAt].every(Number.isSafeInteger) &&
    typeof isPinned === 'boolean' &&
    kinds.includes(kind)
  );
}
