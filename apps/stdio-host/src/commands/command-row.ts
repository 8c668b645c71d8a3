import type { CommonFlags } from './common-options.js';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/** One verb, declared once: the parser, `--help`, the completions and the guide are made from these rows. */
export interface CommandRow<
  Words extends readonly (string | undefined)[] = readonly (string | undefined)[],
  Flags extends object = object,
> {
  /** Its words as they are typed: `serve`, `policy explain`. */
  readonly name: string;
  /** Another name for it. */
  readonly alias?: string;
  /** What it does, on one line. */
  readonly summary: string;
  readonly arguments?: readonly ArgumentRow[];
  readonly options?: readonly OptionRow[];
  /** Loads the verb and runs it: `serve` must answer before the others would be read. @returns an exit code */
  run(call: CommandCall<Words, Flags>): Promise<number> | number;
}

/** A word after the verb: `<name>` must stand, `[name]` may. */
export interface ArgumentRow {
  /** `<file>` and `[file]` are completed with files. */
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** What completions offer; other words are taken too. */
  readonly offered?: readonly string[];
  readonly default?: string;
}

/** One option. */
export interface OptionRow {
  /** As commander reads them: `-e, --eval <code>`; a value called `<file>` is completed with files. */
  readonly flags: string;
  readonly summary: string;
  /** The only values, whatever their case. */
  readonly choices?: readonly string[];
  /** Other spellings of the choices. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Its value is a list of `choices` with commas between them, read later. */
  readonly listed?: readonly string[];
  /** Its value is a whole number from the first to the second. */
  readonly range?: readonly [number, number];
  readonly default?: number;
}

/** One call of a verb. */
export interface CommandCall<Words, Flags> {
  /** What stood in the places of `arguments`. */
  readonly words: Words;
  /** What the options said. */
  readonly flags: Flags & CommonFlags;
  readonly options: HostOptions;
  readonly terminal: Terminal;
  /** All rows, for the verb that writes completions. */
  readonly commands: readonly CommandRow[];
}
