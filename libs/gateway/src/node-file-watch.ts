import { statSync, watch } from 'node:fs';
import type { FileWatch } from './config-watch.js';

/** The file system of this machine. */
export const nodeFileWatch: FileWatch = {
  mark(path) {
    try {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found && [found.mtimeNs, found.ctimeNs, found.size, found.ino].join(' ');
    } catch {
      return undefined;
    }
  },
  watch(folder, listener) {
    try {
      const watcher = watch(folder, { persistent: false }, () => listener());
      watcher.on('error', () => watcher.close());
      return () => watcher.close();
    } catch {
      return undefined;
    }
  },
};
