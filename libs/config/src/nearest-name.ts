/**
 * The known name that a mistyped one most likely stands for: case, `_` and `-` do not count, and a
 * third of the letters may differ. `undefined` when nothing is near.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  if (wanted.length > 64) return undefined;
  for (const candidate of known) {
    // Between two that differ in `_` and case only, the spelling decides.
    const distance = editDistance(wanted, fold(candidate)) + editDistance(name, candidate) / 1000;
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '');
}

/** Levenshtein distance where a swap of neighbours counts as one. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let value = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      row.push(value);
    }
    [beforeLast, last] = [last, row];
  }
  return last[right.length] ?? 0;
}
