import type { Clock } from '@sluice/contracts';

/** Turns notes of change into new lists, at a bounded rate. */
export interface Relister {
  /** The upstream says that its tools changed. */
  changed(): void;
  close(): void;
}

/** One note is often followed by more. */
const firstWaitMs = 100;

/** A flood of notes costs one list a second at most. */
const gapMs = 1_000;

/**
 * Makes a relister.
 *
 * @param list lists anew; its failures are left to the next note
 */
export function createRelister(clock: Clock, list: () => Promise<void>): Relister {
  let state: 'rest' | 'waiting' | 'listing' | 'listing, changed again' = 'rest';
  let lastEnd = Number.NEGATIVE_INFINITY;
  let cancel = (): void => undefined;

  const wait = () => {
    state = 'waiting';
    const sinceMs = clock.monotonic() - lastEnd;
    cancel = clock.schedule(Math.max(firstWaitMs, gapMs - sinceMs), () => void run());
  };
  const run = async () => {
    state = 'listing';
    await list().catch(() => undefined);
    lastEnd = clock.monotonic();
    const isStale = (state as string) === 'listing, changed again';
    state = 'rest';
    if (isStale) wait();
  };

  return {
    changed() {
      if (state === 'rest') wait();
      else if (state === 'listing') state = 'listing, changed again';
    },
    close() {
      cancel();
      state = 'waiting';
    },
  };
}
