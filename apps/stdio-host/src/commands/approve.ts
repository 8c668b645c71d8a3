import type { CommandRow } from './command-row.js';
import { commonOptions } from './common-options.js';

interface ApproveFlags {
  readonly page?: boolean;
  readonly browser: boolean;
}

/** `sluice approve`. */
export const approveCommand: CommandRow<readonly [string | undefined], ApproveFlags> = {
  name: 'approve',
  summary: 'answer programs and servers that wait for you; needs a terminal',
  arguments: [{ name: '[id]', summary: 'the question' }],
  options: [
    ...commonOptions,
    { flags: '--page', summary: 'in a browser, on a page on 127.0.0.1' },
    {
      flags: '--no-browser',
      summary: 'with --page: print its link instead of opening a browser',
    },
  ],
  run: async ({ words: [id], flags: { page, browser }, options, terminal }) =>
    page
      ? (await import('../verbs/approve-page.js')).approvePage(options, { id, browser }, terminal)
      : (await import('../verbs/approve.js')).approve(options, { id }, terminal),
};
