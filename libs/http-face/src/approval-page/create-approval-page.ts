import { hostHeaderValidationResponse } from '@modelcontextprotocol/server';
import type { Clock, ConsentQuestion, ConsentStore, Logger } from '@sluice/contracts';
import { readConsentForm } from '@sluice/gateway';
import { approvalPath, entryBody, listBody, questionBody, refusalBody } from './approval-bodies.js';
import { createApprovalKeys } from './approval-keys.js';
import { pageResponse } from './page-response.js';
import { readForm } from './read-form.js';

/** The approval page as a web-standard handler. */
export interface ApprovalPage {
  /** A new link's end, `/approve#<secret>`, that lets one browser in, once; an unused one before it is void. */
  issueLink(): string;
  /** Answers a request for `/approve`; never rejects. */
  fetch(request: Request): Promise<Response>;
}

/** What {@link createApprovalPage} needs. */
export interface ApprovalPageOptions {
  readonly consents: Pick<ConsentStore, 'pending' | 'answer'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Host names that `Host` may carry, without port; brackets around IPv6. */
  readonly allowedHosts: readonly string[];
  /** Called when a link was used, so that the next one can be told. */
  readonly onEntered?: () => void;
}

/**
 * Shows in a browser the questions that wait, whole, and takes a person's answers. The secret of the
 * link never travels in a URL (a fragment stays in the browser) and works once; what follows carries
 * a key in the body of its forms, never in a cookie, which other servers of this machine would get.
 * Without the key nothing is shown. Works without scripts: then the secret is pasted.
 */
export function createApprovalPage(options: ApprovalPageOptions): ApprovalPage {
  const { consents, logger } = options;
  const keys = createApprovalKeys(options.clock);

  const list = async (key: string, said?: string) =>
    pageResponse('What waits for you', listBody(await consents.pending(), key, said));

  const find = async (id: string | null) =>
    (await consents.pending()).find((question) => question.id === id);

  const enter = async (secret: string) => {
    const key = keys.enter(secret);
    if (key === undefined)
      return refusal(
        'This link was used already, or it is none of ours. If it was not you who used it, stop Sluice; a new start gives a new link.',
      );
    options.onEntered?.();
    return list(key);
  };

  const answer = async (fields: URLSearchParams, key: string) => {
    const question = await find(fields.get('question'));
    if (question === undefined) return list(key, tooLate);
    const given = readConsentForm({ decision: fields.get('decision') }, question);
    if (given.decision === 'refuse' && given.reason !== 'declined')
      return refusal('That is none of the answers.', 400);
    const outcome = await consents.answer(question.id, given, 'page');
    const what = question.servers === undefined ? 'program' : 'server';
    return list(key, outcome === 'unknown' ? tooLate : said[what][given.decision]);
  };

  const post = async (request: Request) => {
    const fields = await readForm(request);
    if (fields === undefined) return refusal('That is no form of this page.', 400);
    const secret = fields.get('secret');
    if (secret !== null) return enter(secret);
    const key = fields.get('key') ?? '';
    if (!keys.holds(key))
      return refusal('This page was closed after a while without use. Open a new link.');
    switch (fields.get('do')) {
      case 'list':
        return list(key);
      case 'show': {
        const question = await find(fields.get('question'));
        return question
          ? pageResponse(titleOf(question), questionBody(question, key))
          : list(key, tooLate);
      }
      case 'answer':
        return answer(fields, key);
      default:
        return refusal('That is no form of this page.', 400);
    }
  };

  return {
    issueLink: () => `${approvalPath}#${keys.issue()}`,
    async fetch(request) {
      try {
        if (hostHeaderValidationResponse(request, [...options.allowedHosts]))
          return refusal('This page is not served under that host name.');
        if (request.method === 'GET') return pageResponse('Sluice', entryBody());
        if (request.method !== 'POST') return refusal('This page takes GET and POST.', 405);
        if (!isFromThisPage(request)) return refusal('That did not come from this page.');
        return await post(request);
      } catch (error) {
        logger.error('approval page failed', {
          reason: error instanceof Error ? error.message : String(error),
        });
        return refusal('The questions could not be read; the log of Sluice has the reason.', 500);
      }
    },
  };
}

const said = {
  program: {
    allow: 'Allowed. The program starts when the agent runs it again, unchanged.',
    refuse: 'Refused. The program will not start.',
  },
  server: {
    allow: 'Allowed. It starts within a few seconds.',
    refuse: 'Refused. It will not start.',
  },
} as const;

function titleOf({ servers }: ConsentQuestion): string {
  return servers === undefined ? 'May this program run?' : 'May this server start?';
}

const tooLate =
  'That question does not wait any more: it was answered elsewhere or withdrawn, or its time is over.';

/** Browsers send `Origin` with every POST, and none lets a page choose it (Fetch standard, "Origin header"). */
function isFromThisPage(request: Request): boolean {
  const origin = request.headers.get('origin') ?? '';
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin';
  const host = request.headers.get('host');
  return (
    site === 'same-origin' &&
    host !== null &&
    URL.canParse(origin) &&
    /^https?:$/.test(new URL(origin).protocol) &&
    new URL(origin).host === new URL(`http://${host}`).host
  );
}

function refusal(reason: string, status = 403): Response {
  return pageResponse('Not possible', refusalBody(reason), status);
}
