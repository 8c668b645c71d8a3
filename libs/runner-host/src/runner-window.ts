import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The one file that a runner may read: the host puts copies of the session's files into it. */
export interface RunnerWindow {
  /** The private folder that it is in, alone; its real path. */
  readonly folder: string;
  readonly path: string;
  /**
   * Takes the folder away once the runner has opened the file: what is left is two descriptors, and nothing
   * that a link could lead from or to, or that a killed host could leave behind. Never rejects.
   */
  hide(): Promise<void>;
  /** Puts a file into it, in the place of what was there. @throws the system's error */
  show(bytes: Uint8Array): Promise<void>;
  /** Gives it up, when the runner is gone. Idempotent; never rejects. */
  close(): Promise<void>;
}

/** Separates the paths of `--allow-read`. */
const separator = ',';

/**
 * Makes an empty window (0600) in a folder of its own (0700) below `parent`.
 *
 * @throws the system's error, or one that says why Deno could not be told of it
 */
export async function openRunnerWindow(parent: string): Promise<RunnerWindow> {
  const folder = join(await realpath(parent), randomBytes(16).toString('hex'));
  if (folder.includes(separator)) throw new Error('the path of the folder holds a comma');
  const path = join(folder, 'window');
  await mkdir(folder, { mode: 0o700 });
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const { O_RDWR, O_CREAT, O_EXCL } = constants;
  const file = await open(path, O_RDWR | O_CREAT | O_EXCL, 0o600).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  let closed: Promise<void> | undefined;
  return {
    folder,
    path,
    hide: remove,
    async show(bytes) {
      for (let at = 0; at < bytes.length;)
        at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
    },
    close() {
      // Windows may keep the name until the last descriptor is closed.
      closed ??= file.close().then(remove, remove);
      return closed;
    },
  };
}
