import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clients } from '@sluice/clients';
import type { ClientId } from '@sluice/clients';
import { fakeClock } from '@sluice/contracts/testing';
import type { Environment } from '../../node-environment.js';
import type { RunningProgram } from '../sluice-launch.js';

/** A home of nobody, on any platform: Windows paths are plain names with backslashes in them. */
export interface ClientHome {
  readonly folder: string;
  readonly environment: Environment;
  readonly state: string;
  readonly program: RunningProgram;
  /** The usual file of a client. */
  pathOf(client: ClientId): string;
  /** Writes it; returns its path. */
  put(client: ClientId, text: string | Uint8Array): string;
  text(path: string): string;
  /** Every file below the folder, by path, with its bytes as Latin-1 and its mode. */
  snapshot(): Readonly<Record<string, string>>;
  remove(): void;
}

/** Makes one. */
export function createClientHome(
  platform: NodeJS.Platform = 'linux',
  variables: Record<string, string> = {},
): ClientHome {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-clients-'));
  const homeFolder = join(folder, 'home');
  const currentFolder = join(folder, 'work');
  mkdirSync(homeFolder);
  mkdirSync(currentFolder);
  const environment: Environment = {
    platform,
    homeFolder,
    currentFolder,
    variables,
    clock: fakeClock(),
  };
  const pathOf = (id: ClientId) => {
    const client = clients.find((one) => one.id === id);
    const input = { platform, homeFolder, environment: variables };
    const place = client?.places(input).find(({ isUsual }) => isUsual);
    if (place === undefined) throw new Error(`no place of ${id}`);
    return place.path;
  };
  return {
    folder,
    environment,
    state: join(folder, 'state'),
    program: {
      node: '/usr/bin/node',
      script: '/opt/lib/node_modules/sluice/dist/bin/main.js',
      version: '1.2.3',
    },
    pathOf,
    put(client, text) {
      const path = pathOf(client);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    text: (path) => readFileSync(path, 'utf8'),
    snapshot: () => Object.fromEntries(filesBelow(folder).map((path) => [path, describe(path)])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function describe(path: string): string {
  return `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`;
}

/** What each client's file looks like that somebody has worked with; `CANARY…` are secrets. */
export const sampleFiles: Readonly<Record<ClientId, string>> = {
  'claude-code': `{
  "numStartups": 12,
  "oauthAccount": { "accessToken": "CANARY-account" },
  "projects": { "/w": { "mcpServers": { "local": { "command": "l" } }, "history": [] } },
  "mcpServers": {
    "docs": { "type": "stdio", "command": "npx", "args": ["-y", "@acme/docs", "--token", "CANARY-arg"], "env": {} },
    "tracker": { "type": "http", "url": "https://t.example/mcp", "headers": { "Authorization": "Bearer CANARY-header" } }
  }
}
`,
  'claude-desktop': `{\r\n\t"mcpServers": {\r\n\t\t"docs": {\r\n\t\t\t"command": "npx",\r\n\t\t\t"env": { "DOCS_KEY": "CANARY-env" }\r\n\t\t},\r\n\t\t"mail": { "command": "mail" }\r\n\t},\r\n\t"globalShortcut": "Ctrl+X"\r\n}`,
  cursor:
    '\ufeff{"mcpServers":{"docs":{"command":"npx","env":{"K":"${env:DOCS}"}},"web":{"url":"https://w.example/?api_key=CANARY-query"}}}',
  codex: `# mine
model = "gpt" # fast

[mcp_servers.docs] # about docs
command = "npx"
args = ["-y", "docs"]

[mcp_servers.docs.env]
DOCS_TOKEN = "CANARY-toml"

[tui]
theme = "x"

[mcp_servers.web]
url = "https://w.example/mcp"
bearer_token_env_var = "WEB_TOKEN"`,
  opencode: `{
    // comments are fine here
    "$schema": "https://opencode.ai/config.json",
    "mcp": {
        "docs": {
            "type": "local", /* node */
            "command": ["node", "docs.mjs"],
            "environment": { "TOKEN": "{env:DOCS}", "OTHER_TOKEN": "CANARY-opencode" },
        }, // docs
    },
}
`,
  zed: `// Zed settings
{
  "theme": "One Dark", // dark
  "context_servers": {
    "docs": {
      "command": "npx",
      "args": ["docs"],
      "env": { "DOCS_SECRET": "CANARY-zed" },
    },
  },
  "vim_mode": true,
}
`,
  vscode: `{
	"inputs": [{ "id": "key", "type": "promptString", "password": true }],
	"servers": {
		"docs": { "type": "http", "url": "https://d.example/", "headers": { "X-Key": "\${input:key}", "Y-Token": "CANARY-vscode" } }
	}
}
`,
  gemini: `{
 "security": { "auth": { "selectedType": "x" } },
 "mcpServers": {
  "docs": { "httpUrl": "https://d.example/mcp", "headers": { "Authorization": "$DOCS" }, "trust": true },
  "web": { "command": "w", "env": { "WEB_PASSWORD": "CANARY-gemini" } }
 }
}
`,
  windsurf: `{
  "mcpServers": {
    "docs": { "serverUrl": "https://d.example/mcp", "disabled": true, "headers": { "API_KEY": "CANARY-windsurf" } }
  }
}
`,
};
