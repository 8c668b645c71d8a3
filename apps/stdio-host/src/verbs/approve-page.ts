import { SluiceError } from '@sluice/contracts';
import { createLogger, openConsentStore } from '@sluice/gateway';
import { startApprovalPage } from '@sluice/http-face';
import type { HostOptions } from '../host-options.js';
import { onceAborted } from '../once-aborted.js';
import { openBrowser } from '../open-browser.js';
import { requireTerminal } from '../require-terminal.js';
import type { Terminal } from '../terminal.js';

/** What `sluice approve --page` was given. */
export interface ApprovePageOptions {
  /** Refused: the page shows all that waits. */
  readonly id?: string;
  /** Open the user's browser; else, and where that fails, the link is printed. */
  readonly browser: boolean;
}

/** The page ends when nobody used it for this long. */
const idleMs = 30 * 60 * 1000;

/**
 * `sluice approve --page`: the questions that wait on a page on 127.0.0.1, until it is stopped or
 * left alone. The link, which lets one browser in, goes to the browser or to stderr, nowhere else.
 */
export async function approvePage(
  options: HostOptions,
  { id, browser }: ApprovePageOptions,
  terminal: Terminal,
): Promise<number> {
  if (id !== undefined)
    throw new SluiceError('USAGE', 'approve takes a question or --page, one of them', {
      hint: 'The page shows every question that waits.',
    });
  requireTerminal('approve --page', terminal);
  const { environment } = options.gateway;
  const { clock } = environment;
  const logger = createLogger(options.log);
  const page = await startApprovalPage({
    consents: openConsentStore(environment, logger),
    clock,
    logger,
  });
  try {
    if (browser && (await openBrowser(page.link, environment)))
      terminal.note('The page is open in your browser. Ctrl-C ends it.');
    else terminal.note(`Open this link; it works once: ${page.link}\nCtrl-C ends the page.`);
    await Promise.race([
      onceAborted(terminal.interrupted),
      untilIdle(page.lastUsedAt, clock.monotonic, clock.schedule),
    ]);
    return 0;
  } finally {
    await page.close();
  }
}

function untilIdle(
  lastUsedAt: () => number,
  now: () => number,
  schedule: (delayMs: number, task: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const leftMs = lastUsedAt() + idleMs - now();
      if (leftMs <= 0) resolve();
      else schedule(leftMs, look);
    };
    look();
  });
}
