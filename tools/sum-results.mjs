import { stripVTControlCharacters } from 'node:util';

/**
 * Sums up Vitest's totals in the output of `nx run-many`, cached projects included.
 *
 * @param {string} output
 * @param {{ formattingFailed: boolean, checksFailed: boolean }} checks
 * @returns {{ passed: number, failed: number, text: string }} `text` ends with "N passed, N failed"
 */
export function sumResults(output, { formattingFailed, checksFailed }) {
  const plain = stripVTControlCharacters(output);
  const files = sum(plain, /^\s*Test Files\s+(.+)$/gm);
  const tests = sum(plain, testsLine);
  const tasks = failedTasks(plain);
  const other = [
    ...(formattingFailed ? ['prettier --check'] : []),
    ...tasks.filter((task) => sum(sectionOf(plain, task), testsLine).failed === 0),
  ];
  // Never "0 failed" beside a failure that no line names.
  if (checksFailed && tests.failed === 0 && tasks.length === 0) other.push('nx run-many');
  const failed = tests.failed + other.length;
  const lines = [
    ...(other.length > 0 ? [`Failed checks: ${other.join(', ')}`] : []),
    ` Test Files  ${describe(files)}`,
    `      Tests  ${describe(tests)}`,
    `${tests.passed} passed, ${failed} failed`,
  ];
  return { passed: tests.passed, failed, text: lines.join('\n') };
}

const testsLine = /^\s*Tests\s+(.+)$/gm;

function sum(text, pattern) {
  const totals = { failed: 0, passed: 0, skipped: 0 };
  for (const [, counts] of text.matchAll(pattern))
    for (const word of Object.keys(totals))
      totals[word] += Number(new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? 0);
  return totals;
}

function describe({ failed, passed, skipped }) {
  const parts = [`${passed} passed`];
  if (failed > 0) parts.unshift(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return `${parts.join(' | ')} (${failed + passed + skipped})`;
}

/** What one task printed: from its `> nx run project:target` to the next. */
function sectionOf(text, task) {
  const sections = text.split(/^.*?\bnx run (?=\S+:\S+)/m);
  return sections.find((section) => section.split(/\s/, 1)[0] === task) ?? '';
}

/** The list at the end of Nx's static output: `Failed tasks:` and `- project:target` below it. */
function failedTasks(text) {
  const list = /Failed tasks:\s*((?:\s*- \S+\n?)+)/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/- (\S+)/g)].map(([, task]) => task);
}
