/** The keys of a path, or what is wrong with it as the end of a sentence. */
export type ParsedPath =
  | { readonly ok: true; readonly keys: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the path of a condition: `args`, then keys after dots. `\.` is a dot within a key, `\\` a
 * backslash. A number is an index where the value is a list.
 *
 * @example parseArgumentPath('args.to.0.address') // keys: ['to', '0', 'address']
 * @example parseArgumentPath('args.labels.app\\.name') // keys: ['labels', 'app.name']
 */
export function parseArgumentPath(path: string): ParsedPath {
  const keys = [''];
  for (const [piece] of path.matchAll(/\\[^]?|\.|[^\\.]+/g)) {
    if (piece === '.') keys.push('');
    else if (piece.startsWith('\\')) {
      if (piece !== '\\.' && piece !== '\\\\')
        return { ok: false, problem: `holds ${JSON.stringify(piece)}` };
      keys.push(`${keys.pop() ?? ''}${piece.slice(1)}`);
    } else keys.push(`${keys.pop() ?? ''}${piece}`);
  }
  const [root, ...rest] = keys;
  if (root !== 'args' || rest.length === 0)
    return { ok: false, problem: 'does not begin with "args."' };
  if (rest.includes('')) return { ok: false, problem: 'holds an empty key' };
  return { ok: true, keys: rest };
}
