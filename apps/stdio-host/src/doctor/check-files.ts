import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { redactText, type Settings } from '@sluice/contracts';
import type { Check } from './check.js';
import { count } from './count.js';

/** What {@link fileChecks} looks at. */
export interface FileChecksOptions {
  readonly platform: NodeJS.Platform;
  readonly settings: Pick<Settings, 'files' | 'secretFiles' | 'servers'>;
  /** Where Sluice keeps the key, results, logs and approvals. */
  readonly stateFolder: string;
  readonly cacheFolder: string;
  readonly apiKeyFile: string;
}

/**
 * Whether other users of this machine can read secrets or change what is started: the configuration, files
 * that it takes secrets from, the API key, and all that Sluice keeps. One check for each thing that is
 * open, or one that says that none is.
 */
export async function fileChecks(options: FileChecksOptions): Promise<readonly Check[]> {
  const user = process.getuid?.();
  if (options.platform === 'win32' || user === undefined)
    return [
      {
        id: 'files',
        status: 'skipped',
        detail: 'Windows keeps a profile to its user by access lists, which are not read here',
      },
    ];
  const { settings } = options;
  const found = await Promise.all([
    ...settings.files.map((path) => configFile(path, settings, user)),
    ...(settings.secretFiles ?? []).map((path) => secretFile(path, user)),
    keyFile(options.apiKeyFile, user),
    ownFolder(options.stateFolder, user, 0o077),
    // Tool lists are no secrets; who changes them changes what a model is told.
    ownFolder(options.cacheFolder, user, 0o022),
  ]);
  const open = found.flat();
  return open.length > 0
    ? open
    : [{ id: 'files', status: 'ok', detail: 'what holds secrets is readable and writable by you' }];
}

async function configFile(
  path: string,
  { servers }: Pick<Settings, 'servers'>,
  user: number,
): Promise<Check[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return [];
  const foreign = foreignOwner(stats, user);
  if (foreign) return [problem(path, `${foreign}, and it says what is started`, takeBack(path))];
  const around = await stat(dirname(path)).catch(() => undefined);
  const isSticky = ((around?.mode ?? 0) & 0o1000) !== 0;
  if ((stats.mode & 0o022) !== 0)
    return [
      problem(
        path,
        `other users may write into it (${mode(stats)}), and it says what is started`,
        chmod('600', path),
      ),
    ];
  if (around !== undefined && (around.mode & 0o022) !== 0 && !isSticky)
    return [
      problem(
        path,
        `other users may replace it: its folder is open to them (${mode(around)})`,
        chmod('go-w', dirname(path)),
      ),
    ];
  if ((stats.mode & 0o044) === 0) return [];
  const text = (await readFile(path, 'utf8').catch(() => '')).replace(placeholders, '');
  const next = chmod('600', path);
  if (redactText(text) !== text)
    return [problem(path, `it holds secrets, and other users may read it (${mode(stats)})`, next)];
  const gives = servers.some(
    ({ file, transport }) =>
      file === path &&
      Object.keys(transport.kind === 'stdio' ? transport.env : transport.headers).length > 0,
  );
  const detail = `it gives variables or headers to servers, and other users may read it (${mode(stats)})`;
  return gives ? [{ id: 'files', subject: path, status: 'warning', detail, next }] : [];
}

/** They tell where a secret is, not what it is. */
const placeholders = /\$?\{[^{}"]*\}/g;

/** A file that a secret is taken from. */
async function secretFile(path: string, user: number): Promise<Check[]> {
  const stats = await stat(path).catch(() => undefined);
  // A device or a pipe of a secret manager has rules of its own.
  if (stats === undefined || !stats.isFile()) return [];
  const what = openTo(stats, user, 0o077);
  return what ? [problem(path, `a secret is read from it, and ${what}`, chmod('600', path))] : [];
}

async function keyFile(path: string, user: number): Promise<Check[]> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return [];
  const what = openTo(stats, user, 0o077);
  if (what === undefined) return [];
  const next = `Delete it: the next start of the daemon makes a new one. Then give that to your clients.`;
  return [problem(path, `it is the API key, and ${what}`, next)];
}

/** Entries that are looked at, so that a huge store is no reason to wait. */
const maxEntries = 5000;

/** A folder of ours and, where others can get into it, what is in it. */
async function ownFolder(folder: string, user: number, forbidden: number): Promise<Check[]> {
  const open: { readonly path: string; readonly what: string }[] = [];
  const queue = [folder];
  for (let looked = 0; looked < maxEntries; looked += 1) {
    const path = queue.shift();
    if (path === undefined) break;
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined || stats.isSymbolicLink()) continue;
    const what = openTo(stats, user, forbidden);
    if (what !== undefined) open.push({ path, what });
    // Behind a closed door nothing is open.
    if (!stats.isDirectory() || (what === undefined && (stats.mode & 0o011) === 0)) continue;
    queue.push(...(await readdir(path).catch(() => [])).map((name) => join(path, name)));
  }
  const [first, ...others] = open;
  if (first === undefined) return [];
  const more = others.length > 0 ? `; open are also ${count(others.length, 'thing')} below it` : '';
  return [problem(first.path, `${first.what}${more}`, chmod('-R go-rwx', folder))];
}

function openTo(stats: Stats, user: number, forbidden: number): string | undefined {
  const foreign = foreignOwner(stats, user);
  if (foreign) return foreign;
  if ((stats.mode & forbidden & 0o022) !== 0) return `other users may change it (${mode(stats)})`;
  if ((stats.mode & forbidden) !== 0) return `other users may read it (${mode(stats)})`;
  return undefined;
}

function foreignOwner({ uid }: Stats, user: number): string | undefined {
  return uid === user || uid === 0 || user === 0 ? undefined : `it belongs to user ${uid}`;
}

function takeBack(path: string): string {
  return `Look at what is in it; then sudo chown "$USER" ${shellWord(path)}`;
}

function chmod(change: string, path: string): string {
  return `chmod ${change} ${shellWord(path)}`;
}

/** As it can be pasted into a shell. */
function shellWord(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function mode(stats: Stats): string {
  return (stats.mode & 0o777).toString(8).padStart(4, '0');
}

function problem(subject: string, detail: string, next: string): Check {
  return { id: 'files', subject, status: 'problem', detail, next };
}
