import { homedir, userInfo } from 'node:os';
import { parse } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@sluice/contracts';
import { homeFolder } from './home-folder.js';

/** What Sluice takes from the machine it runs on; handed down, so that nothing below reads it by itself. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  readonly currentFolder: string;
  readonly clock: Clock;
}

/** The environment of this Node process. The one place beside an app's `main.ts` that reads `process`. */
export function nodeEnvironment(): Environment {
  return {
    // Not a copy: on Windows the object itself takes names whatever their case.
    variables: process.env,
    platform: process.platform,
    homeFolder: homeFolder([homedir, () => userInfo().homedir], parse(process.cwd()).root),
    currentFolder: process.cwd(),
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      schedule(delayMs, task) {
        const timer = setTimeout(task, delayMs);
        timer.unref();
        return () => clearTimeout(timer);
      },
      pause: () => setImmediate(),
    },
  };
}
