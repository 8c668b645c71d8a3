import type { CatalogueCache, Clock, UpstreamTool } from '@sluice/contracts';

/** The cached tool list of one upstream. A cache that fails or hangs holds nothing up. */
export interface SavedTools {
  /** Never rejects; undefined when nothing is known. */
  read(): Promise<readonly UpstreamTool[] | undefined>;
  /** Saves in the background, one list after another. */
  save(tools: readonly UpstreamTool[]): void;
  /** Settles when all is saved, after a second at most. */
  finish(): Promise<void>;
}

/** How long the end of an upstream waits for its list to be saved, in milliseconds. */
const finishMs = 1000;

/** Binds the cache to one definition; without a cache nothing is kept. */
export function createSavedTools(
  cache: CatalogueCache | undefined,
  digest: string,
  clock: Clock,
): SavedTools {
  let saving: Promise<void> | undefined;
  return {
    read: async () => cache?.read(digest).catch(() => undefined),
    save(tools) {
      if (cache === undefined) return;
      const before = saving ?? Promise.resolve();
      const own = before
        .then(() => cache.write(digest, tools))
        .catch(() => undefined)
        .finally(() => {
          if (saving === own) saving = undefined;
        });
      saving = own;
    },
    async finish() {
      if (saving === undefined) return;
      let cancel = () => undefined as void;
      const enough = new Promise<void>((resolve) => (cancel = clock.schedule(finishMs, resolve)));
      await Promise.race([saving, enough]);
      cancel();
    },
  };
}
