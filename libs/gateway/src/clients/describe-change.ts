import { detectFormat } from '@sluice/config';
import { showText } from '../present/show-text.js';
import { decodeText } from './decode-text.js';
import type { FileChange } from './file-change.js';
import { redactClientText } from './redact-client-text.js';
import { unifiedDiff } from './unified-diff.js';

/**
 * What a change does to its file, as a unified diff in which every secret is replaced and nothing can move the lines
 * around. Of a file that keeps a secret, only that it is written or goes.
 *
 * @returns an empty text where nothing is to be seen: only secrets differ
 */
export function describeChange({ role, file, after }: FileChange): string {
  const path = showText(file.path);
  if (role === 'secret')
    return after === undefined
      ? `- ${path} (a secret)`
      : `+ ${path} (a secret; only you can read it)`;
  const text = (bytes: Uint8Array | undefined) => {
    if (bytes === undefined) return undefined;
    const decoded = decodeText(file.path, bytes);
    return redactClientText(decoded, detectFormat({ path: file.path, text: decoded }));
  };
  const diff = unifiedDiff({ path, before: text(file.bytes), after: text(after) });
  return showText(diff);
}
