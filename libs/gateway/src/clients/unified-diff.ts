/** What a diff is of: two texts, and the path that both stand under. */
export interface DiffInput {
  readonly path: string;
  /** Undefined: the file is missing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Lines that are shown around a change. */
const context = 2;

/**
 * A unified diff for people, by lines; without line breaks of Windows, which both texts have.
 *
 * @returns an empty text for equal texts
 */
export function unifiedDiff({ path, before, after }: DiffInput): string {
  if (before === after) return '';
  const steps = compare(linesOf(before), linesOf(after));
  const head = [
    `--- ${before === undefined ? 'no file yet' : path}`,
    `+++ ${after === undefined ? 'no file' : path}`,
  ];
  return [...head, ...hunks(steps)].join('\n');
}

interface Step {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

const noEnd = '\\ No line break at the end';

/** The missing line break at the end is part of the last line. */
function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}\n${noEnd}`];
}

/** What both have at their start and end is set aside; between, the longest common lines stay. */
function compare(before: readonly string[], after: readonly string[]): readonly Step[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (line: string): Step => ({ mark: ' ', line });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** Beyond this many comparisons everything between is shown as replaced. */
const maxComparisons = 4_000_000;

function middle(before: readonly string[], after: readonly string[]): readonly Step[] {
  const gone = (line: string): Step => ({ mark: '-', line });
  const added = (line: string): Step => ({ mark: '+', line });
  if (before.length * after.length > maxComparisons)
    return [...before.map(gone), ...after.map(added)];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) {
      steps.push({ mark: ' ', line: left });
      i++;
      j++;
    } else if (
      left !== undefined &&
      (right === undefined ||
        (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      steps.push(gone(left));
      i++;
    } else {
      steps.push(added(right ?? ''));
      j++;
    }
  }
  return steps;
}

function hunks(steps: readonly Step[]): readonly string[] {
  const shown = new Set<number>();
  for (const [index, { mark }] of steps.entries())
    if (mark !== ' ')
      for (let near = Math.max(0, index - context); near <= index + context; near++)
        shown.add(near);
  const lines: string[] = [];
  let [left, right] = [1, 1];
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (step === undefined) break;
    if (shown.has(index) && !shown.has(index - 1))
      lines.push(header(steps, shown, index, left, right));
    if (shown.has(index)) lines.push(`${step.mark}${step.line}`);
    if (step.mark !== '+') left++;
    if (step.mark !== '-') right++;
  }
  return lines;
}

function header(
  steps: readonly Step[],
  shown: ReadonlySet<number>,
  start: number,
  left: number,
  right: number,
): string {
  let end = start;
  while (end < steps.length && shown.has(end)) end++;
  const hunk = steps.slice(start, end);
  const count = (mark: Step['mark']) => hunk.filter((step) => step.mark !== mark).length;
  const range = (line: number, lines: number) => `${lines === 0 ? line - 1 : line},${lines}`;
  return `@@ -${range(left, count('+'))} +${range(right, count('-'))} @@`;
}
