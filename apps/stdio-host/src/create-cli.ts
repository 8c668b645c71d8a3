import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { commandGroups } from './command-groups.js';
import { commandTable } from './command-table.js';
import type { ArgumentRow, CommandRow, OptionRow } from './commands/command-row.js';
import type { CommonFlags } from './commands/common-options.js';
import { exitCodes } from './exit-codes.js';
import type { HostOptions } from './host-options.js';
import type { Terminal } from './terminal.js';

/** What the command line needs from the process. */
export interface CliDependencies {
  readonly version: string;
  readonly terminal: Terminal;
  /** Joins the flags with the environment. */
  hostOptions(flags: CommonFlags): HostOptions;
  /** Takes the exit code of the verb that ran. */
  finish(exitCode: number): void;
}

/** The command line of `sluice`, made from the table of verbs: without a verb it is the stdio server. */
export function createCli(dependencies: CliDependencies): Command {
  const { version, terminal } = dependencies;
  const cli = withManners(new Command('sluice'), version, 'sluice --help lists the commands.')
    .description(
      'Code-mode gateway for the Model Context Protocol.\nWithout a verb it is an MCP server on stdin and stdout.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd().replace(/^error: /, 'sluice: ')),
    })
    .showSuggestionAfterError(true)
    .addHelpText('after', exitCodeHelp());
  const groups = new Map<string, Command>();
  for (const row of commandTable) {
    const [first = '', second] = row.name.split(' ');
    if (second !== undefined && !groups.has(first)) {
      const group = withManners(
        cli.command(first),
        version,
        `sluice ${first} --help lists its commands.`,
      );
      groups.set(first, group.description(commandGroups[first] ?? ''));
    }
    addCommand(groups.get(first) ?? cli, second ?? first, row, dependencies);
  }
  return cli;
}

/** Help and version everywhere, and no command of the name `help`. */
function withManners(command: Command, version: string, hint: string): Command {
  return command
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showHelpAfterError(`  hint: ${hint}`);
}

function addCommand(
  parent: Command,
  name: string,
  row: CommandRow,
  { version, terminal, hostOptions, finish }: CliDependencies,
): void {
  const hint = `sluice ${row.name} --help shows its options.`;
  const command = withManners(parent.command(name), version, hint).description(row.summary);
  if (row.alias !== undefined) command.alias(row.alias);
  for (const argument of row.arguments ?? []) command.addArgument(argumentOf(argument));
  for (const option of row.options ?? []) command.addOption(optionOf(option));
  command.action(async () => {
    const flags = command.opts<CommonFlags>();
    const words = command.processedArgs as readonly (string | undefined)[];
    const options = hostOptions(flags);
    finish(await row.run({ words, flags, options, terminal, commands: commandTable }));
  });
}

function argumentOf({ name, summary, choices, default: usual }: ArgumentRow): Argument {
  const argument = new Argument(name, summary);
  if (choices) argument.choices(choices);
  return usual === undefined ? argument : argument.default(usual);
}

function optionOf({ flags, summary, choices, spellings, range, default: usual }: OptionRow) {
  const option = new Option(flags, summary);
  if (choices) option.choices(choices).argParser(choiceOf(choices, spellings ?? {}));
  if (range) option.argParser(wholeNumber(...range));
  return usual === undefined ? option : option.default(usual);
}

function choiceOf(choices: readonly string[], spellings: Readonly<Record<string, string>>) {
  return (text: string) => {
    const word = text.toLowerCase();
    const known = choices.find((choice) => choice === word);
    if (known !== undefined) return known;
    if (Object.hasOwn(spellings, word)) return spellings[word];
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  };
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most && text.trim() !== '')
      return value;
    throw new InvalidArgumentError(`A whole number from ${least} to ${most} is wanted.`);
  };
}

function exitCodeHelp(): string {
  const lines = Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return `\nExit codes:\n${lines.join('\n')}`;
}
