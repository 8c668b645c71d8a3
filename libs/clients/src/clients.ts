import type { ConfigPlace, Launch, McpClient, PlaceInput, Section } from './mcp-client.js';
import { applicationSettings, joinPath, localAppData, variable, xdgConfig } from './path-words.js';

const mcpServers: readonly Section[] = [['mcpServers']];

const user = (path: string, sections: readonly Section[]): ConfigPlace => ({
  scope: 'user',
  path,
  sections,
});
const usual = (path: string, sections: readonly Section[]): ConfigPlace => ({
  ...user(path, sections),
  isUsual: true,
});

/** Places below the folder that is worked in, the usual one first; none where there is no such folder. */
function inWorkspace(
  input: PlaceInput,
  sections: readonly Section[],
  ...paths: readonly (readonly string[])[]
): readonly ConfigPlace[] {
  const { workspaceFolder } = input;
  if (workspaceFolder === undefined) return [];
  return paths.map((words, index) => ({
    scope: 'workspace',
    path: joinPath(input, workspaceFolder, ...words),
    sections,
    ...(index === 0 && { isUsual: true }),
  }));
}

const plainEntry = ({ command, args }: Launch) => ({ command, args });
const stdioEntry = ({ command, args }: Launch) => ({ type: 'stdio', command, args });

/**
 * The clients of which Sluice takes over servers, and into which it writes itself. Places and words follow
 * each client's own documentation of November 2026; Zed's, its source (`crates/paths`).
 */
export const clients: readonly McpClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    places(input) {
      const folder = variable(input, 'CLAUDE_CONFIG_DIR') ?? input.homeFolder;
      const own = joinPath(input, folder, '.claude.json');
      const { workspaceFolder } = input;
      return [
        usual(own, mcpServers),
        // Its "local" scope: servers of one folder, in the user's own file.
        ...(workspaceFolder === undefined
          ? []
          : [
              {
                scope: 'workspace' as const,
                path: own,
                sections: [['projects', workspaceFolder, 'mcpServers']],
              },
            ]),
        ...inWorkspace(input, mcpServers, ['.mcp.json']),
      ];
    },
    entry: stdioEntry,
    programs: ['claude'],
    reload: 'Start a new session of Claude Code, or reconnect with /mcp.',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    places(input) {
      const name = 'claude_desktop_config.json';
      // What came as a package (MSIX) sees a folder of its own in the place of %APPDATA%.
      const packaged = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'];
      return [
        ...(input.platform === 'win32'
          ? [user(joinPath(input, localAppData(input), ...packaged, name), mcpServers)]
          : []),
        usual(joinPath(input, applicationSettings(input), 'Claude', name), mcpServers),
      ];
    },
    entry: plainEntry,
    programs: ['claude', 'claude-desktop'],
    reload: 'Quit Claude Desktop, its icon in the system tray too, and start it again.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    places: (input) => [
      usual(joinPath(input, input.homeFolder, '.cursor', 'mcp.json'), mcpServers),
      ...inWorkspace(input, mcpServers, ['.cursor', 'mcp.json']),
    ],
    entry: plainEntry,
    programs: ['cursor'],
    reload: 'Switch the server on in the settings of Cursor (Tools & MCP), or reload the window.',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    places(input) {
      const sections = [['mcp_servers']];
      const folder = variable(input, 'CODEX_HOME') ?? joinPath(input, input.homeFolder, '.codex');
      return [
        usual(joinPath(input, folder, 'config.toml'), sections),
        ...inWorkspace(input, sections, ['.codex', 'config.toml']),
      ];
    },
    entry: plainEntry,
    programs: ['codex'],
    reload: 'Start Codex again.',
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    format: 'json',
    places(input) {
      // Version 2 has the servers one level deeper, and still reads what version 1 wrote.
      const sections = [['mcp', 'servers'], ['mcp']];
      const folder = joinPath(input, xdgConfig(input), 'opencode');
      const named = variable(input, 'OPENCODE_CONFIG');
      return [
        ...(named === undefined ? [] : [user(named, sections)]),
        user(joinPath(input, folder, 'opencode.jsonc'), sections),
        usual(joinPath(input, folder, 'opencode.json'), sections),
        user(joinPath(input, folder, 'config.json'), sections),
        ...inWorkspace(
          input,
          sections,
          ['opencode.json'],
          ['opencode.jsonc'],
          ['.opencode', 'opencode.json'],
          ['.opencode', 'opencode.jsonc'],
        ),
      ];
    },
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
    programs: ['opencode'],
    reload: 'Start OpenCode again.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'json',
    places(input) {
      const sections = [['context_servers']];
      const folder =
        input.platform === 'win32'
          ? joinPath(input, applicationSettings(input), 'Zed')
          : input.platform === 'darwin'
            ? joinPath(input, input.homeFolder, '.config', 'zed')
            : joinPath(
                input,
                variable(input, 'FLATPAK_XDG_CONFIG_HOME') ?? xdgConfig(input),
                'zed',
              );
      return [
        usual(joinPath(input, folder, 'settings.json'), sections),
        ...inWorkspace(input, sections, ['.zed', 'settings.json']),
      ];
    },
    entry: plainEntry,
    programs: ['zed', 'zed-editor', 'zeditor'],
    reload: 'Zed sees the change by itself.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    places(input) {
      const sections = [['servers']];
      const of = (name: string) =>
        joinPath(input, applicationSettings(input), name, 'User', 'mcp.json');
      return [
        usual(of('Code'), sections),
        user(of('Code - Insiders'), sections),
        user(of('VSCodium'), sections),
        ...inWorkspace(input, sections, ['.vscode', 'mcp.json']),
      ];
    },
    entry: stdioEntry,
    programs: ['code', 'code - insiders', 'codium', 'vscodium'],
    reload: 'Run "MCP: List Servers" in VS Code, and start the server there.',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    places(input) {
      const home = variable(input, 'GEMINI_CLI_HOME') ?? input.homeFolder;
      return [
        usual(joinPath(input, home, '.gemini', 'settings.json'), mcpServers),
        ...inWorkspace(input, mcpServers, ['.gemini', 'settings.json']),
      ];
    },
    entry: plainEntry,
    programs: ['gemini'],
    reload: 'Start Gemini CLI again.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    places(input) {
      const folder = joinPath(input, input.homeFolder, '.codeium');
      return [
        usual(joinPath(input, folder, 'windsurf', 'mcp_config.json'), mcpServers),
        // That of its plugins for other editors.
        user(joinPath(input, folder, 'mcp_config.json'), mcpServers),
      ];
    },
    entry: plainEntry,
    programs: ['windsurf'],
    reload: 'Press the refresh button of the MCP servers in Windsurf.',
  },
];
