import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { clients } from '@sluice/clients';
import type { ClientId } from '@sluice/clients';
import { SluiceError } from '@sluice/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { describeChange } from './describe-change.js';
import { installClient } from './install-client.js';
import { planInstall } from './plan-install.js';
import { planUninstall } from './plan-uninstall.js';
import { createClientHome, sampleFiles } from './fixtures/client-home.js';
import type { ClientHome } from './fixtures/client-home.js';
import { uninstallClient } from './uninstall-client.js';

const homes: ClientHome[] = [];
afterEach(() => homes.splice(0).forEach((home) => home.remove()));
function home(...given: Parameters<typeof createClientHome>): ClientHome {
  const made = createClientHome(...given);
  homes.push(made);
  return made;
}

const ids = clients.map(({ id }) => id);
const plan = (at: ClientHome, client: string, more: { move?: boolean; workspace?: boolean } = {}) =>
  planInstall(at.environment, at.program, { client, move: false, workspace: false, ...more });
async function install(
  at: ClientHome,
  client: string,
  more?: { move?: boolean; workspace?: boolean },
) {
  const planned = await plan(at, client, more);
  const { backup } = await installClient(planned, at.state);
  return { ...planned, backup };
}
async function uninstall(at: ClientHome, client: string, workspace = false) {
  const planned = await planUninstall(at.environment, at.state, { client, workspace });
  await uninstallClient(planned, at.state);
  return planned;
}
const launch = {
  command: '/usr/bin/node',
  args: ['/opt/lib/node_modules/sluice/dist/bin/main.js'],
};

describe.each(['linux', 'darwin', 'win32'] as const)('installClient() on %s', (platform) => {
  it.each(ids)(
    'writes into the file of %s, and uninstallClient() makes it what it was',
    async (id) => {
      for (const move of [false, true]) {
        const at = home(platform);
        const path = at.put(id, sampleFiles[id]);
        const before = at.snapshot();
        const first = await install(at, id, { move });
        expect([first.name, first.isPresent, first.place.path]).toEqual(['sluice', false, path]);
        expect(at.text(path)).toContain('sluice/dist/bin/main.js');
        const again = await plan(at, id, { move });
        expect([again.isPresent, again.name, again.changes]).toEqual([true, 'sluice', []]);
        expect(first.moved.length > 0).toBe(move);
        for (const name of first.moved)
          expect(again.takeover.added.map((one) => one.name)).not.toContain(name);
        const back = await uninstall(at, id);
        expect(back.kind).toBe('restored');
        expect(at.snapshot()).toEqual(before);
      }
    },
  );

  it.each(ids)(
    'makes the file of %s where there is none, and takes it away with its folders',
    async (id) => {
      const at = home(platform);
      await install(at, id);
      expect(at.text(at.pathOf(id))).toContain('sluice/dist/bin/main.js');
      await uninstall(at, id);
      expect(at.snapshot()).toEqual({});
      expect(readdirSync(join(at.folder, 'home'))).toEqual([]);
    },
  );
});

describe('installClient()', () => {
  it('changes no byte but those of its entry', async () => {
    const at = home();
    for (const id of ids) {
      const path = at.put(id, sampleFiles[id]);
      await install(at, id);
      const [now, was] = [at.text(path), sampleFiles[id]];
      const lines = (text: string) => text.split(/\r?\n/).map((line) => line.replace(/,$/, ''));
      if (was.includes('\n')) for (const line of lines(was)) expect(lines(now)).toContain(line);
      expect(now.startsWith('\ufeff')).toBe(was.startsWith('\ufeff'));
    }
  });

  it('leaves any file byte for byte what it was, whatever stands in it', async () => {
    const comment = fc.constantFrom('// why\n', '/* "mcpServers": {} */', '# a');
    const random = fc.record({
      id: fc.constantFrom(...ids),
      move: fc.boolean(),
      mark: fc.boolean(),
      crlf: fc.boolean(),
      indent: fc.constantFrom('\t', '   ', ''),
      comments: fc.array(comment, { maxLength: 3 }),
      extra: fc.dictionary(fc.stringMatching(/^x[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 1 }), {
        maxKeys: 2,
      }),
      end: fc.constantFrom('', '\n', '\n\n  \n'),
    });
    await fc.assert(
      fc.asyncProperty(random, async ({ id, move, mark, crlf, indent, comments, extra, end }) => {
        const isToml = id === 'codex';
        const kind = comments.filter((one) => one.startsWith('#') === isToml);
        const keys = isToml
          ? Object.keys(extra)
              .map((key) => `${key} = 1\n`)
              .join('')
          : Object.entries(extra)
              .map(([key, value]) => `"${key}": ${JSON.stringify(value)},\n`)
              .join('');
        const sample = sampleFiles[id]
          .replaceAll('\ufeff', '')
          .replace(/^ {2}/gm, indent)
          .trimEnd();
        const body = isToml
          ? `${keys}${sample}`
          : sample.replace('{', () => `{${kind.join('')}${keys}`);
        const lines = `${kind.join('\n')}\n${body}${end}`.replaceAll('\r\n', '\n');
        const text = `${mark ? '\ufeff' : ''}${crlf ? lines.replaceAll('\n', '\r\n') : lines}`;
        const at = createClientHome();
        try {
          at.put(id, text);
          const before = at.snapshot();
          await install(at, id, { move });
          expect((await plan(at, id, { move })).changes).toEqual([]);
          expect((await uninstall(at, id)).kind).toBe('restored');
          expect(at.snapshot()).toEqual(before);
        } finally {
          at.remove();
        }
      }),
      { numRuns: 40 },
    );
    // Hundreds of files are written; a busy disk may take its time.
  }, 120_000);

  it('follows a link, and keeps the permissions', async () => {
    const at = home();
    const real = join(at.folder, 'dotfiles.json');
    writeFileSync(real, sampleFiles.cursor, { mode: 0o640 });
    mkdirSync(dirname(at.pathOf('cursor')), { recursive: true });
    symlinkSync(real, at.pathOf('cursor'));
    await install(at, 'cursor', { move: true });
    expect(lstatSync(at.pathOf('cursor')).isSymbolicLink()).toBe(true);
    expect([statSync(real).mode & 0o777, readFileSync(real, 'utf8').includes('sluice')]).toEqual([
      0o640,
      true,
    ]);
    await uninstall(at, 'cursor');
    expect([lstatSync(at.pathOf('cursor')).isSymbolicLink(), readFileSync(real, 'utf8')]).toEqual([
      true,
      sampleFiles.cursor,
    ]);
  });

  it('writes nothing where the file changed after it was shown, and forgets the attempt', async () => {
    const at = home();
    const path = at.put('cursor', sampleFiles.cursor);
    const planned = await plan(at, 'cursor', { move: true });
    writeFileSync(path, '{ "mcpServers": {} }');
    const before = at.snapshot();
    await expect(installClient(planned, at.state)).rejects.toEqual(
      new SluiceError(
        'CONFIG_INVALID',
        `Cannot change ${path}: another program changed it meanwhile`,
        {
          hint: 'Nothing was written to it. Try again.',
        },
      ),
    );
    expect(at.snapshot()).toEqual(before);
  });

  it('gives way to another server of its name, and takes one that starts Sluice for itself', async () => {
    const at = home();
    at.put('cursor', '{ "mcpServers": { "sluice": { "command": "water" } } }');
    expect((await plan(at, 'cursor')).name).toBe('sluice-gateway');
    at.put(
      'cursor',
      '{ "mcpServers": { "sluice": { "command": "water" }, "sluice-gateway": { "command": "x" } } }',
    );
    await expect(plan(at, 'cursor')).rejects.toThrow(
      `Cannot write into ${at.pathOf('cursor')}: other servers are called "sluice" and "sluice-gateway" there`,
    );
    at.put(
      'cursor',
      '{ "mcpServers": { "gw": { "command": "npx", "args": ["-y", "sluice"], "disabled": true } } }',
    );
    expect(await plan(at, 'cursor')).toMatchObject({
      name: 'gw',
      isPresent: true,
      isOff: true,
      changes: [],
    });
  });

  it('keeps the first copy over a second installation', async () => {
    const at = home();
    at.put('cursor', sampleFiles.cursor);
    const before = at.snapshot();
    await install(at, 'cursor');
    const second = await install(at, 'cursor', { move: true });
    expect(second.moved).toEqual(['docs', 'web']);
    await uninstall(at, 'cursor');
    expect(at.snapshot()).toEqual(before);
  });

  it('leaves a server that we cannot take where it works', async () => {
    const at = home();
    at.put(
      'cursor',
      '{ "mcpServers": { "docs": { "command": "x" }, "odd": { "command": "x", "timeout": -1 } } }',
    );
    const { moved, takeover } = await install(at, 'cursor', { move: true });
    expect([moved, takeover.refused.map(({ from }) => from.name)]).toEqual([['docs'], ['odd']]);
    expect(JSON.parse(at.text(at.pathOf('cursor')))).toEqual({
      mcpServers: { odd: { command: 'x', timeout: -1 }, sluice: launch },
    });
  });

  it('refuses a file that it cannot read, and clients and places that it does not know', async () => {
    const at = home();
    const path = at.put('zed', '{ "context_servers": { ');
    await expect(plan(at, 'zed')).rejects.toThrow(
      `Cannot read the configuration ${path}: line 1, column 24`,
    );
    at.put('zed', Buffer.from('{ "a": "\u00e4" }', 'latin1'));
    await expect(plan(at, 'zed')).rejects.toThrow(`Cannot read ${path}: it is no text in UTF-8`);
    at.put('gemini', '{ "mcpServers": [] }');
    await expect(plan(at, 'gemini')).rejects.toThrow('mcpServers is a list; it must be an object');
    await expect(plan(at, 'emacs')).rejects.toThrow('Cannot find the client "emacs"');
    await expect(plan(at, 'windsurf', { workspace: true })).rejects.toThrow(
      "Cannot write into a folder's file of Windsurf: it has none",
    );
  });

  it("writes into the current folder's file alone where it is told to", async () => {
    const at = home();
    at.put('cursor', sampleFiles.cursor);
    const before = at.snapshot();
    await install(at, 'cursor', { workspace: true });
    const path = join(at.environment.currentFolder, '.cursor/mcp.json');
    expect(JSON.parse(at.text(path))).toEqual({ mcpServers: { sluice: launch } });
    expect(at.text(at.pathOf('cursor'))).toBe(sampleFiles.cursor);
    expect(
      (await planUninstall(at.environment, at.state, { client: 'cursor', workspace: false })).kind,
    ).toBe('absent');
    await uninstall(at, 'cursor', true);
    expect(at.snapshot()).toEqual(before);
  });

  it('takes the command from how Sluice runs now', async () => {
    const at = home('linux', { SLUICE_CONFIG: 'my.json' });
    const command = async (program: ClientHome['program'], platform: NodeJS.Platform = 'linux') => {
      const environment = { ...at.environment, platform };
      const request = { client: 'cursor', move: false, workspace: false, profile: 'work' };
      const { launch } = await planInstall(environment, program, request);
      return [launch.command, ...launch.args];
    };
    const config = ['--config', join(at.environment.currentFolder, 'my.json'), '--profile', 'work'];
    expect(await command(at.program)).toEqual([launch.command, ...launch.args, ...config]);
    const npx = {
      ...at.program,
      script: '/home/ann/.npm/_npx/0a1b/node_modules/sluice/dist/bin/main.js',
    };
    expect(await command(npx)).toEqual(['npx', '-y', 'sluice@1.2.3', ...config]);
    expect(await command(npx, 'win32')).toEqual([
      'cmd',
      '/c',
      'npx',
      '-y',
      'sluice@1.2.3',
      ...config,
    ]);
  });
});

describe('uninstallClient() of a file that changed since', () => {
  it.each(ids)(
    'takes only its entry out of that of %s, and puts moved servers back',
    async (id) => {
      const at = home();
      const path = at.put(id, sampleFiles[id]);
      const { moved } = await install(at, id, { move: true });
      const change =
        id === 'codex'
          ? (text: string) => `added = 1\n${text}`
          : (text: string) => text.replace('{', () => '{ "added": 1,');
      writeFileSync(path, change(at.text(path)));
      const back = await uninstall(at, id);
      expect([back.kind, back.putBack]).toEqual(['edited', moved]);
      const now = at.text(path);
      expect(now).toContain('added');
      expect(now).not.toContain('sluice');
      for (const name of moved) expect(now).toContain(name);
      const squeezed = (text: string) => text.replace(/\s/g, '').length;
      expect(squeezed(now)).toBeGreaterThanOrEqual(squeezed(sampleFiles[id]));
      expect(existsSync(join(at.state, 'installs'))).toBe(true);
      expect(readdirSync(join(at.state, 'installs'))).toEqual([]);
    },
  );

  it('does nothing where the file or the entry is gone', async () => {
    const at = home();
    at.put('cursor', '{}');
    expect(await uninstall(at, 'cursor')).toMatchObject({ kind: 'absent', changes: [] });
    await install(at, 'cursor');
    writeFileSync(at.pathOf('cursor'), '{ "mine": 1 }');
    expect(await uninstall(at, 'cursor')).toMatchObject({ kind: 'edited', changes: [] });
    expect(at.text(at.pathOf('cursor'))).toBe('{ "mine": 1 }');
  });

  it('takes out an entry that somebody wrote by hand', async () => {
    const at = home();
    at.put(
      'cursor',
      '{\n  "mcpServers": {\n    "gw": { "command": "npx", "args": ["sluice"] }\n  }\n}\n',
    );
    expect((await uninstall(at, 'cursor')).kind).toBe('edited');
    expect(at.text(at.pathOf('cursor'))).toBe('{\n  "mcpServers": {\n  }\n}\n');
  });
});

describe('uninstallClient() of servers that were moved', () => {
  it('keeps the configuration while another client needs it', async () => {
    const at = home();
    at.put('cursor', sampleFiles.cursor);
    at.put('zed', sampleFiles.zed);
    const { target } = await install(at, 'cursor', { move: true });
    await install(at, 'zed');
    const back = await uninstall(at, 'cursor');
    expect(back.kept.map(({ reason }) => reason)).toContain(
      'other clients are installed, and may need it',
    );
    expect(at.text(target ?? '')).toContain('"docs"');
    await uninstall(at, 'zed');
    expect(at.text(at.pathOf('cursor'))).toBe(sampleFiles.cursor);
  });

  it.each([
    ['cursor', 'zed', 'codex'],
    ['codex', 'cursor', 'zed'],
    ['zed', 'codex', 'cursor'],
  ])('takes everything back with the last of several clients (%s, %s, %s)', async (...order) => {
    const at = home();
    // The third has what the first has: it changes no configuration.
    at.put('cursor', sampleFiles.cursor);
    at.put('zed', sampleFiles.zed);
    at.put('codex', '[mcp_servers.web]\nurl = "https://w.example/?api_key=CANARY-query"\n');
    const before = at.snapshot();
    for (const id of ['cursor', 'zed', 'codex']) await install(at, id, { move: true });
    for (const id of order) await uninstall(at, id);
    expect(at.snapshot()).toEqual(before);
    expect(existsSync(join(at.environment.homeFolder, '.config/sluice'))).toBe(false);
  });

  it('keeps a configuration that its user changed', async () => {
    const at = home();
    at.put('zed', sampleFiles.zed);
    const { target = '' } = await install(at, 'zed', { move: true });
    writeFileSync(target, `// mine\n${at.text(target)}`);
    const back = await uninstall(at, 'zed');
    expect(
      back.kept.map(({ path, reason }) => [path.includes('secrets') || path === target, reason]),
    ).toEqual([
      [true, 'the configuration changed since'],
      [true, 'the configuration changed since'],
    ]);
    expect(at.text(target)).toContain('// mine');
    expect(at.text(at.pathOf('zed'))).toBe(sampleFiles.zed);
  });
});

describe('what an installation shows and keeps', () => {
  it.each(ids)('holds no secret of %s, but in the copy and in files for it alone', async (id) => {
    const at = home();
    const path = at.put(id, sampleFiles[id]);
    const planned = await plan(at, id, { move: true });
    const shown = planned.changes.map(describeChange).join('\n');
    expect(shown).toContain('sluice/dist/bin/main.js');
    expect(shown).not.toContain('CANARY');
    expect(
      JSON.stringify(planned.takeover.added.map(({ entry, remarks }) => [entry, remarks])),
    ).not.toContain('CANARY');
    const { backup } = await installClient(planned, at.state);
    const mayHold = (file: string) =>
      file === path || file === backup || file.includes('/secrets/');
    for (const [file, content] of Object.entries(at.snapshot())) {
      if (!mayHold(file))
        expect([file, content]).not.toEqual([file, expect.stringContaining('CANARY')]);
      if (file.startsWith(at.state) || file.includes('/secrets/'))
        expect([file, content.slice(0, 4)]).toEqual([file, '600 ']);
    }
    expect(statSync(join(at.state, 'installs')).mode & 0o777).toBe(0o700);
    const back = await planUninstall(at.environment, at.state, { client: id, workspace: false });
    expect(back.changes.map(describeChange).join('\n')).not.toContain('CANARY');
  });

  it('touches nothing outside of the home and the folders that it was given', async () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const at = home(platform);
      for (const id of ids) {
        at.put(id, sampleFiles[id]);
        const { changes } = await plan(at, id as ClientId, { move: true });
        for (const { file } of changes) expect(file.target.startsWith(at.folder)).toBe(true);
      }
    }
  });
});
