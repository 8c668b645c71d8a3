import type { RunFinding } from '@sluice/core';
import { showLine, showText } from './show-text.js';

/** Names that are listed where none is near. */
const maxNames = 12;
/** Longest name of a program or a tool that is shown, in characters. */
const maxName = 100;

/**
 * Mistakes of a program, one below the other: place, line, what is wrong, and what to do.
 *
 * @example
 * // warning at line 2, column 14:
 * //   2 | return found.itms
 * //   The value of mcp__github__search_issues has no "itms" (did you mean "items"?).
 * //   tools.github.search_issues(args: { query: string }): Promise<{ items: unknown[] }>
 */
export function presentFindings(findings: readonly RunFinding[]): string {
  return findings.map(presentFinding).join('\n');
}

function presentFinding(finding: RunFinding): string {
  const { severity, position, quotedLine, signature } = finding;
  const { line, column } = position;
  return [
    `${severity} at line ${line}, column ${column}:`,
    ...(quotedLine === undefined ? [] : [`${line} | ${showText(quotedLine)}`]),
    ...wordsFor(finding),
    ...(signature === undefined ? [] : [showText(signature)]),
  ]
    .map((text, index) => (index === 0 ? text : `  ${text}`))
    .join('\n');
}

function wordsFor({ mistake, meant }: RunFinding): readonly string[] {
  switch (mistake.kind) {
    case 'field':
      return fieldWords(mistake, meant);
    case 'await':
      return [
        mistake.field === undefined
          ? 'This is a promise, not its value: put "await" before the call that makes it.'
          : `A promise has no ${quoted(mistake.field)}: put "await" before the call that makes it.`,
      ];
    case 'floating':
      return [
        mistake.isForEach
          ? 'forEach() waits for nothing: the program goes on before these calls are done. Use "for (const … of …)" with "await", or "await Promise.all(list.map(…))".'
          : `Nobody waits for this call${mistake.toolId === undefined ? '' : ` of ${showLine(mistake.toolId, maxName)}`}: put "await" before it, or it may be cancelled when the program returns.`,
      ];
    case 'global':
      return [globalWords(mistake.name)];
    case 'unreachable':
      return ['This is never reached: the program has left before it.'];
    case 'binding':
      return [
        mistake.isConstant
          ? `${quoted(mistake.name)} is a constant and cannot be given another value: declare it with "let".`
          : `${quoted(mistake.name)} is used before the line that declares it.`,
      ];
    case 'arguments':
      return mistake.problems.map(({ path, text, nearest }) =>
        showText(
          `${path} ${text}${nearest === undefined ? '' : ` (try ${nearest})`}`.replace(/\s+/g, ' '),
        ),
      );
    default:
      return mistake satisfies never;
  }
}

function fieldWords(
  mistake: Extract<RunFinding['mistake'], { kind: 'field' }>,
  meant: string | undefined,
): readonly string[] {
  const { field, toolId, isObserved, known, type } = mistake;
  const value = `the value of ${showLine(toolId, maxName)}`;
  const whole = type === undefined ? capital(value) : `In ${value}, this is ${type}: it`;
  const seen = isObserved ? ' in what came so far' : '';
  if (field === undefined) return [`${capital(value)} is no list here${seen}.${namesOf(known)}`];
  const guess = meant === undefined ? '' : ` (did you mean ${quoted(meant)}?)`;
  const names = meant === undefined ? namesOf(known) : '';
  const escape = isObserved ? '' : ` If it is there all the same, read it as ["${shown(field)}"].`;
  return [`${whole} has no ${quoted(field)}${seen}${guess}.${names}${escape}`];
}

function namesOf(known: readonly string[]): string {
  if (known.length === 0) return '';
  const named = known.slice(0, maxNames).map(shown).join(', ');
  const more = known.length > maxNames ? ` and ${known.length - maxNames} more` : '';
  return ` It has ${named}${more}.`;
}

/** Globals of other runtimes, and what stands for them. */
const instead: Readonly<Record<string, string>> = {
  fetch: 'There is no network here: call a tool instead (search() finds one).',
  XMLHttpRequest: 'There is no network here: call a tool instead (search() finds one).',
  WebSocket: 'There is no network here: call a tool instead (search() finds one).',
  require: 'Nothing can be imported here: call a tool instead (search() finds one).',
  process: 'There is no process here: call a tool instead (search() finds one).',
  Deno: 'There is no Deno here: call a tool instead (search() finds one).',
  Buffer: 'There is no Buffer here: use Uint8Array, TextEncoder and atob().',
};

function globalWords(name: string): string {
  const words = Object.hasOwn(instead, name) ? instead[name] : undefined;
  return words ?? `Nothing is called ${quoted(name)} here: declare it, or correct the name.`;
}

function quoted(name: string): string {
  return `"${shown(name)}"`;
}

function shown(name: string): string {
  return showLine(name, maxName);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
