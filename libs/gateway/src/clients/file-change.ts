import type { UserFile } from '@sluice/store';

/** One file that is to be changed. */
export interface FileChange {
  /** `client`: of an MCP client; `config`: our own configuration; `secret`: one value that is kept apart. */
  readonly role: 'client' | 'config' | 'secret';
  readonly file: UserFile;
  /** Undefined: the file goes. */
  readonly after: Uint8Array | undefined;
}
