import type { ShownServer } from '@sluice/contracts';
import { difference } from './difference.js';

/** What differs between how a server was started when a person agreed to it and how it would be now, one line each. */
export function describeServerChanges(before: ShownServer, now: ShownServer): readonly string[] {
  const changes = parts.flatMap(([name, read]) => {
    const change = difference(name, read(before), read(now));
    return change === undefined ? [] : [change];
  });
  return changes.length > 0
    ? changes
    : [
        'a value that is not shown: of a variable, a header, a file, or of what looks like a secret',
      ];
}

const listed = (words: readonly string[] = []) => words.join(', ');

const parts: readonly (readonly [string, (server: ShownServer) => string])[] = [
  ['command line', ({ command = [] }) => command.map((word) => JSON.stringify(word)).join(' ')],
  ['folder', ({ cwd = '' }) => cwd],
  ['URL', ({ url = '' }) => url],
  ['variables', ({ env }) => listed(env)],
  ['headers', ({ headers }) => listed(headers)],
  ['variables of yours', ({ variables }) => listed(variables)],
  ['files', ({ files }) => listed(files)],
];
