import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCanaries, textBelow } from './support/canaries.js';
import { createWorkplace } from './support/workplace.js';

const canaries = createCanaries();

describe('a configuration that cannot be read', () => {
  const value = canaries.of('broken-file');
  it.each([
    [
      'a missing comma',
      `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${value}" "B":"1"}}}}`,
    ],
    ['an open text', `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${value}\n}}}}`],
    ['a wrong escape', `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"\\q${value}"}}}}`],
    ['a value without quotes', `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":${value}}}}}`],
    ['an object for a text', `{"mcpServers":{"a":{"command":"x","env":{"T":{"${value}":1}}}}}`],
    ['a text for an object', `{"mcpServers":{"a":{"command":"x","env":"T=${value}"}}}`],
    ['a text for headers', `{"mcpServers":{"a":{"url":"http://x/","headers":"A: ${value}"}}}`],
    [
      'an object for arguments',
      `{"mcpServers":{"a":{"command":"x","args":{"--token":"${value}"}}}}`,
    ],
    ['a text that is no URL', `{"mcpServers":{"a":{"url":"${value}"}}}`],
    ['a URL of another kind', `{"mcpServers":{"a":{"url":"ftp://me:${value}@x/"}}}`],
    [
      'command and URL',
      `{"mcpServers":{"a":{"command":"${value}","url":"http://x/?token=${value}"}}}`,
    ],
    [
      'a header with a line break',
      `{"mcpServers":{"a":{"url":"http://x/","headers":{"A":"${value}\\n"}}}}`,
    ],
    [
      'a variable that is not set',
      `{"mcpServers":{"a":{"command":"x","env":{"T":"${value} \${NOT_SET}"}}}}`,
    ],
    [
      'a wrong substitution',
      `{"mcpServers":{"a":{"command":"x","env":{"T":"${value} \${NOT SET}"}}}}`,
    ],
    [
      'a failing command',
      `{"mcpServers":{"a":{"command":"x","env":{"T":"{cmd:sh -c 'echo ${value}; exit 3'}"}}}}`,
    ],
    [
      'a wrong kind',
      `{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":"${value}"},"timeout":"${value}"}}}`,
    ],
    ['a number for a server', `{"mcpServers":{"a":"${value}"}}`],
    ['a value twice', `{"mcpServers":{"a":{"command":"x","env":{"T":"${value}","T":"${value}"}}}}`],
    [
      'YAML with a tab',
      `mcpServers:\n  a:\n    command: x\n    env:\n      API_TOKEN: "${value}\n\tx: 1`,
    ],
    [
      'YAML that is out of line',
      `mcpServers:\n  a:\n    command: x\n    env:\n      API_TOKEN: ${value}\n     B: 1`,
    ],
    [
      'TOML with an open text',
      `[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nAPI_TOKEN = "${value}\n`,
    ],
    [
      'TOML without quotes',
      `[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nAPI_TOKEN = ${value}\n`,
    ],
  ])(
    'for %s is no reason to show what stands there',
    async (_, text) => {
      // Without Deno, so that doctor has nothing to try.
      const own = createWorkplace({ SLUICE_DENO: '/no/such/deno' });
      const folder = join(own.folder, 'config/sluice');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'sluice.json'), text);
      const ended = await Promise.all(
        [
          ['servers'],
          ['doctor', '--json'],
          ['exec', '-e', 'return await tools.a.x({})'],
          ['serve'],
        ].map((words) => own.runVerb(words)),
      );
      rmSync(join(folder, 'sluice.json'));
      const leaks = ended.flatMap(({ stdout, stderr }) => canaries.in(`${stdout}\n${stderr}`));
      expect([...leaks, ...canaries.in(textBelow(own.folder))]).toEqual([]);
      await own.close();
    },
    120_000,
  );
});
