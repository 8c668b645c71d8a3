import { SluiceError } from '@sluice/contracts';
import { readApiKey } from '@sluice/http-face';

/** A daemon that runs. */
export interface Daemon {
  readonly origin: string;
  readonly apiKey: string;
  /** What it says of itself at `/status`. */
  readonly status: unknown;
}

/** Time for a daemon to say how it is, in milliseconds. */
const askMs = 10_000;

/**
 * Finds the daemon on this machine.
 *
 * @throws SluiceError `DAEMON_UNREACHABLE` when none answers, or one that does not know the key
 */
export async function reachDaemon(
  port: number,
  apiKeyFile: string,
  signal: AbortSignal,
): Promise<Daemon> {
  const origin = `http://127.0.0.1:${port}`;
  const apiKey = await readApiKey(apiKeyFile);
  if (apiKey === undefined)
    throw new SluiceError(
      'DAEMON_UNREACHABLE',
      `Cannot reach a daemon at ${origin}: there is no key in ${apiKeyFile}, so that none was ever started`,
      { hint: startIt },
    );
  const headers = { authorization: `Bearer ${apiKey}` };
  let response: Response;
  try {
    response = await fetch(`${origin}/status`, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(askMs)]),
      redirect: 'error',
    });
  } catch (error) {
    throw new SluiceError(
      'DAEMON_UNREACHABLE',
      `Cannot reach a daemon at ${origin}: none answers`,
      {
        hint: startIt,
        cause: error,
      },
    );
  }
  if (response.ok) return { origin, apiKey, status: await response.json() };
  await response.body?.cancel();
  throw new SluiceError(
    'DAEMON_UNREACHABLE',
    response.status === 401
      ? `Cannot reach a daemon at ${origin}: what answers does not know the key in ${apiKeyFile}`
      : `Cannot reach a daemon at ${origin}: another program listens there`,
    { hint: 'Name the port of the daemon with --port.' },
  );
}

const startIt = 'Start it with "sluice daemon", or name its port with --port.';
