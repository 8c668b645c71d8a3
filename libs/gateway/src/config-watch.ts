import type { Clock } from '@sluice/contracts';

/** What a watch asks of the file system. */
export interface FileWatch {
  /** Another text each time the file is another, or is written; undefined where there is none. */
  mark(path: string): string | undefined;
  /** Tells of changes in a folder; undefined where the system cannot. Neither an event nor its absence proves anything. */
  watch(folder: string, listener: () => void): (() => void) | undefined;
}

/** What {@link createConfigWatch} needs. */
export interface ConfigWatchOptions {
  /** Files that are looked at now, there or not. */
  readonly paths: () => readonly string[];
  readonly folderOf: (path: string) => string;
  readonly files: FileWatch;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Something has changed, and then stood still. Another change is waited for once it has settled. */
  readonly onChange: () => Promise<void>;
  /** Looked at so often in any case, in milliseconds: network folders, links and some systems tell nothing. @default 5000 */
  readonly pollMs?: number;
  /** Whether the system's events are listened to. @default true */
  readonly hasEvents?: boolean;
}

/** A change counts once the files stood still for so long, in milliseconds: editors write in several steps. */
const settleMs = 200;

/** The same where a file has gone: one that is replaced is away for a moment. */
const goneMs = 1000;

/**
 * Watches files that may appear, change, be replaced and vanish. It keeps no process alive.
 *
 * @returns ends the watch; idempotent
 */
export function createConfigWatch(options: ConfigWatchOptions): () => void {
  const { paths, folderOf, files, clock, onChange, pollMs = 5000, hasEvents = true } = options;
  const look = () => new Map(paths().map((path) => [path, files.mark(path)]));
  const watched = new Map<string, () => void>();
  let applied = look();
  let isClosed = false;
  let cancelPoll: () => void = () => undefined;
  let cancelSettle: (() => void) | undefined;

  const attach = () => {
    if (!hasEvents) return;
    for (const folder of new Set(paths().map(folderOf))) {
      if (watched.has(folder)) continue;
      const stop = files.watch(folder, () => {
        // Once a folder is gone, its watch is as well.
        if (files.mark(folder) === undefined) {
          watched.get(folder)?.();
          watched.delete(folder);
        }
        notice();
      });
      if (stop !== undefined) watched.set(folder, stop);
    }
  };
  const notice = () => {
    if (isClosed || cancelSettle !== undefined) return;
    const now = look();
    // A path that is looked at for the first time has not changed.
    for (const [path, mark] of now) if (!applied.has(path)) applied.set(path, mark);
    if (isSame(now, applied)) return;
    cancelSettle = clock.schedule(hasGone(now) ? goneMs : settleMs, () => settle(now));
  };
  const settle = (before: ReadonlyMap<string, string | undefined>) => {
    const now = look();
    if (!isSame(now, before)) {
      cancelSettle = clock.schedule(hasGone(now) ? goneMs : settleMs, () => settle(now));
      return;
    }
    const done = () => {
      cancelSettle = undefined;
      if (isClosed) return;
      attach();
      // What was written meanwhile.
      notice();
    };
    if (isSame(now, applied)) return done();
    applied = now;
    void onChange().then(done, done);
  };
  const hasGone = (now: ReadonlyMap<string, string | undefined>) =>
    [...applied].some(([path, mark]) => mark !== undefined && now.get(path) === undefined);
  const poll = () => {
    cancelPoll = clock.schedule(pollMs, () => {
      if (isClosed) return;
      attach();
      notice();
      poll();
    });
  };

  attach();
  poll();
  return () => {
    isClosed = true;
    cancelPoll();
    cancelSettle?.();
    for (const stop of watched.values()) stop();
    watched.clear();
  };
}

function isSame(
  now: ReadonlyMap<string, string | undefined>,
  before: ReadonlyMap<string, string | undefined>,
): boolean {
  return [...now].every(([path, mark]) => before.get(path) === mark);
}
