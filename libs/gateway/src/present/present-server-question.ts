import type { QuestionServer } from '@sluice/contracts';
import { showLine, showText } from './show-text.js';

/** Longest sentence on what has changed, in characters. */
const maxChange = 1000;

/**
 * The question before servers start that the user did not write down for Sluice: of each the exact command line or URL,
 * what it gets and reads, and what has changed since a person agreed to it. Words of the file stand in quotes, so that none
 * can pass for one of ours.
 */
export function presentServerQuestion(servers: readonly QuestionServer[]): string {
  const locals = servers.filter(({ shown }) => shown.command !== undefined).length;
  return [
    servers.length === 1
      ? `May Sluice ${locals === 1 ? 'start' : 'connect to'} this server?`
      : `May Sluice start or connect to these ${servers.length} servers?`,
    ...servers.flatMap((server, index) => ['', ...presentServer(server, index + 1)]),
    '',
    ...(locals > 0
      ? ['What is started runs on this machine with your rights, outside of the sandbox.']
      : []),
    'Nothing of it has been started yet. Calls of its tools are held to your rules all the same.',
  ].join('\n');
}

function presentServer(
  { name, origin, file, shown, changes = [] }: QuestionServer,
  number: number,
): readonly string[] {
  const { command, cwd, url, env, headers, variables, files } = shown;
  const line = (label: string, words: readonly string[]) =>
    words.length === 0 ? [] : [`   ${label}: ${words.map(quoted).join(' ')}`];
  return [
    `${number}. ${quoted(name)}, from ${showLine(file, 500)}, ${origins[origin]}`,
    ...line('command line', command ?? []),
    ...(command === undefined ? [] : line('in the folder', cwd === undefined ? [] : [cwd])),
    ...line('URL', url === undefined ? [] : [url]),
    ...line('variables that are set for it', env),
    ...line('headers that are sent', headers),
    ...line('gets your own variables', variables),
    ...line('gets the text of the files', files),
    ...(changes.length > 0 ? ['   CHANGED since you agreed to it:'] : []),
    ...changes.map((change) => `   - ${showLine(change, maxChange)}`),
  ];
}

const origins: Readonly<Record<QuestionServer['origin'], string>> = {
  project: 'which came with the folder',
  client: 'your configuration of another client',
};

function quoted(word: string): string {
  return showText(JSON.stringify(word)).replace(/\n/g, '\\n');
}
