import type { ConsentQuestion, QuestionTool } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import { count } from './format-size.js';
import { presentServerQuestion } from './present-server-question.js';
import { showLine, showText } from './show-text.js';

/** Longest id, title and arguments that are shown of one tool, in characters. */
const maxId = 300;
const maxTitle = 100;
const maxArguments = 2000;
/** Longest sentence on what has changed: both sides of a description are in it. */
const maxChange = 1000;
/** Different sets of arguments that are shown of one tool; more are counted. */
const maxSets = 20;

/**
 * The question before a program starts, as people read it in a client, a terminal or a browser: the
 * tools with what their servers say of them, the arguments, what has changed since the last
 * approval, and the whole program. Words of programs and servers stand in quotes or indented, each
 * of their lines, so that none can pass for one of ours.
 */
export function presentQuestion(question: ConsentQuestion): string {
  const { tools, servers, hasDynamic, program } = question;
  if (servers !== undefined) return presentServerQuestion(servers);
  const lines = program.split(/\r\n|[\n\r\u2028\u2029]/);
  const width = String(lines.length).length;
  return [
    `May this program use ${tools.length === 1 ? 'this tool' : `these ${tools.length} tools`}?`,
    '',
    ...tools.flatMap((tool, index) => presentTool(tool, index + 1)),
    ...(hasDynamic
      ? ['', 'It also calls tools by names made at run time: those run only by an allow rule.']
      : []),
    '',
    `The program (${count(lines.length, 'line')}, ${count(program.length, 'character')}):`,
    '',
    ...lines.map((line, index) => `    ${String(index + 1).padStart(width)} | ${showText(line)}`),
  ].join('\n');
}

function presentTool(tool: QuestionTool, number: number): readonly string[] {
  const { id, title, effect, definition, changes = [] } = tool;
  const titled = title === undefined ? '' : ` ${quoted(title, maxTitle)}`;
  return [
    `${number}. ${/^[\w./-]+$/.test(id) ? id : quoted(id, maxId)}${titled}: ${effects[effect]}, says its server`,
    `   server: ${showLine(definition.upstream, maxChange)}`,
    ...presentArguments(tool).map((line) => `   ${line}`),
    ...(changes.length > 0 ? ['   CHANGED since it was approved:'] : []),
    ...changes.map((change) => `   - ${showLine(change, maxChange)}`),
  ];
}

const effects: Readonly<Record<QuestionTool['effect'], string>> = {
  reads: 'only reads',
  writes: 'changes things',
  destroys: 'may destroy or overwrite things',
};

function presentArguments({ args }: QuestionTool): readonly string[] {
  if (args === undefined) return ['with any arguments'];
  const shown = args
    .slice(0, maxSets)
    .map((one) => `with ${showLine(printJson(one), maxArguments)}`);
  return args.length > maxSets
    ? [...shown, `and with ${args.length - maxSets} more, which stand in the program`]
    : shown;
}

function quoted(text: string, maxCharacters: number): string {
  return `"${showLine(text, maxCharacters).replace(/"/g, '\\"')}"`;
}
