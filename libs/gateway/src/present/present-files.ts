import type { SavedFile } from '@sluice/contracts';
import { formatSize } from './format-size.js';
import { spellOut } from './spell-out.js';

/** So many files are named; more are counted. */
const maxNamed = 8;

/**
 * The files that a run saved, in one line: sizes, names, and the folder that they are in, so that the
 * human finds them. Undefined where there are none.
 *
 * @example presentFiles([report]) // 'saved: report.csv 12 kB, in /home/ann/.local/state/sluice/files/…'
 */
export function presentFiles(files: readonly SavedFile[]): string | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const named = files
    .slice(0, maxNamed)
    .map(({ name, sizeBytes }) => `${nameOf(name)} ${formatSize(sizeBytes)}`);
  const rest = files.slice(maxNamed);
  const bytes = rest.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const more = rest.length > 0 ? ` and ${rest.length} more (${formatSize(bytes)})` : '';
  const folder = first.path.slice(0, -first.name.length - 1);
  return `saved: ${named.join(', ')}${more}, in ${spellOut(folder)}`;
}

/** A name is a program's own words: one that could be taken for more than a name stands in quotes. */
function nameOf(name: string): string {
  const isPlain = !/[\s,\p{C}\p{Default_Ignorable_Code_Point}]/u.test(name);
  return isPlain ? name : spellOut(JSON.stringify(name));
}
