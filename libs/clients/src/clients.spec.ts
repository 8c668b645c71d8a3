import { describe, expect, it } from 'vitest';
import { clientPlaces, clients, findClient } from './index.js';
import type { PlaceInput } from './index.js';

const homes = {
  linux: { platform: 'linux', homeFolder: '/home/ann', environment: {} },
  darwin: { platform: 'darwin', homeFolder: '/Users/ann', environment: {} },
  win32: { platform: 'win32', homeFolder: 'C:\\Users\\ann', environment: {} },
} as const satisfies Record<string, PlaceInput>;

/** The user's places by client, the usual one marked. */
const own = (input: PlaceInput) =>
  Object.fromEntries(
    clients.map((client) => [
      client.id,
      client
        .places(input)
        .filter(({ scope }) => scope === 'user')
        .map(({ path, isUsual }) => (isUsual ? `* ${path}` : path)),
    ]),
  );

describe('clientPlaces()', () => {
  it('knows the places of the user on Linux', () => {
    expect(own(homes.linux)).toEqual({
      'claude-code': ['* /home/ann/.claude.json'],
      'claude-desktop': ['* /home/ann/.config/Claude/claude_desktop_config.json'],
      cursor: ['* /home/ann/.cursor/mcp.json'],
      codex: ['* /home/ann/.codex/config.toml'],
      opencode: [
        '/home/ann/.config/opencode/opencode.jsonc',
        '* /home/ann/.config/opencode/opencode.json',
        '/home/ann/.config/opencode/config.json',
      ],
      zed: ['* /home/ann/.config/zed/settings.json'],
      vscode: [
        '* /home/ann/.config/Code/User/mcp.json',
        '/home/ann/.config/Code - Insiders/User/mcp.json',
        '/home/ann/.config/VSCodium/User/mcp.json',
      ],
      gemini: ['* /home/ann/.gemini/settings.json'],
      windsurf: [
        '* /home/ann/.codeium/windsurf/mcp_config.json',
        '/home/ann/.codeium/mcp_config.json',
      ],
    });
  });

  it('knows the places of the user on macOS', () => {
    expect(own(homes.darwin)).toMatchObject({
      'claude-code': ['* /Users/ann/.claude.json'],
      'claude-desktop': [
        '* /Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
      ],
      cursor: ['* /Users/ann/.cursor/mcp.json'],
      opencode: [
        '/Users/ann/.config/opencode/opencode.jsonc',
        '* /Users/ann/.config/opencode/opencode.json',
        '/Users/ann/.config/opencode/config.json',
      ],
      zed: ['* /Users/ann/.config/zed/settings.json'],
      vscode: [
        '* /Users/ann/Library/Application Support/Code/User/mcp.json',
        '/Users/ann/Library/Application Support/Code - Insiders/User/mcp.json',
        '/Users/ann/Library/Application Support/VSCodium/User/mcp.json',
      ],
    });
  });

  it('knows the places of the user on Windows, in its own spelling', () => {
    expect(own(homes.win32)).toEqual({
      'claude-code': ['* C:\\Users\\ann\\.claude.json'],
      'claude-desktop': [
        'C:\\Users\\ann\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
        '* C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      ],
      cursor: ['* C:\\Users\\ann\\.cursor\\mcp.json'],
      codex: ['* C:\\Users\\ann\\.codex\\config.toml'],
      opencode: [
        'C:\\Users\\ann\\.config\\opencode\\opencode.jsonc',
        '* C:\\Users\\ann\\.config\\opencode\\opencode.json',
        'C:\\Users\\ann\\.config\\opencode\\config.json',
      ],
      zed: ['* C:\\Users\\ann\\AppData\\Roaming\\Zed\\settings.json'],
      vscode: [
        '* C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json',
        'C:\\Users\\ann\\AppData\\Roaming\\Code - Insiders\\User\\mcp.json',
        'C:\\Users\\ann\\AppData\\Roaming\\VSCodium\\User\\mcp.json',
      ],
      gemini: ['* C:\\Users\\ann\\.gemini\\settings.json'],
      windsurf: [
        '* C:\\Users\\ann\\.codeium\\windsurf\\mcp_config.json',
        'C:\\Users\\ann\\.codeium\\mcp_config.json',
      ],
    });
  });

  it('follows the variables that move them', () => {
    const places = (input: PlaceInput, environment: PlaceInput['environment'], id: string) =>
      own({ ...input, environment })[id]?.[0];
    const { linux, win32 } = homes;
    expect(places(linux, { CLAUDE_CONFIG_DIR: '/c/' }, 'claude-code')).toBe('* /c/.claude.json');
    expect(places(linux, { CODEX_HOME: '/x' }, 'codex')).toBe('* /x/config.toml');
    expect(places(linux, { GEMINI_CLI_HOME: '/g' }, 'gemini')).toBe('* /g/.gemini/settings.json');
    expect(places(linux, { OPENCODE_CONFIG: '/o/my.json' }, 'opencode')).toBe('/o/my.json');
    expect(places(linux, { XDG_CONFIG_HOME: '/xdg/' }, 'zed')).toBe('* /xdg/zed/settings.json');
    expect(places(linux, { XDG_CONFIG_HOME: 'relative' }, 'zed')).toBe(
      '* /home/ann/.config/zed/settings.json',
    );
    expect(places(linux, { FLATPAK_XDG_CONFIG_HOME: '/f' }, 'zed')).toBe('* /f/zed/settings.json');
    expect(places(win32, { APPDATA: 'D:\\Roaming' }, 'vscode')).toBe(
      '* D:\\Roaming\\Code\\User\\mcp.json',
    );
    expect(places(win32, { LOCALAPPDATA: 'D:\\Local' }, 'claude-desktop')).toBe(
      'D:\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
    );
  });

  it('names the places of a folder only where there is one', () => {
    const inFolder = (input: PlaceInput) =>
      clientPlaces(input)
        .filter(({ scope }) => scope === 'workspace')
        .map(({ path, isUsual, sections }) => [
          isUsual ? `* ${path}` : path,
          sections.map((section) => section.join(' > ')).join(', '),
        ]);
    expect(inFolder(homes.linux)).toEqual([]);
    expect(inFolder({ ...homes.linux, workspaceFolder: '/w' })).toEqual([
      ['/home/ann/.claude.json', 'projects > /w > mcpServers'],
      ['* /w/.mcp.json', 'mcpServers'],
      ['* /w/.cursor/mcp.json', 'mcpServers'],
      ['* /w/.codex/config.toml', 'mcp_servers'],
      ['* /w/opencode.json', 'mcp > servers, mcp'],
      ['/w/opencode.jsonc', 'mcp > servers, mcp'],
      ['/w/.opencode/opencode.json', 'mcp > servers, mcp'],
      ['/w/.opencode/opencode.jsonc', 'mcp > servers, mcp'],
      ['* /w/.zed/settings.json', 'context_servers'],
      ['* /w/.vscode/mcp.json', 'servers'],
      ['* /w/.gemini/settings.json', 'mcpServers'],
    ]);
  });

  it('has exactly one usual place in each scope that a client has', () => {
    for (const input of Object.values(homes))
      for (const client of clients)
        for (const scope of ['user', 'workspace']) {
          const places = client
            .places({ ...input, workspaceFolder: input.homeFolder })
            .filter((place) => place.scope === scope);
          const usual = places.filter(({ isUsual }) => isUsual).length;
          expect([client.id, scope, usual]).toEqual([
            client.id,
            scope,
            places.length === 0 ? 0 : 1,
          ]);
        }
  });
});

describe('clients', () => {
  it('write a local server in their own words', () => {
    const launch = { command: '/bin/node', args: ['/s/main.js', '--x'] };
    expect(Object.fromEntries(clients.map(({ id, entry }) => [id, entry(launch)]))).toEqual({
      'claude-code': { type: 'stdio', ...launch },
      'claude-desktop': launch,
      cursor: launch,
      codex: launch,
      opencode: { type: 'local', command: ['/bin/node', '/s/main.js', '--x'] },
      zed: launch,
      vscode: { type: 'stdio', ...launch },
      gemini: launch,
      windsurf: launch,
    });
  });
});

describe('findClient()', () => {
  it('finds a client by the words that people use', () => {
    expect(
      ['cursor', ' Claude ', 'VSCode', 'vs-code', 'gemini-cli'].map((word) => findClient(word)?.id),
    ).toEqual(['cursor', 'claude-code', 'vscode', 'vscode', 'gemini']);
    expect(findClient('emacs')).toBeUndefined();
    expect(findClient('__proto__')).toBeUndefined();
  });
});
