import { commandTable } from '../command-table.js';
import type { CommandRow, OptionRow } from '../commands/command-row.js';
import { commonOptions, servingOptions } from '../commands/common-options.js';
import { exitCodes } from '../exit-codes.js';

/** The page of the guide on the command line, made from the table of verbs; not yet formatted. */
export function commandGuide(): string {
  return `# Command line

<!-- Made from the table of verbs: npx vitest run src/command-guide.spec.ts -u in apps/stdio-host -->

\`sluice\` without a verb is the MCP server on stdin and stdout. Every verb has \`--help\` and \`--version\`. An error is one line on
stderr, with a hint below it where there is something to do. What was asked for goes to stdout, everything else to stderr.

${table(
  ['verb', 'does'],
  commandTable.map((row) => [nameOf(row), row.summary]),
)}

## Options

These go with every verb that reads the configuration:

${optionTable(commonOptions)}

These go with \`serve\` and \`daemon\`:

${optionTable(servingOptions)}

\`--json\`, for scripts, goes with ${withJson().join(', ')}.

${commandTable
  .filter((row) => ownOptions(row).length > 0)
  .map(optionSection)
  .join('\n\n')}

## Exit codes

${table(['code', 'meaning'], Object.entries(exitCodes))}

## On a terminal

What takes long says so in one passing line on stderr, and only where that is a terminal. Colours are used where stdout is
a terminal; \`NO_COLOR\` with any value and \`TERM=dumb\` switch them off. The words alone say the same.

## Completions

\`\`\`sh
source <(sluice completions bash)                                      # ~/.bashrc
source <(sluice completions zsh)                                       # ~/.zshrc, after compinit
sluice completions fish > ~/.config/fish/completions/sluice.fish       # once
\`\`\`
`;
}

function nameOf({ name, alias, arguments: args = [] }: CommandRow): string {
  const words = [name, ...args.map((argument) => argument.name)].join(' ');
  return `\`${words}\`${alias === undefined ? '' : `, \`${alias}\``}`;
}

function ownOptions({ options = [] }: CommandRow): readonly OptionRow[] {
  const known = [...commonOptions, ...servingOptions].map(({ flags }) => flags);
  return options.filter(({ flags }) => ![...known, '--json'].includes(flags));
}

function withJson(): readonly string[] {
  return commandTable
    .filter(({ options = [] }) => options.some(({ flags }) => flags === '--json'))
    .map(({ name }) => `\`${name}\``);
}

function optionSection(row: CommandRow): string {
  return `### ${row.name}\n\n${optionTable(ownOptions(row))}`;
}

function optionTable(options: readonly OptionRow[]): string {
  const rows = options.map(({ flags, summary, choices, range, default: usual }) => [
    `\`${flags}\``,
    [
      summary,
      choices && `one of ${choices.join(', ')}`,
      range && `${range.join(' … ')}`,
      usual !== undefined && `default ${usual}`,
    ]
      .filter(Boolean)
      .join('; '),
  ]);
  return table(['option', 'meaning'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
