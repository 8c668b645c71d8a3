/** The first words of verbs with two. */
export const commandGroups: Readonly<Record<string, string>> = {
  policy: 'ask about your rules',
  config: 'the configuration',
};
