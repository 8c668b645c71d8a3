import type { ResultRecord } from './result-record.js';

/** What this process knows of the folder: records by reference, and what they take. */
export interface ResultIndex {
  get(ref: string): ResultRecord | undefined;
  /** A result with the same content, whatever its session. */
  withDigest(digest: string): ResultRecord | undefined;
  records(): Iterable<ResultRecord>;
  add(record: ResultRecord): void;
  delete(ref: string): void;
  clear(): void;
  readonly count: number;
  /** Bytes on disk; what is shared counts once. */
  readonly sizeBytes: number;
  /** In the order in which they go when room is wanted: the oldest first, pinned ones after all others. */
  evictionOrder(): readonly ResultRecord[];
  /** Milliseconds since 1970 when the next one's time is up. */
  nextExpiry(): number | undefined;
}

/** Makes an empty index. */
export function createResultIndex(): ResultIndex {
  const byRef = new Map<string, ResultRecord>();
  const byDigest = new Map<string, Set<string>>();
  const users = new Map<string, number>();
  let sizeBytes = 0;

  const change = (record: ResultRecord, by: 1 | -1) => {
    const before = users.get(record.blob) ?? 0;
    const after = before + by;
    if (after > 0) users.set(record.blob, after);
    else users.delete(record.blob);
    if (before === 0 || after === 0) sizeBytes += by * record.stored.sizeBytes;
  };

  return {
    get: (ref) => byRef.get(ref),
    withDigest(digest) {
      const [ref] = byDigest.get(digest) ?? [];
      return ref === undefined ? undefined : byRef.get(ref);
    },
    records: () => byRef.values(),
    add(record) {
      const { ref } = record.stored;
      if (byRef.has(ref)) return;
      byRef.set(ref, record);
      const same = byDigest.get(record.digest);
      if (same === undefined) byDigest.set(record.digest, new Set([ref]));
      else same.add(ref);
      change(record, 1);
    },
    delete(ref) {
      const record = byRef.get(ref);
      if (record === undefined) return;
      byRef.delete(ref);
      const same = byDigest.get(record.digest);
      same?.delete(ref);
      if (same?.size === 0) byDigest.delete(record.digest);
      change(record, -1);
    },
    clear() {
      byRef.clear();
      byDigest.clear();
      users.clear();
      sizeBytes = 0;
    },
    get count() {
      return byRef.size;
    },
    get sizeBytes() {
      return sizeBytes;
    },
    evictionOrder: () =>
      [...byRef.values()].sort(
        ({ stored: a }, { stored: b }) =>
          Number(a.isPinned) - Number(b.isPinned) || a.createdAt - b.createdAt,
      ),
    nextExpiry() {
      let next: number | undefined;
      for (const { stored } of byRef.values())
        if (next === undefined || stored.expiresAt < next) next = stored.expiresAt;
      return next;
    },
  };
}
