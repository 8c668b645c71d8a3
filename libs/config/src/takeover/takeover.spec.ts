import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/contracts';
import { readSettings } from '../read-settings.js';
import { planTakeover } from './plan-takeover.js';
import type { Takeover, TakeoverInput } from './plan-takeover.js';
import { readForeignFile } from './read-foreign-file.js';

const path = '/home/ann/client.json';
const resolvePath = (folder: string, file: string) =>
  /^([/~]|[A-Z]:)/.test(file) ? file : `${folder}/${file}`;

interface Options extends Partial<Omit<TakeoverInput, 'sources'>> {
  readonly program?: string | undefined;
  readonly workspaceFolder?: string;
  readonly variables?: Record<string, string>;
  readonly root?: readonly string[];
}

function source(
  text: string | object,
  { program, workspaceFolder, variables = {}, root }: Options,
) {
  const written = typeof text === 'string' ? text : JSON.stringify(text);
  const { servers, inputs } = readForeignFile({ path, text: written, ...(root && { root }) });
  return {
    program,
    title: program ?? 'a file',
    path,
    folder: '/home/ann',
    homeFolder: '/home/ann',
    workspaceFolder,
    separator: '/' as const,
    inputs,
    servers,
    resolvePath,
    isSet: (name: string) => name in variables,
  };
}

function plan(text: string | object, options: Options = {}): Takeover {
  return planTakeover({
    sources: [source(text, { program: 'cursor', ...options })],
    existing: options.existing ?? [],
    keptValue: options.keptValue ?? (() => undefined),
    fileReference: (file) => `secrets/${file}`,
  });
}

/** The first server that is taken over, as it is written, and what is kept apart. */
function first(server: JsonObject, options: Options = {}, section = 'mcpServers') {
  const [only] = plan({ [section]: { docs: server } }, options).added;
  return {
    entry: only?.entry,
    secrets: Object.fromEntries((only?.secrets ?? []).map(({ file, value }) => [file, value])),
    remarks: only?.remarks,
  };
}

describe('planTakeover() of secrets', () => {
  it('keeps what looks like one apart, and leaves the rest to be read', () => {
    const { entry, secrets } = first({
      command: 'npx',
      args: ['-y', '@acme/docs@1.2.3', '--token', 'T-1', '--api-key=T-2', '--level', 'info'],
      env: {
        DOCS_TOKEN: 'T-3',
        LOG_LEVEL: 'debug',
        PLAIN: 'a8f5f167f44f4964e6c998dee827110c',
        PORT: 8080,
      },
    });
    expect(entry).toEqual({
      command: 'npx',
      args: [
        '-y',
        '@acme/docs@1.2.3',
        '--token',
        '{file:secrets/docs.args.3}',
        '--api-key={file:secrets/docs.args.4}',
        '--level',
        'info',
      ],
      env: {
        DOCS_TOKEN: '{file:secrets/docs.env.DOCS_TOKEN}',
        LOG_LEVEL: 'debug',
        PLAIN: '{file:secrets/docs.env.PLAIN}',
        PORT: 8080,
      },
    });
    expect(secrets).toEqual({
      'docs.args.3': 'T-1',
      'docs.args.4': 'T-2',
      'docs.env.DOCS_TOKEN': 'T-3',
      'docs.env.PLAIN': 'a8f5f167f44f4964e6c998dee827110c',
    });
  });

  it('keeps those of remote servers apart, in headers and in the address', () => {
    const { entry, secrets } = first({
      url: 'https://ann:pw@x.example/mcp?key=K1&team=a',
      headers: { Authorization: 'Bearer abcdefgh', 'X-Key': 'K2', Accept: 'text/plain' },
    });
    expect(entry).toEqual({
      url: 'https://{file:secrets/docs.url}@x.example/mcp?key={file:secrets/docs.url-2}&team=a',
      headers: {
        Authorization: '{file:secrets/docs.headers.Authorization}',
        'X-Key': '{file:secrets/docs.headers.X-Key}',
        Accept: 'text/plain',
      },
    });
    expect(secrets).toEqual({
      'docs.url': 'ann:pw',
      'docs.url-2': 'K1',
      'docs.headers.Authorization': 'Bearer abcdefgh',
      'docs.headers.X-Key': 'K2',
    });
  });

  it('leaves placeholders where they stand, but for defaults that are secrets', () => {
    const server = {
      url: 'https://x.example/?key=${KEY}',
      headers: {
        Authorization: 'Bearer ${env:TOKEN}',
        'X-Key': '${KEY:-k-1}',
        'X-Team': '${TEAM:-}',
      },
    };
    expect(first(server, { program: 'claude-code' })).toEqual({
      entry: {
        url: server.url,
        headers: {
          Authorization: 'Bearer ${env:TOKEN}',
          'X-Key': '{file:secrets/docs.headers.X-Key}',
          'X-Team': '${TEAM:-}',
        },
      },
      secrets: { 'docs.headers.X-Key': 'k-1' },
      remarks: [
        'headers.X-Key: the default of KEY looks like a secret and is kept apart; KEY itself, which is not set, no longer counts',
      ],
    });
    expect(first(server, { program: 'claude-code', variables: { KEY: 'x' } }).entry).toMatchObject({
      headers: { 'X-Key': '${KEY}' },
    });
  });

  it('asks for what only VS Code knows, and takes what it would offer', () => {
    const text = {
      inputs: [
        { id: 'key', type: 'promptString', password: true, default: 'no' },
        { id: 'team', type: 'promptString', default: 'core' },
      ],
      servers: {
        docs: {
          url: 'http://x/',
          headers: { Authorization: 'Bearer ${input:key}', 'X-T': '${input:team}' },
        },
      },
    };
    const [docs] = plan(text, { program: 'vscode' }).added;
    expect(docs?.entry).toEqual({
      url: 'http://x/',
      headers: {
        Authorization: 'Bearer {file:secrets/docs.input.key}',
        'X-T': '{file:secrets/docs.headers.X-T}',
      },
    });
    expect(docs?.secrets).toEqual([
      { file: 'docs.input.key', value: undefined },
      { file: 'docs.headers.X-T', value: 'core' },
    ]);
  });

  it('lets none of any server stand in what is written or said', () => {
    const canary = fc.stringMatching(/^CANARY[a-z]{6}[0-9]{6}[a-z0-9]{8}$/);
    const place = fc.constantFrom<(secret: string) => JsonObject>(
      (secret) => ({ command: 'x', env: { ANY: `${secret}` } }),
      (secret) => ({ command: 'x', env: { API_TOKEN: `a b ${secret}` } }),
      (secret) => ({ command: 'x', environment: { PASSWORD: secret } }),
      (secret) => ({ command: 'x', args: ['--password', secret] }),
      (secret) => ({ command: 'x', args: [`--header=Authorization: Bearer ${secret}`] }),
      (secret) => ({ command: 'x', args: ['-H', `Authorization: Bearer ${secret}`] }),
      (secret) => ({ command: ['x', `TOKEN=${secret}`] }),
      (secret) => ({ command: 'x', args: [`https://u:${secret}@h/`] }),
      (secret) => ({ url: `https://h/${secret}0000/mcp` }),
      (secret) => ({ url: `https://h/?a=1&token=${secret}` }),
      (secret) => ({ url: 'http://h/', headers: { 'X-Whatever': secret } }),
      (secret) => ({ url: 'http://h/', headers: { Cookie: `a=b; c=${secret}` } }),
      (secret) => ({ url: 'http://h/', headers: { A: `\${TOKEN:-${secret}}` } }),
      (secret) => ({ url: 'http://h/', headers: { A: `${secret}\${TEAM}` } }),
      (secret) => ({ command: 'x', env: { A_TOKEN: `\${TEAM}-${secret}-{env:B}` } }),
      (secret) => ({ url: 'http://h/', oauth: { clientSecret: secret } }),
      (secret) => ({ command: 'x', env: { A: `{cmd:echo ${secret}}` } }),
    );
    fc.assert(
      fc.property(
        canary,
        place,
        fc.constantFrom('cursor', 'vscode', 'codex', 'zed', undefined),
        (secret, make, program) => {
          const { added } = plan({ mcpServers: { docs: make(secret) } }, { program });
          expect(added).toHaveLength(1);
          const said = added.map(({ entry, remarks, from }) => ({ entry, remarks, from }));
          expect(JSON.stringify(said)).not.toContain(secret);
          expect(JSON.stringify(added[0]?.secrets)).toContain(secret);
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);
});

describe('planTakeover() of placeholders', () => {
  const args = (program: string | undefined, ...words: string[]) =>
    first({ command: 'x', args: words }, { program, workspaceFolder: '/w/app' });

  it('writes those of each program in our words', () => {
    expect(args('cursor', '${userHome}/a', '${workspaceFolder}${/}b', '${env:C}').entry).toEqual({
      command: 'x',
      args: ['/home/ann/a', '/w/app/b', '${env:C}'],
      cwd: '/w/app',
    });
    expect(args('windsurf', '${file:/keys/a}', '${env:B}').entry?.['args']).toEqual([
      '{file:/keys/a}',
      '${env:B}',
    ]);
    expect(args('opencode', '{file:keys/a}', '{file:~/b}', '{env:C}').entry?.['args']).toEqual([
      '{file:/home/ann/keys/a}',
      '{file:/home/ann/b}',
      '{env:C}',
    ]);
    expect(args('gemini', '$HOME/x', '${HOME}', '$5').entry?.['args']).toEqual([
      '${HOME}/x',
      '${HOME}',
      '$5',
    ]);
    expect(args('claude-code', '${CLAUDE_PROJECT_DIR:-.}/x', '$HOME').entry?.['args']).toEqual([
      '/w/app/x',
      '$HOME',
    ]);
  });

  it('keeps literal what its program takes literally', () => {
    expect(args('claude-code', '${a b}', '${1', 'x').entry?.['args']).toEqual([
      '$${a b}',
      '$${1',
      'x',
    ]);
    const { entry, secrets } = args('claude-code', '{cmd:rm -rf /}', '{file:/etc/passwd}');
    expect(entry?.['args']).toEqual(['{file:secrets/docs.args.0}', '{file:secrets/docs.args.1}']);
    expect(secrets).toEqual({
      'docs.args.0': '{cmd:rm -rf /}',
      'docs.args.1': '{file:/etc/passwd}',
    });
  });

  it('says which variables of an editor it cannot fill in', () => {
    expect(
      first({ command: 'x', args: ['${config:a.b}'] }, { program: 'vscode' }, 'servers'),
    ).toEqual({
      entry: { command: 'x', args: ['${config:a.b}'] },
      secrets: {},
      remarks: [
        'args.0: "${config:a.b}" is filled in by its program alone; put what it means in its place',
      ],
    });
  });
});

describe('planTakeover() of names', () => {
  it('takes equal servers once, and gives different ones two names', () => {
    const docs = { command: 'docs' };
    const { added } = planTakeover({
      sources: [
        source({ mcpServers: { docs, mail: { command: 'mail' } } }, { program: 'cursor' }),
        source(
          { mcpServers: { docs: { command: 'docs' }, mail: { command: 'other' } } },
          { program: 'claude-code' },
        ),
        source(
          { mcpServers: { mail: { command: 'third' }, 'mail-claude-code': { command: 'x' } } },
          { program: 'claude-code' },
        ),
      ],
      existing: [],
      keptValue: () => undefined,
      fileReference: (file) => file,
    });
    expect(added.map(({ name, from }) => [name, from.map(({ title }) => title)])).toEqual([
      ['docs', ['cursor', 'claude-code']],
      ['mail', ['cursor']],
      ['mail-claude-code', ['claude-code']],
      ['mail-claude-code-2', ['claude-code']],
      ['mail-claude-code-claude-code', ['claude-code']],
    ]);
  });

  it('knows a server again that several programs write in their own words', () => {
    const texts = {
      cursor:
        '{ "mcpServers": { "docs": { "command": "x", "args": ["y"], "env": { "A": "1" } } } }',
      opencode:
        '{ "mcp": { "docs": { "type": "local", "command": ["x", "y"], "environment": { "A": "1" }, "enabled": true } } }',
      vscode:
        '{ "servers": { "docs": { "type": "stdio", "command": "x", "args": ["y"], "env": { "A": "1" } } } }',
      codex: '[mcp_servers.docs]\ncommand = "x"\nargs = ["y"]\n[mcp_servers.docs.env]\nA = "1"\n',
      zed: '{ "context_servers": { "docs": { "command": { "path": "x", "args": ["y"], "env": { "A": "1" } } } } }',
    };
    const { added } = planTakeover({
      sources: Object.entries(texts).map(([program, text]) => source(text, { program })),
      existing: [],
      keptValue: () => undefined,
      fileReference: (file) => file,
    });
    expect(added.map(({ name, entry, from }) => [name, entry, from.length])).toEqual([
      ['docs', { command: 'x', args: ['y'], env: { A: '1' } }, 5],
    ]);
    const remote = (entry: object) => first({ ...entry, headers: {} }).entry;
    expect(remote({ type: 'http', url: 'http://x/' })).toEqual({ url: 'http://x/' });
    expect(remote({ type: 'sse', url: 'http://x/' })).toEqual({ type: 'sse', url: 'http://x/' });
  });

  it('overwrites neither a server nor a secret', () => {
    const server = { command: 'x', env: { TOKEN: 'new' } };
    const existing = [
      { name: 'docs', entry: { command: 'x', env: { TOKEN: '{file:secrets/docs.env.TOKEN}' } } },
    ];
    const outcome = (value: string | undefined) => {
      const keptValue = (file: string) => (file === 'docs.env.TOKEN' ? value : undefined);
      const { added, present } = plan({ mcpServers: { docs: server } }, { existing, keptValue });
      return [added.map(({ name }) => name), present.map(({ name }) => name)];
    };
    expect(outcome('new')).toEqual([[], ['docs']]);
    expect(outcome('old')).toEqual([['docs-cursor'], []]);
    const orphan = plan(
      { mcpServers: { docs: server } },
      { keptValue: (file) => (file === 'docs.env.TOKEN' ? 'x' : undefined) },
    );
    expect(orphan.added.map(({ name }) => name)).toEqual(['docs-cursor']);
  });

  it('leaves out what would keep the whole configuration from being read, and says why', () => {
    const { added, refused } = plan({
      mcpServers: {
        fit: { command: 'x', env: { A: '${NOT_SET}' } },
        both: { command: 'x', url: 'http://x/' },
        none: {},
        slow: { command: 'x', timeout: 9_000_000 },
        odd: { command: 'x', args: 'TOKEN=CANARY' },
      },
    });
    expect(added.map(({ name }) => name)).toEqual(['fit']);
    expect(refused.map(({ from, reason }) => [from.name, reason])).toEqual([
      ['both', 'has both "command" and "url"'],
      ['none', 'has neither "command" nor "url"'],
      [
        'slow',
        expect.stringMatching(/^timeout is 9000000; it must be a whole number from 100 to 3600000/),
      ],
      ['odd', expect.stringMatching(/^args is a text; it must be a list/)],
    ]);
  });

  it('gives names that we can use, and leaves Sluice itself out', () => {
    const { added, skipped } = plan({
      mcpServers: {
        'a/b__c_': { command: 'x' },
        '///': { command: 'y' },
        sluice: { command: 'npx', args: ['-y', 'sluice@1.0.0'] },
      },
    });
    expect(added.map(({ name }) => name)).toEqual(['a-b_c', 'server']);
    expect(skipped.map(({ name }) => name)).toEqual(['sluice']);
  });
});

describe('readForeignFile()', () => {
  it('keeps what holds a server back, and lists what is left out', () => {
    expect(
      first({
        url: 'http://x/',
        oauth: { clientId: 'c' },
        alwaysAllow: ['a'],
        disabledTool: ['b'],
        icon: 'i',
        trusted: true,
      }),
    ).toEqual({
      entry: { url: 'http://x/', disabledTool: ['b'], oauth: { clientId: 'c' } },
      secrets: {},
      remarks: [
        expect.stringMatching(/^"alwaysAllow" has no effect here/),
        expect.stringMatching(/^it is held back: "oauth"/),
        'the unknown key "disabledTool" is kept, and holds it back',
        'the unknown key "icon" is left out',
        '"trusted" is left out: set it yourself where you vouch for its annotations',
      ],
    });
  });

  it('reads a part of a file, and files that are larger than a configuration may be', () => {
    const text = JSON.stringify({
      history: 'x'.repeat(2_000_000),
      projects: { '/w': { mcpServers: { docs: { command: 'x' } } } },
    });
    const options = { root: ['projects', '/w'] };
    expect(plan(text, options).added.map(({ name }) => name)).toEqual(['docs']);
    expect(plan(text, { root: ['projects', '/v'] }).added).toEqual([]);
    expect(plan('', {}).added).toEqual([]);
  });

  it('keeps numbers as they are written where they count as texts', () => {
    const [docs] = plan(
      '{ "mcpServers": { "docs": { "command": "x", "args": [1.10, 7], "env": { "ID": 12345678901234567890, "N": 1e3, "P": 80 }, "timeout": 1e3 } } }',
    ).added;
    expect(docs?.entry).toEqual({
      command: 'x',
      args: ['1.10', '7'],
      env: { ID: '12345678901234567890', N: '1e3', P: 80 },
      timeout: 1000,
    });
  });

  it('says for each server what jsmcp says for all', () => {
    const { entry } = first({ command: 'x' }, {});
    expect(entry).toEqual({ command: 'x' });
    const [docs] = plan(
      { jsmcp: { auto_strip_tool_prefixes: true }, servers: { docs: { command: 'x' } } },
      { program: undefined },
    ).added;
    expect(docs?.entry).toEqual({ strip_tool_prefix: true, command: 'x' });
  });
});

describe('any server that is taken over', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }).filter((one) => !/[{}$]|\[redacted\]/.test(one)),
    fc.constantFrom(
      'Bearer ${TOK}',
      '${TOK}',
      '${TOK:-x}',
      '${env:TOK}',
      'https://u:p@h/?key=1&b=2',
      '--token=abc',
      'sk-123456789',
    ),
  );
  const record = fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z_]{0,10}$/), text, {
    maxKeys: 4,
  });
  const common = {
    disabled: fc.boolean(),
    timeout: fc.integer({ min: 100, max: 5000 }),
    description: fc.constantFrom('what it does', 'mail'),
    disabledTools: fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { maxLength: 3 }),
    includeTools: fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { maxLength: 3 }),
  };
  const server = fc.oneof(
    fc.record(
      {
        command: fc.constantFrom('npx', '/bin/x'),
        args: fc.array(text, { maxLength: 5 }),
        env: record,
        cwd: fc.constant('/srv'),
        ...common,
      },
      { requiredKeys: ['command'] },
    ),
    fc.record(
      {
        url: fc.constantFrom('http://h/mcp', 'https://u:p@h.example/x?token=abc&b=1'),
        headers: record,
        ...common,
      },
      { requiredKeys: ['url'] },
    ),
  );

  it('is started as it would be from its own file: no field is lost', () => {
    const environment = { TOK: 'value of TOK' };
    const read = (file: string, secrets: Map<string, string>) =>
      readSettings({
        files: [{ path, text: file }],
        environment,
        homeFolder: '/home/ann',
        readTextFile: (name) => {
          const value = secrets.get(name);
          if (value === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
          return `${value}\n`;
        },
        resolvePath,
        // Taken over, a value comes from a file, and is known as secret then.
      }).servers.map((server) => ({ ...server, file: '', written: '', shown: '', secrets: [] }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), server, { maxKeys: 4 }),
        (servers) => {
          const file = JSON.stringify({ mcpServers: servers });
          const { added } = plan(file, { program: 'claude-code', variables: environment });
          const secrets = new Map(
            added.flatMap((one) =>
              one.secrets.map(({ file: name, value }) => [
                `/home/ann/secrets/${name}`,
                value ?? '',
              ]),
            ),
          );
          const written = JSON.stringify({
            mcpServers: Object.fromEntries(added.map(({ name, entry }) => [name, entry])),
          });
          expect(read(written, secrets)).toEqual(read(file, new Map()));
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);
});
