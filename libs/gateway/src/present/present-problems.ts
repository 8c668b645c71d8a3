import { showLine } from './show-text.js';

/** Files that are named, and characters of each line. */
const maxFiles = 5;
const maxLine = 500;

/** Configuration files that cannot be used as they are now, as the model reads of them: one text, or none. */
export function presentProblems(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, maxFiles).map((line) => `- ${showLine(line, maxLine)}`);
  const left = problems.length - shown.length;
  return [
    [
      'The user should look at the configuration:',
      ...shown,
      ...(left > 0 ? [`- and ${left} more`] : []),
    ].join('\n'),
  ];
}
