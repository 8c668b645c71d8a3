import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import { makeFolder } from '@sluice/gateway/environment';

/**
 * The API key in a file: read, or made (32 random bytes, base64url) with mode 0600. Several processes
 * starting at once agree on one key.
 *
 * @throws SluiceError `CONFIG_INVALID` when the file holds no key of at least 32 characters, or cannot
 * be read or written.
 */
export async function readOrCreateApiKey(path: string): Promise<string> {
  return (await readApiKey(path)) ?? createApiKey(path);
}

/**
 * The API key in a file; undefined where there is none yet.
 *
 * @throws SluiceError `CONFIG_INVALID` when the file holds no key, or cannot be read
 */
export async function readApiKey(path: string): Promise<string | undefined> {
  const text = await readKeyFile(path);
  return text === undefined ? undefined : checked(path, text);
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new SluiceError('CONFIG_INVALID', `Cannot read the API key file ${path} (${code})`, {
      hint: 'Make the file readable, or delete it; a new key is made at the next start.',
      cause: error,
    });
  }
}

async function createApiKey(path: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await makeFolder(dirname(path));
    await writeFile(temporary, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot keep the API key in ${path}: its folder cannot be made or written (${code})`,
      {
        hint: 'Make the folder writable, or set XDG_STATE_HOME (Windows: LOCALAPPDATA) to one that is.',
        cause: error,
      },
    );
  }
  try {
    // A link fails where the file exists already: the first process wins, and no reader sees half a key.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return checked(path, await readFile(path, 'utf8'));
  } finally {
    await unlink(temporary);
  }
  return key;
}

function checked(path: string, text: string): string {
  const key = text.trim();
  if (key.length >= 32) return key;
  throw new SluiceError(
    'CONFIG_INVALID',
    `The API key file ${path} holds no key: at least 32 characters are wanted`,
    {
      hint: 'Delete the file; a new key is made at the next start.',
    },
  );
}

/**
 * Whether the request carries the key, as `Authorization: Bearer …`, `X-Sluice-API-Key` or, as clients of
 * jsmcp send it, `X-JSMCP-API-Key`. A key in the query is never looked at. Compared in constant time.
 */
export function carriesApiKey(request: Request, apiKey: string): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const given =
    bearer ?? request.headers.get('x-sluice-api-key') ?? request.headers.get('x-jsmcp-api-key');
  return given !== null && timingSafeEqual(digest(given), digest(apiKey));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
