import type { CommandRow } from './command-row.js';
import { commonOptions, jsonOption, type JsonFlag } from './common-options.js';

interface ExecFlags extends JsonFlag {
  readonly eval?: string;
  readonly data?: string;
  readonly timeoutMs?: number;
}

/** `sluice exec`. */
export const execCommand: CommandRow<readonly [string | undefined], ExecFlags> = {
  name: 'exec',
  summary: 'run a program through the same gate',
  arguments: [{ name: '[file]', summary: 'the program' }],
  options: [
    ...commonOptions,
    { flags: '-e, --eval <code>', summary: 'the program itself' },
    { flags: '--data <json>', summary: "the program's data" },
    {
      flags: '--timeout-ms <number>',
      summary: 'wall clock of the run',
      range: [1, 86_400_000],
    },
    { ...jsonOption, summary: 'print the whole answer as JSON' },
  ],
  run: async ({ words: [file], flags, options, terminal }) =>
    (await import('../verbs/exec.js')).exec(
      options,
      { ...flags, file, code: flags.eval, json: flags.json === true },
      terminal,
    ),
};
