import { mkdirSync, writeFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clients } from '@sluice/clients';
import { SluiceError } from '@sluice/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../load-settings.js';
import { applyChanges } from './apply-changes.js';
import { describeChange } from './describe-change.js';
import { planImport } from './plan-import.js';
import { createClientHome, sampleFiles } from './fixtures/client-home.js';
import type { ClientHome } from './fixtures/client-home.js';

const homes: ClientHome[] = [];
afterEach(() => homes.splice(0).forEach((home) => home.remove()));
function home(...given: Parameters<typeof createClientHome>): ClientHome {
  const made = createClientHome(...given);
  homes.push(made);
  return made;
}
async function take(at: ClientHome, request: Partial<Parameters<typeof planImport>[1]> = {}) {
  const plan = await planImport(at.environment, { workspace: false, ...request });
  await applyChanges(plan.changes);
  return plan;
}
const ownFile = (at: ClientHome, name = 'sluice.jsonc') =>
  join(at.environment.homeFolder, '.config/sluice', name);
function putOwn(at: ClientHome, name: string, text: string): string {
  const path = ownFile(at, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('planImport()', () => {
  it('takes the servers of all clients into one configuration that is fit to start', async () => {
    const at = home('linux', { DOCS: 'd', WEB_TOKEN: 'w' });
    for (const { id } of clients) at.put(id, sampleFiles[id]);
    const { target, takeover, awaited, read, problems } = await take(at);
    expect([target, problems, read.length]).toEqual([ownFile(at), [], 9]);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    const names = takeover.added.map(({ name }) => name);
    expect(names).toEqual([
      'docs',
      'tracker',
      'docs-claude-desktop',
      'mail',
      'docs-cursor',
      'web',
      'docs-codex',
      'web-codex',
      'docs-opencode',
      'docs-zed',
      'docs-vscode',
      'docs-gemini',
      'web-gemini',
      'docs-windsurf',
    ]);
    expect(awaited).toEqual([ownFile(at, 'secrets/docs-vscode.input.key')]);
    const settings = loadSettings(at.environment, {});
    expect(settings.servers.map(({ name }) => name)).toEqual(names);
    expect(settings.warnings).toEqual([]);
    const find = (name: string) => settings.servers.find((server) => server.name === name);
    expect(find('docs')?.transport).toMatchObject({
      args: ['-y', '@acme/docs', '--token', 'CANARY-arg'],
    });
    expect(find('tracker')?.transport).toMatchObject({
      headers: { Authorization: 'Bearer CANARY-header' },
    });
    expect(find('web')?.transport).toMatchObject({
      url: 'https://w.example/?api_key=CANARY-query',
    });
    expect(find('docs-codex')?.transport).toMatchObject({ env: { DOCS_TOKEN: 'CANARY-toml' } });
    expect(find('web-codex')?.transport).toMatchObject({ headers: { Authorization: 'Bearer w' } });
    expect(find('docs-gemini')?.transport).toMatchObject({
      headers: { Authorization: 'd' },
      mode: 'streamable',
    });
    expect(find('docs-windsurf')?.enabled).toBe(false);
    expect(settings.servers.filter(({ problem }) => problem).map(({ name }) => name)).toEqual([
      'docs-vscode',
    ]);
    expect(at.text(target)).not.toContain('CANARY');
    expect(at.text(target)).toContain(`    // from Cursor: ${at.pathOf('cursor')}\n    "web": {`);
  });

  it('changes nothing a second time', async () => {
    const at = home();
    for (const { id } of clients) at.put(id, sampleFiles[id]);
    await take(at);
    const before = at.snapshot();
    const { takeover, changes } = await take(at);
    expect([takeover.added, changes, takeover.present.length]).toEqual([[], [], 14]);
    expect(at.snapshot()).toEqual(before);
  });

  it.each([
    [
      'sluice.jsonc',
      '// mine\n{\n  "policy": [], // rules\n  "mcpServers": {\n    "docs": { "command": "own" }, // own\n  },\n}\n',
    ],
    ['sluice.yaml', '# mine\npolicy: [] # rules\nmcpServers:\n  docs: # own\n    command: own\n'],
    ['sluice.toml', '# mine\nstrict = false # rules\n\n[servers.docs] # own\ncommand = "own"\n'],
  ])('adds to a %s that stands there, and overwrites nothing', async (name, text) => {
    const at = home('linux', { DOCS: 'd' });
    const path = putOwn(at, name, text);
    at.put('cursor', sampleFiles.cursor);
    const { takeover, target } = await take(at);
    expect([target, takeover.added.map((one) => one.name)]).toEqual([path, ['docs-cursor', 'web']]);
    const now = at.text(path);
    for (const line of text.trimEnd().split('\n')) expect(now).toContain(line);
    expect(now).toContain(`from Cursor: ${at.pathOf('cursor')}`);
    const { servers } = loadSettings(at.environment, {});
    expect(servers.map((server) => [server.name, server.problem])).toEqual([
      ['docs', undefined],
      ['docs-cursor', undefined],
      ['web', undefined],
    ]);
    expect((await take(at)).changes).toEqual([]);
  });

  it('takes one client, or one file, into the file that is named', async () => {
    const at = home();
    at.put('cursor', sampleFiles.cursor);
    const zed = at.put('zed', sampleFiles.zed);
    expect((await take(at, { from: 'cursor', to: 'one.json' })).takeover.added).toHaveLength(2);
    expect((await take(at, { from: zed, to: '~/two.json' })).takeover.added).toHaveLength(1);
    const two = at.text(join(at.environment.homeFolder, 'two.json'));
    expect(two).toContain(`{file:${ownFile(at, 'secrets/docs.env.DOCS_SECRET')}}`);
    expect(two).toContain('from Zed');
    writeFileSync(
      join(at.environment.currentFolder, 'other.yaml'),
      'servers: { a: { command: x } }\n',
    );
    const other = await take(at, { from: 'other.yaml', to: 'three.json' });
    expect(other.takeover.added.map(({ name, from }) => [name, from[0]?.title])).toEqual([
      ['a', 'a file'],
    ]);
  });

  it('reads what came with a folder only where it is told to', async () => {
    const at = home();
    const path = join(at.environment.currentFolder, '.mcp.json');
    writeFileSync(path, '{ "mcpServers": { "evil": { "command": "./x" } } }');
    at.put(
      'claude-code',
      JSON.stringify({
        projects: { [at.environment.currentFolder]: { mcpServers: { local: { command: 'l' } } } },
      }),
    );
    expect((await take(at)).takeover.added).toEqual([]);
    const { takeover } = await take(at, { workspace: true });
    expect(takeover.added.map(({ name, entry }) => [name, entry])).toEqual([
      ['local', { command: 'l', cwd: at.environment.currentFolder }],
      ['evil', { command: './x', cwd: at.environment.currentFolder }],
    ]);
  });

  it('goes on where one file is broken, and says which', async () => {
    const at = home();
    const path = at.put('cursor', '{ "mcpServers": { "a": { "env": { "TOKEN": "CANARY" } ');
    at.put('zed', sampleFiles.zed);
    const { takeover, problems } = await take(at);
    expect(takeover.added.map(({ name }) => name)).toEqual(['docs']);
    expect(problems.map((one) => one.path)).toEqual([path]);
    expect(problems[0]?.message).toMatch(
      /^Cannot read the configuration .*mcp\.json: line 1, column \d+: expected/,
    );
    expect(JSON.stringify(problems)).not.toContain('CANARY');
  });

  it('refuses a word that is neither client nor file, a client that is not here, and a broken target', async () => {
    const at = home();
    await expect(take(at, { from: 'emacs' })).rejects.toEqual(
      new SluiceError('USAGE', 'Cannot import from "emacs": it is neither a client nor a file', {
        hint: 'Name a file, or one of claude-code, claude-desktop, cursor, codex, opencode, zed, vscode, gemini, windsurf.',
      }),
    );
    await expect(take(at, { from: 'cursor' })).rejects.toEqual(
      new SluiceError('USAGE', 'Cannot import from Cursor: it has no configuration here', {
        hint: `Looked for ${at.pathOf('cursor')}.`,
      }),
    );
    at.put('cursor', sampleFiles.cursor);
    const path = putOwn(at, 'sluice.jsonc', '{ "mcpServers": [] }');
    await expect(take(at)).rejects.toThrow('mcpServers is a list; it must be an object');
    writeFileSync(path, '{');
    const before = at.snapshot();
    await expect(take(at)).rejects.toThrow(`Cannot read the configuration ${path}`);
    expect(at.snapshot()).toEqual(before);
  });

  it('takes everything back where one file cannot be written', async () => {
    const at = home();
    at.put('zed', sampleFiles.zed);
    const plan = await planImport(at.environment, { workspace: false });
    putOwn(at, 'sluice.jsonc', '{ "mcpServers": {} }');
    const before = at.snapshot();
    await expect(applyChanges(plan.changes)).rejects.toThrow(
      'another program changed it meanwhile',
    );
    expect(at.snapshot()).toEqual(before);
  });
});

describe('describeChange()', () => {
  it('shows what is written, and of nothing a secret or what moves the lines', async () => {
    const at = home();
    at.put(
      'cursor',
      '{ "mcpServers": { "docs": { "command": "x\\u001b[2J", "env": { "TOKEN": "CANARY" } } } }',
    );
    putOwn(
      at,
      'sluice.jsonc',
      '{\n  // key sk-CANARY-abcdef\n  "mcpServers": {\n    "own": { "command": "x", "args": ["--password", "CANARY"] }\u202e\n  }\n}\n'.replace(
        '\u202e',
        '',
      ),
    );
    const { changes } = await planImport(at.environment, { workspace: false });
    expect(
      changes.map(describeChange).map((text) => text.replaceAll(at.environment.homeFolder, '~')),
    ).toEqual([
      '+ ~/.config/sluice/secrets/docs.env.TOKEN (a secret; only you can read it)',
      `--- ~/.config/sluice/sluice.jsonc
+++ ~/.config/sluice/sluice.jsonc
@@ -2,5 +2,12 @@
   // key [redacted]
   "mcpServers": {
-    "own": { "command": "x", "args": ["--password", "[redacted]"] }
+    "own": { "command": "x", "args": ["--password", "[redacted]"] },
+    // from Cursor: ~/.cursor/mcp.json
+    "docs": {
+      "command": "x\\u001b[2J",
+      "env": {
+        "TOKEN": "{file:secrets/docs.env.TOKEN}"
+      }
+    }
   }
 }`,
    ]);
  });
});
