/** What the exit codes of all verbs mean, for `--help` and the guide. */
export const exitCodes = {
  0: 'done; of a verb that looks at something: all is well',
  1: 'not done, or not well: the reason stands on stderr, or in what was printed',
  2: 'the command line was not understood; nothing was done',
} as const;
