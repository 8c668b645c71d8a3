import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A Chromium on this machine; undefined where there is none. */
export const browserPath = ['chromium', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  // One in a snap sees no profile in a temporary folder.
  .find((path) => existsSync(path) && basename(realpathSync(path)) !== 'snap');

/**
 * What a real browser shows once it has opened a URL and run what the page runs, as HTML.
 *
 * @param folder where it may keep its profile
 */
export async function openInBrowser(url: string, folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    String(browserPath),
    [
      '--headless',
      // As root, and in containers, its own sandbox does not start. Only our page is opened.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${join(folder, 'browser')}`,
      '--timeout=15000',
      '--virtual-time-budget=3000',
      '--dump-dom',
      url,
    ],
    { env: { PATH: process.env.PATH, HOME: folder }, timeout: 60_000 },
  );
  return stdout;
}
