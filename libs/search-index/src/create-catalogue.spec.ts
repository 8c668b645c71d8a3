import type { UpstreamTool } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from './create-catalogue.js';

function toolNamed(name: string, more: Partial<UpstreamTool> = {}): UpstreamTool {
  return { name, rawName: name, description: `Tool named ${name}.`, inputSchema: {}, ...more };
}

const ODD = [
  'get-issue',
  'get_issue',
  'get.issue',
  'then',
  '__proto__',
  'constructor',
  'toString',
  '工具',
  '🧪',
  '...',
];

describe('createCatalogue()', () => {
  it('names a tool by id, alias and call path', () => {
    const catalogue = createCatalogue([{ name: 'my-server', tools: [toolNamed('get-issue')] }]);
    expect(catalogue.tools).toEqual([
      {
        id: 'mcp__my-server__get-issue',
        rawId: 'mcp__my-server__get-issue',
        server: 'my-server',
        serverIdentifier: 'my_server',
        name: 'get-issue',
        alias: 'get_issue',
        callPath: 'tools.my_server.get_issue',
        annotations: undefined,
        trusted: false,
        tool: toolNamed('get-issue'),
      },
    ]);
    expect(catalogue.bindings).toEqual([
      {
        name: 'my-server',
        identifier: 'my_server',
        bare: true,
        tools: [{ id: 'mcp__my-server__get-issue', name: 'get-issue', alias: 'get_issue' }],
      },
    ]);
  });

  it('gives no bare global where it would hide a built-in or one of ours', () => {
    const names = [
      'fetch',
      'data',
      'Promise',
      'tools',
      'arguments',
      'undefined',
      'ask',
      'process',
      'github',
    ];
    const { bindings } = createCatalogue(names.map((name) => ({ name, tools: [] })));
    expect(bindings.filter(({ bare }) => bare).map(({ name }) => name)).toEqual(['github']);
    expect(bindings.map(({ identifier }) => identifier)).toEqual(names);
  });

  it('never gives a server a reserved word', () => {
    const { bindings } = createCatalogue(
      ['class', 'await', 'delete'].map((name) => ({ name, tools: [] })),
    );
    expect(bindings.map(({ identifier }) => identifier)).toEqual(['class_', 'await_', 'delete_']);
  });

  it('names servers alike whatever their order', () => {
    const servers = ['a-b', 'a.b', 'a b', 'A-B'].map((name) => ({ name, tools: [] }));
    const named = (list: typeof servers) =>
      Object.fromEntries(
        createCatalogue(list).bindings.map(({ name, identifier }) => [name, identifier]),
      );
    expect(named(servers)).toEqual(named([...servers].reverse()));
    expect(new Set(Object.values(named(servers))).size).toBe(4);
  });

  it('reaches every oddly named tool by name, alias and id', () => {
    const catalogue = createCatalogue([
      { name: 'fake', tools: ODD.map((name) => toolNamed(name)) },
    ]);
    expect(catalogue.tools).toHaveLength(ODD.length);
    for (const tool of catalogue.tools) {
      expect(catalogue.resolve('fake', tool.name)).toEqual({ kind: 'found', tool });
      expect(catalogue.resolve('fake', tool.alias)).toEqual({ kind: 'found', tool });
      expect(catalogue.byId(tool.id)).toBe(tool);
    }
  });

  it('shows the id where it does not follow from the alias', () => {
    const catalogue = createCatalogue([
      { name: 'fake', tools: [toolNamed('get-issue'), toolNamed('🧪')] },
    ]);
    const [issue, tube] = catalogue.tools.map((tool) => catalogue.signatureOf(tool).split('\n')[1]);
    expect(issue).toBe('  // mcp__fake__get-issue: Tool named get-issue.');
    expect(tube).toBe('  // id "mcp__fake__🧪": Tool named 🧪.');
  });
});

describe('Catalogue.resolve()', () => {
  it('takes the server by name or identifier and the tool by raw name too', () => {
    const tool = toolNamed('search', { rawName: 'gh_search' });
    const catalogue = createCatalogue([{ name: 'my-hub', tools: [tool] }]);
    for (const server of ['my-hub', 'my_hub']) {
      expect(catalogue.resolve(server, 'gh_search')).toMatchObject({
        kind: 'found',
        tool: { name: 'search' },
      });
    }
    expect(catalogue.tools[0]?.rawId).toBe('mcp__my-hub__gh_search');
  });

  it('prefers a final name to the raw name of another tool', () => {
    const catalogue = createCatalogue([
      {
        name: 's',
        tools: [toolNamed('y', { rawName: 'x_y' }), toolNamed('x_y', { rawName: 'x_x_y' })],
      },
    ]);
    expect(catalogue.resolve('s', 'x_y')).toMatchObject({
      kind: 'found',
      tool: { tool: { rawName: 'x_x_y' } },
    });
  });

  it('lets no stripped name take the name of a real tool, in either order', () => {
    const real = toolNamed('y');
    const stripped = toolNamed('y', { rawName: 'x_y' });
    for (const tools of [
      [real, stripped],
      [stripped, real],
    ]) {
      const catalogue = createCatalogue([{ name: 's', tools }]);
      expect(catalogue.resolve('s', 'y')).toMatchObject({ kind: 'found', tool: { tool: real } });
      expect(catalogue.resolve('s', 'x_y')).toMatchObject({
        kind: 'found',
        tool: { name: 'x_y', tool: stripped },
      });
      expect(catalogue.tools).toHaveLength(2);
    }
  });

  it('answers an ambiguous raw name with the candidates', () => {
    const tools = [toolNamed('a', { rawName: 'same' }), toolNamed('b', { rawName: 'same' })];
    const resolution = createCatalogue([{ name: 's', tools }]).resolve('s', 'same');
    expect(resolution).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ name: 'a' }, { name: 'b' }],
    });
  });

  it('answers an unknown name with the nearest ones, of the same server first', () => {
    const catalogue = createCatalogue([
      { name: 'github', tools: [toolNamed('search_issues'), toolNamed('create_issue')] },
      { name: 'jira', tools: [toolNamed('search_issue')] },
    ]);
    const nearest = (server: string, tool: string) => {
      const resolution = catalogue.resolve(server, tool);
      return resolution.kind === 'unknown'
        ? resolution.nearest.map(({ id }) => id)
        : resolution.kind;
    };
    expect(nearest('github', 'serach_issues')[0]).toBe('mcp__github__search_issues');
    expect(nearest('githup', 'search_issues')[0]).toBe('mcp__github__search_issues');
    expect(nearest('github', 'toString')).toEqual([]);
    expect(nearest('nowhere', 'constructor')).toEqual([]);
  });
});

describe('Catalogue.byId()', () => {
  it('guesses at no id that two servers claim between them', () => {
    const catalogue = createCatalogue([
      { name: 'a', tools: [toolNamed('_b')] },
      { name: 'a_', tools: [toolNamed('b')] },
    ]);
    expect(catalogue.byId('mcp__a___b')).toBeUndefined();
    expect(catalogue.resolve('a', '_b')).toMatchObject({ kind: 'found', tool: { server: 'a' } });
  });

  it('knows no inherited names', () => {
    const catalogue = createCatalogue([]);
    expect(catalogue.byId('constructor')).toBeUndefined();
    expect(catalogue.byId('__proto__')).toBeUndefined();
  });
});

describe('Catalogue.nearest()', () => {
  const catalogue = createCatalogue([
    {
      name: 'github',
      tools: ['search_issues', 'create_issue', 'list_commits'].map((name) => toolNamed(name)),
    },
  ]);

  it.each([
    ['mcp__github__search_issue', 'search_issues'],
    ['tools.github.searchIssues', 'search_issues'],
    ['issues_search', 'search_issues'],
    ['lst_commits', 'list_commits'],
  ])('finds for %s the tool %s', (text, name) => {
    expect(catalogue.nearest(text, 1)[0]?.name).toBe(name);
  });

  it('pads a near name with no others of the same server', () => {
    const found = catalogue.nearest('mcp__github__search_issue', 3).map(({ name }) => name);
    expect(found).toEqual(['search_issues']);
  });

  it('finds nothing where nothing is near', () => {
    expect(catalogue.nearest('weather', 3)).toEqual([]);
    expect(catalogue.nearest('', 3)).toEqual([]);
    expect(catalogue.nearest('🧪'.repeat(100_000), 3)).toEqual([]);
  });
});

describe('Catalogue.describe()', () => {
  it('gives signature, schemas and everything odd', () => {
    const inputSchema = {
      type: 'object',
      properties: { screen: { $ref: '#/$defs/Nowhere' } },
    } as const;
    const catalogue = createCatalogue([
      {
        name: 'ui',
        tools: [toolNamed('edit', { inputSchema, title: 'Edit', notes: ['Listed twice.'] })],
      },
    ]);
    expect(catalogue.describe('mcp__ui__edit')).toEqual({
      id: 'mcp__ui__edit',
      server: 'ui',
      name: 'edit',
      alias: 'edit',
      title: 'Edit',
      description: 'Tool named edit.',
      signature:
        'tools.ui.edit(args?: { screen?: unknown /* #/$defs/Nowhere is not defined */ }): Promise<unknown>\n  // Tool named edit.',
      inputSchema,
      notes: [
        'Listed twice.',
        'inputSchema: The $ref "#/$defs/Nowhere" is not defined in the schema; it is shown as unknown.',
        'inputSchema: The $ref "#/$defs/Nowhere" leads nowhere; it is not checked.',
      ],
    });
  });

  it('answers undefined for an unknown id', () => {
    expect(createCatalogue([]).describe('mcp__x__y')).toBeUndefined();
  });

  it('says in its notes that arguments of a server are not checked', () => {
    const catalogue = createCatalogue([
      {
        name: 'odd',
        checkArguments: false,
        tools: [{ name: 'find', rawName: 'find', inputSchema: { type: 'object' } }],
      },
    ]);
    expect(catalogue.describe('mcp__odd__find')?.notes).toEqual([
      'inputSchema: arguments are not checked: the configuration says so for this server',
    ]);
  });
});
