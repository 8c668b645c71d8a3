import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Canaries } from './canaries.js';

const leakyMain = fileURLToPath(new URL('../fixtures/leaky.mjs', import.meta.url));

/** What {@link secretConfig} puts into a configuration. */
export interface SecretConfigParts {
  readonly secret: Canaries['of'];
  /** Where the configuration stands. */
  readonly folder: string;
  /** Of the HTTP upstream. */
  readonly port: number;
}

/** A configuration with secrets in every place that takes one, of servers that work and that fail in every way. */
export function secretConfig({ secret, folder, port }: SecretConfigParts) {
  const stdio = (mode: string, more: object = {}) => ({
    command: process.execPath,
    args: [
      leakyMain,
      mode,
      '--token',
      secret('argument'),
      `--api-key=${secret('assigned-argument')}`,
      '--dsn',
      '{env:CANARY_DSN}',
      '--header',
      `Authorization: Bearer ${secret('bearer-argument')}`,
      `https://user:${secret('url-argument')}@example.test/x`,
      '${CANARY_VARIABLE}',
    ],
    env: {
      PLAIN_NAME: secret('environment'),
      API_TOKEN: secret('token-environment'),
      HEADERS: `{"Authorization": "Bearer ${secret('nested-environment')}"}`,
      DATABASE: `postgres://app:${secret('url-environment')}@db.test/app`,
      FROM_VARIABLE: '${CANARY_VARIABLE}',
      FROM_FILE: '{file:secret.txt}',
      FROM_COMMAND: `{cmd:cat ${join(folder, 'other-secret.txt')}}`,
    },
    inheritEnv: ['CANARY_INHERITED'],
    ...more,
  });
  const remote = (path: string, more: object = {}) => ({
    url: `http://127.0.0.1:${port}${path}?api_key=${encodeURIComponent(secret('query'))}&v={env:CANARY_QUERY}`,
    headers: {
      Authorization: `Bearer ${secret('header')}`,
      'X-Custom': secret('custom-header'),
      'X-From-Variable': '${CANARY_VARIABLE}',
    },
    ...more,
  });
  return {
    mcpServers: {
      talks: stdio('talks'),
      dies: stdio('dies'),
      hangs: stdio('hangs', { timeout: 1000 }),
      garbles: stdio('garbles'),
      missing: { ...stdio('talks'), command: 'no-such-command-anywhere' },
      unset: stdio('talks', { cwd: '${CANARY_NOT_SET}/x' }),
      remote: remote('/mcp'),
      refused: remote('/status/403'),
      wants_login: remote('/status/401'),
      broken: remote('/status/500'),
      moved: remote('/redirect'),
      credentials: remote('/mcp', {
        url: `http://me:${encodeURIComponent(secret('password'))}@127.0.0.1:${port}/mcp`,
      }),
      closed: remote('/mcp', {
        url: `http://127.0.0.1:1/mcp?token=${encodeURIComponent(secret('closed-query'))}`,
      }),
    },
    policy: [
      { match: 'mcp__talks__tells', action: 'ask' },
      { match: '*', action: 'allow' },
    ],
  };
}
