#!/usr/bin/env node
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SluiceError, toSluiceError } from '@sluice/contracts';
import { createLogger, nodeEnvironment, userFolders } from '@sluice/gateway';
import { startHttpHost } from '@sluice/http-face';

declare const __VERSION__: string;

const help = `Usage: sluice-http [--config <file>] [--port <number>]

Serves MCP over Streamable HTTP at /mcp on 127.0.0.1. The API key is made at the first start.

  --config <file>   configuration file; replaces the one of SLUICE_CONFIG and of the user
  --port <number>   port, 0 for a free one (default: 41529)
  --help, --version`;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interruption.abort());

try {
  process.exitCode = await main();
} catch (error) {
  const { code, message, hint } = toSluiceError(error);
  process.stderr.write(`sluice-http: ${message}\n${hint ? `  hint: ${hint}\n` : ''}`);
  process.exitCode = code === 'USAGE' ? 2 : 1;
}

async function main(): Promise<number> {
  const values = readWords();
  if (values.help || values.version) {
    process.stdout.write(`${values.help ? help : __VERSION__}\n`);
    return 0;
  }
  const environment = nodeEnvironment();
  const note = (line: string) => void process.stderr.write(`${line}\n`);
  const apiKeyFile = join(userFolders(environment).state, 'api-key');
  const host = await startHttpHost({
    gateway: {
      environment,
      version: __VERSION__,
      configPath: values.config,
      runnerUrl: new URL('../assets/runner.mjs', import.meta.url),
      logger: createLogger(),
      note,
    },
    port: portNumber(values.port),
    apiKeyFile,
  });
  note(`Sluice serves MCP at ${host.url}`);
  note(`Clients send "Authorization: Bearer <key>"; the key stands in ${apiKeyFile}`);
  await new Promise<void>((resolve) =>
    interruption.signal.addEventListener('abort', () => resolve()),
  );
  await host.close();
  return 0;
}

/** @throws SluiceError `USAGE` for words that are not understood. */
function readWords() {
  try {
    const { values } = parseArgs({
      options: {
        config: { type: 'string' },
        port: { type: 'string', default: '41529' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    // Node's first sentence says it all; the rest is about its own API.
    const [reason = ''] = (error as Error).message.split(/\.? (?:This command|To specify)/);
    throw new SluiceError('USAGE', reason, { hint: 'sluice-http --help lists the options.' });
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new SluiceError(
    'USAGE',
    `--port ${JSON.stringify(text)}: a whole number from 0 to 65535 is wanted`,
  );
}
