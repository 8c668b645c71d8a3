import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SluiceError, toSluiceError } from '@sluice/contracts';
import { createLogger, userFolders, type Environment } from '@sluice/gateway';
import { startHttpHost } from '@sluice/http-face';

const help = `Usage: sluice-http [--config <file>] [--profile <name>] [--expose <groups>] [--compat <name>] [--port <number>]

Serves MCP over Streamable HTTP at /mcp on 127.0.0.1. The API key is made at the first start.

  --config <file>   configuration file; replaces the one of SLUICE_CONFIG and of the user
  --profile <name>  the preset of the configuration that shows servers and tools
  --expose <groups> groups of tools that clients see: code,results,servers,logs,modes,direct,jsmcp,toolpipe
  --compat <name>   stand in for jsmcp, toolpipe or toolscript: its file, its tools, its default
  --port <number>   port, 0 for a free one (default: 41529)
  --help, --version`;

/** What the process hands to the host. */
export interface HttpHostProcess {
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly version: string;
  readonly runnerUrl: URL;
  readonly workerUrl: URL;
  /** Writes a line on stdout. */
  readonly print: (line: string) => void;
  /** Writes a line on stderr. */
  readonly note: (line: string) => void;
  /** Has SIGHUP call this from here on, in place of ending the host. @default it ends the host */
  readonly onHangUp?: (listener: () => void) => void;
  /** Aborted when the process is told to stop. */
  readonly interrupted: AbortSignal;
}

/**
 * Serves until the process is interrupted. Errors are one line and a hint.
 *
 * @returns the exit code: 0, 1 for what went wrong, 2 for words that were not understood.
 */
export async function runHttpHost(host: HttpHostProcess): Promise<number> {
  try {
    const values = readWords(host.words);
    if (values.help) host.print(help);
    else if (values.version) host.print(host.version);
    else await serve(host, values, portNumber(values.port));
    return 0;
  } catch (error) {
    const { code, message, hint } = toSluiceError(error);
    host.note(`sluice-http: ${message}`);
    if (hint) host.note(`  hint: ${hint}`);
    return code === 'USAGE' ? 2 : 1;
  }
}

async function serve(
  { environment, version, runnerUrl, workerUrl, note, interrupted, onHangUp }: HttpHostProcess,
  {
    config,
    profile,
    expose,
    compat,
  }: {
    readonly config?: string;
    readonly profile?: string;
    readonly expose?: string;
    readonly compat?: string;
  },
  port: number,
): Promise<void> {
  const apiKeyFile = join(userFolders(environment).state, 'api-key');
  const gateway = {
    environment,
    version,
    configPath: config,
    profile,
    expose,
    compat,
    runnerUrl,
    workerUrl,
    logger: createLogger(),
    note,
  };
  const host = await startHttpHost({ gateway, port, apiKeyFile });
  note(`Sluice serves MCP at ${host.url}`);
  note(`Clients send "Authorization: Bearer <key>"; the key stands in ${apiKeyFile}`);
  host.tellApprovalLink();
  onHangUp?.(() => void host.reload());
  await new Promise<void>((resolve) => {
    if (interrupted.aborted) resolve();
    else interrupted.addEventListener('abort', () => resolve(), { once: true });
  });
  await host.close();
}

/** @throws SluiceError `USAGE` for words that are not understood. */
function readWords(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        config: { type: 'string' },
        profile: { type: 'string' },
        expose: { type: 'string' },
        compat: { type: 'string' },
        port: { type: 'string', default: '41529' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
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
