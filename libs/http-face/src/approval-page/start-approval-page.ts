import type { Clock, ConsentStore, Logger } from '@sluice/contracts';
import { serveHttp } from '../serve-http.js';
import { createApprovalPage } from './create-approval-page.js';

/** The approval page on a server of its own. */
export interface StartedApprovalPage {
  /** The whole link, secret included: for one browser, and for nobody else's eyes. */
  readonly link: string;
  /** Milliseconds on the clock's `monotonic()` of the last request. */
  lastUsedAt(): number;
  /** Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves the page on 127.0.0.1, on a port that the system chooses.
 *
 * @throws SluiceError `USAGE` when no port can be had
 */
export async function startApprovalPage(options: {
  readonly consents: ConsentStore;
  readonly clock: Clock;
  readonly logger: Logger;
}): Promise<StartedApprovalPage> {
  const { clock } = options;
  const page = createApprovalPage({ ...options, allowedHosts: ['127.0.0.1'] });
  let lastUsedAt = clock.monotonic();
  const endpoint = await serveHttp({
    face: {
      async fetch(request) {
        lastUsedAt = clock.monotonic();
        return new URL(request.url).pathname === '/approve'
          ? page.fetch(request)
          : new Response('Not found', { status: 404 });
      },
    },
    port: 0,
  });
  return {
    link: `${endpoint.origin}${page.issueLink()}`,
    lastUsedAt: () => lastUsedAt,
    close: endpoint.close,
  };
}
