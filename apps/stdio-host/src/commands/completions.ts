import { commandGroups } from '../command-groups.js';
import { completionModel } from '../completions/completion-model.js';
import type { CommandRow } from './command-row.js';

/** `sluice completions`. */
export const completionsCommand: CommandRow<readonly ['bash' | 'zsh' | 'fish']> = {
  name: 'completions',
  summary: 'print completions for a shell',
  arguments: [
    { name: '<shell>', summary: 'the shell they are for', choices: ['bash', 'zsh', 'fish'] },
  ],
  run: async ({ words: [shell], terminal, commands }) =>
    (await import('../verbs/completions.js')).completions(
      shell,
      completionModel(commands, commandGroups),
      terminal,
    ),
};
