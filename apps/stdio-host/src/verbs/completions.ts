import { bashScript } from '../completions/bash-script.js';
import type { CompletionModel } from '../completions/completion-model.js';
import { fishScript } from '../completions/fish-script.js';
import { zshScript } from '../completions/zsh-script.js';
import type { Terminal } from '../terminal.js';

/** The shells there are completions for. */
export const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `sluice completions SHELL`: prints a script for the shell. */
export function completions(
  shell: keyof typeof shells,
  model: CompletionModel,
  terminal: Terminal,
): number {
  terminal.print(shells[shell](model).trimEnd());
  return 0;
}
