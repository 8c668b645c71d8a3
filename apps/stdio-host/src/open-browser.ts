import { spawn } from 'node:child_process';
import type { Environment } from '@sluice/gateway/environment';
import { browserCommand } from './browser-command.js';

/** How long an opener may take to fail, in milliseconds; one that works may stay with its browser. */
const patienceMs = 3000;

/** Opens a URL in the user's browser. @returns whether that seems to have worked */
export async function openBrowser(
  url: string,
  { platform, variables, clock }: Environment,
): Promise<boolean> {
  const opener = browserCommand(url, platform, variables);
  if (opener === undefined) return false;
  const child = spawn(opener.command, opener.args, {
    env: { ...variables },
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  return new Promise((resolve) => {
    const cancel = clock.schedule(patienceMs, () => resolve(true));
    const settle = (isOpen: boolean) => {
      cancel();
      resolve(isOpen);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}
