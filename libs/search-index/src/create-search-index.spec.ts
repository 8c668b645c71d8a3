import type { UpstreamTool } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from './create-catalogue.js';
import { createSearchIndex } from './create-search-index.js';

function tool(name: string, description: string, more: Partial<UpstreamTool> = {}): UpstreamTool {
  return { name, rawName: name, description, inputSchema: {}, ...more };
}

const SERVERS = [
  {
    name: 'github',
    tools: [
      tool('search_issues', 'Search issues and pull requests by query string.'),
      tool('create_issue', 'Open a new issue in a repository.'),
      tool('addIssueComment', 'Comment on an issue.'),
      tool('get_file_contents', 'Read a file or directory from a repository.'),
      tool('list_commits', 'List commits on a branch.'),
      tool('list_repositories', 'List repositories of an owner.'),
    ],
  },
  {
    name: 'google-calendar',
    description: 'Meetings and appointments',
    tools: [
      tool('list-events', 'List events in a time range.'),
      tool('create-event', 'Create a calendar event.', {
        inputSchema: {
          type: 'object',
          properties: {
            attendees: { type: 'array', description: 'Guests to invite' },
            sendUpdates: { enum: ['externalOnly'] },
          },
        },
      }),
    ],
  },
  {
    name: 'misc',
    tools: [
      tool('工具', '搜索天气预报。'),
      tool('constructor', 'Build a thing.'),
      tool('convert_currency', 'Convert money between currencies.'),
      tool('poisoned', null as never, { title: 7 as never, inputSchema: 'string' as never }),
    ],
  },
];
const index = createSearchIndex(createCatalogue(SERVERS));
const odd = createSearchIndex(
  createCatalogue([
    {
      name: 'desk',
      tools: [
        tool('ledger_run_export_of_monthly_report', 'Makes a signed target for a file.'),
        tool('v2_workbookSheetCell_query', 'Rows of a base.'),
        tool('getPDFReaderMode', 'How pages are shown.'),
        tool('TCPGetPort', 'What is listened on.'),
        tool('addSupplier', 'Adds a company.'),
        tool('addActivity', 'Adds what was done.'),
        tool('create_issue', 'Open a new issue in a repository.'),
        tool('close_issue', 'Closes an issue.'),
        tool('take_screenshot', 'Captures what a browser shows.'),
        tool('delete_directory', 'Removes a directory with all that is in it.'),
        tool('list_directory', 'Lists files.'),
        tool('convert_currency', 'Converts an amount of money.'),
        tool('print_vault', 'Prints a value.', {
          inputSchema: { type: 'object', properties: { secretName: { type: 'string' } } },
        }),
      ],
    },
  ]),
);
const names = (query: string, server?: string, limit = 8) =>
  index
    .search(query, { limit, ...(server === undefined ? {} : { server }) })
    .hits.map((hit) => hit.tool.name);

describe('SearchIndex.search()', () => {
  it.each([
    ['search github issues', 'search_issues'],
    ['GitHub searchIssues', 'search_issues'],
    ['searching issue', 'search_issues'],
    ['add comment', 'addIssueComment'],
    ['list repository', 'list_repositories'],
    ['list commit', 'list_commits'],
    ['list comits', 'list_commits'],
    ['show appointments', 'list-events'],
    ['repos list', 'list_repositories'],
    ['create calendar event', 'create-event'],
    ['attendees', 'create-event'],
    ['externalOnly', 'create-event'],
    ['currency conversion', 'convert_currency'],
    ['工具', '工具'],
    ['天气', '工具'],
    ['constructor', 'constructor'],
    ['mcp__github__list_commits', 'list_commits'],
    ['tools.google_calendar.list_events', 'list-events'],
  ])('finds for "%s" first %s', (query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  it('puts first the tool whose id is asked for, whatever else fits', () => {
    expect(names('mcp__google-calendar__list-events')[0]).toBe('list-events');
  });

  it.each([
    '',
    '   ',
    'the of and',
    '🧪 !!',
    'zebra migration',
    'prescribe antibiotics to my hamster',
    '__proto__',
    'hasOwnProperty',
  ])('answers nothing rather than padding for "%s"', (query) => {
    expect(names(query)).toEqual([]);
  });

  it('keeps to one server, by name or identifier', () => {
    expect(names('list', 'google-calendar')).toEqual(['list-events']);
    expect(names('list', 'google_calendar')).toEqual(['list-events']);
    expect(names('list', 'nowhere')).toEqual([]);
  });

  it('keeps to the limit', () => {
    expect(names('issue', undefined, 2)).toHaveLength(2);
    expect(names('issue', undefined, 0)).toEqual([]);
  });

  it('ranks alike whatever the order of servers and tools', () => {
    const turned = [...SERVERS]
      .reverse()
      .map((server) => ({ ...server, tools: [...server.tools].reverse() }));
    const other = createSearchIndex(createCatalogue(turned));
    for (const query of ['list', 'issue', 'create', 'search issues in a repository']) {
      expect(other.search(query, { limit: 8 }).hits.map((hit) => hit.tool.id)).toEqual(
        index.search(query, { limit: 8 }).hits.map((hit) => hit.tool.id),
      );
    }
  });

  it('bears a query of a megabyte', () => {
    expect(names('list commits '.repeat(80_000))[0]).toBe('list_commits');
  });

  it('says of the first hit whether it is likely', () => {
    expect(index.search('list commits', { limit: 1 }).isLikely).toBe(true);
    expect(index.search('tools.github.list_commits', { limit: 1 }).isLikely).toBe(true);
    expect(index.search('list quarterly zebra invoices', { limit: 1 }).isLikely).toBe(false);
    expect(index.search('zebra', { limit: 1 })).toEqual({
      hits: [],
      total: 0,
      isLikely: false,
      readAs: [],
    });
  });

  it('tells a tool that is there from one whose server is missing', () => {
    const isLikely = (query: string) => index.search(query, { limit: 8 }).isLikely;
    expect(
      ['github create issue', 'create a calendar event', 'convert currency'].map(isLikely),
    ).toEqual([true, true, true]);
    expect(
      ['salesforce create opportunity', 'stripe list refunds', 'resize an image file'].map(
        isLikely,
      ),
    ).toEqual([false, false, false]);
  });

  it('judges the first hit alike whatever the limit', () => {
    const query = 'list open issues of the repository';
    const judged = [1, 8, 20].map((limit) => index.search(query, { limit }).fit);
    expect(judged[1]).toEqual(judged[0]);
    expect(judged[2]).toEqual(judged[0]);
  });

  it.each([
    // Words of a name that do not stand side by side, in another order, glued together, or only meant.
    ['report_export_monthly', 'ledger_run_export_of_monthly_report'],
    ['monthly export', 'ledger_run_export_of_monthly_report'],
    ['sheet cell', 'v2_workbookSheetCell_query'],
    ['pdf reader', 'getPDFReaderMode'],
    ['tcp port', 'TCPGetPort'],
    ['supplier', 'addSupplier'],
    ['report a bug', 'create_issue'],
    ['snapshot of the screen', 'take_screenshot'],
    ['erase the folder', 'delete_directory'],
    ['exchange euros to dollars currency', 'convert_currency'],
    ['secret name', 'print_vault'],
  ])('puts among the first three for "%s" %s', (query, name) => {
    const found = odd.search(query, { limit: 3 }).hits.map((hit) => hit.tool.name);
    expect(found).toContain(name);
  });

  it('counts what fits about as well as the first, whatever the limit', () => {
    const many = Array.from({ length: 40 }, (_, at) => tool(`read_meter_${at}`, 'Reads a meter.'));
    const meters = createSearchIndex(
      createCatalogue([{ name: 'plant', tools: [...many, tool('stop', 'Stops all.')] }]),
    );
    const found = meters.search('read meter', { limit: 10 });
    expect([found.hits.length, found.total]).toEqual([10, 40]);
    expect(meters.search('read meter 7', { limit: 10 }).total).toBe(1);
    const accepts = ({ name }: { name: string }) => name.endsWith('0');
    expect(meters.search('read meter', { limit: 2, accepts }).total).toBe(4);
  });

  it('says what it took a word with a slip of the pen for', () => {
    expect(index.search('list comits', { limit: 1 }).readAs).toEqual([
      { word: 'comit', as: 'commit' },
    ]);
  });

  it('finds the tools of every sentence of a long query', () => {
    const text =
      'I want to know which commits were made on the main branch of our repository. Then please create an event in the calendar for the release.';
    expect(names(text, undefined, 2).sort()).toEqual(['create-event', 'list_commits']);
  });

  it('asks what accepts a tool, and fills the limit with others', () => {
    const { hits } = index.search('issue', {
      limit: 2,
      accepts: ({ name }) => name !== 'search_issues',
    });
    expect(hits.map(({ tool }) => tool.name).sort()).toEqual(['addIssueComment', 'create_issue']);
  });

  it('reads the catalogue at the first search, not before', () => {
    let reads = 0;
    const catalogue = createCatalogue(SERVERS);
    const watched = createSearchIndex({
      ...catalogue,
      get tools() {
        reads += 1;
        return catalogue.tools;
      },
    });
    expect(reads).toBe(0);
    watched.search('list', { limit: 1 });
    watched.search('list', { limit: 1 });
    expect(reads).toBe(1);
  });
});

describe('SearchIndex.update()', () => {
  const other = {
    name: 'billing',
    tools: [tool('list_invoices', 'List invoices of a customer.'), tool('pay', 'Pay an invoice.')],
  };
  const queries = ['list', 'issue', 'invoice', 'create event', 'search issues in a repository'];
  const answers = (asked: ReturnType<typeof createSearchIndex>) =>
    queries.map((query) => asked.search(query, { limit: 8 }));

  it('answers as an index that was built anew', () => {
    const kept = createSearchIndex(createCatalogue(SERVERS));
    for (const servers of [
      [...SERVERS, other],
      [other, ...SERVERS.slice(1)],
      SERVERS.map((server) => ({ ...server, tools: server.tools.slice(1) })),
      [],
      SERVERS,
    ]) {
      const catalogue = createCatalogue(servers);
      kept.search('list', { limit: 1 });
      kept.update(catalogue);
      expect(answers(kept)).toEqual(answers(createSearchIndex(catalogue)));
    }
  });

  it('answers alike after more words came and went than it keeps', () => {
    const noise = (round: number) => ({
      name: 'noise',
      tools: Array.from({ length: 400 }, (_, index) =>
        tool(
          `n${index}`,
          Array.from({ length: 150 }, (_, word) => `q${round}x${index}x${word}`).join(' '),
        ),
      ),
    });
    const kept = createSearchIndex(createCatalogue(SERVERS));
    for (const round of [1, 2]) {
      kept.update(createCatalogue([...SERVERS, noise(round)]));
      expect(kept.search(`q${round}x7x7`, { limit: 1 }).hits[0]?.tool.name).toBe('n7');
    }
    kept.update(createCatalogue(SERVERS));
    expect(answers(kept)).toEqual(answers(createSearchIndex(createCatalogue(SERVERS))));
  });

  it('gives the tools of the new catalogue where definitions stayed', () => {
    const kept = createSearchIndex(createCatalogue(SERVERS));
    kept.search('list', { limit: 1 });
    const catalogue = createCatalogue(SERVERS);
    kept.update(catalogue);
    const [hit] = kept.search('list commits', { limit: 1 }).hits;
    expect(hit?.tool).toBe(catalogue.byId('mcp__github__list_commits'));
  });
});
