import type { Clock, ConsentQuestion, ConsentStore, Logger } from '@sluice/contracts';

/** Shows a question to people at other places than the client; whether it waits there. Never rejects. */
export type Publish = (question: ConsentQuestion) => Promise<boolean>;

/** How long a question waits in a terminal or a page, in milliseconds: nobody sits there already. */
const publishedForMs = 3_600_000;

/** Makes the function that hands questions to `sluice approve` and the page. */
export function createPublish(options: {
  readonly store: Pick<ConsentStore, 'publish'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): Publish {
  const { store, clock, logger } = options;
  return async (question) => {
    try {
      await store.publish({ ...question, expiresAt: clock.now() + publishedForMs });
      return true;
    } catch (error) {
      // The refusal names the rule as well; that way stays open.
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn('A question could not be kept for "sluice approve"', { reason });
      return false;
    }
  };
}
