import type { ArgumentRow, CommandRow, OptionRow } from '../commands/command-row.js';

/** What a shell has to know of the command line. */
export interface CompletionModel {
  /** Verbs and groups as the first word. */
  readonly firstWords: readonly CompletionWord[];
  /** The second words of each group. */
  readonly groups: ReadonlyMap<string, readonly CompletionWord[]>;
  readonly verbs: readonly VerbCompletion[];
  /** Options that take the next word as their value, by each of their names; one name means one thing to all verbs. */
  readonly values: ReadonlyMap<string, ValueCompletion>;
}

/** A word and what it is for. */
export interface CompletionWord {
  readonly word: string;
  readonly summary: string;
}

/** What may stand behind one verb. */
export interface VerbCompletion {
  /** The verb and its alias. */
  readonly names: readonly string[];
  readonly options: readonly CompletionWord[];
  readonly arguments: readonly ValueCompletion[];
}

/** What a value may be: one of these words, several of them with commas between, a file, or anything. */
export type ValueCompletion =
  | { readonly kind: 'words' | 'list'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'free' };

/** Reads the table of verbs for completions. `firstSummary` says what a group is for. */
export function completionModel(
  commands: readonly CommandRow[],
  groupSummaries: Readonly<Record<string, string>>,
): CompletionModel {
  const firstWords: CompletionWord[] = [];
  const groups = new Map<string, CompletionWord[]>();
  const values = new Map<string, ValueCompletion>();
  for (const { name, alias, summary } of commands) {
    const [first = '', second] = name.split(' ');
    if (second === undefined) {
      for (const word of [first, ...(alias === undefined ? [] : [alias])])
        firstWords.push({ word, summary });
      continue;
    }
    const known = groups.get(first);
    if (known === undefined) firstWords.push({ word: first, summary: groupSummaries[first] ?? '' });
    groups.set(first, [...(known ?? []), { word: second, summary }]);
  }
  for (const option of commands.flatMap(({ options = [] }) => options))
    if (takesValue(option)) for (const name of namesOf(option)) values.set(name, valueOf(option));
  return { firstWords, groups, values, verbs: commands.map(verbOf) };
}

function verbOf({ name, alias, options = [], arguments: args = [] }: CommandRow): VerbCompletion {
  const words = options.flatMap((option) =>
    namesOf(option).map((word) => ({ word, summary: option.summary })),
  );
  return {
    names: alias === undefined ? [name] : [name, alias],
    options: [...words, ...everywhere],
    arguments: args.map(argumentOf),
  };
}

/** Options of every verb and of none. */
const everywhere: readonly CompletionWord[] = [
  { word: '--help', summary: 'print help' },
  { word: '--version', summary: 'print the version' },
];

function namesOf({ flags }: OptionRow): readonly string[] {
  return flags.match(/(?<![\w-])--?[a-z][a-z-]*/g) ?? [];
}

function takesValue({ flags }: OptionRow): boolean {
  return /[<[]/.test(flags);
}

function valueOf({ flags, choices, listed }: OptionRow): ValueCompletion {
  if (listed) return { kind: 'list', words: listed };
  if (choices) return { kind: 'words', words: choices };
  return { kind: flags.includes('<file>') ? 'file' : 'free' };
}

function argumentOf({ name, choices, offered = choices }: ArgumentRow): ValueCompletion {
  if (offered) return { kind: 'words', words: offered };
  return { kind: /^.file.$/.test(name) ? 'file' : 'free' };
}
