import { SluiceError } from '@sluice/contracts';
import type { JsonObject } from '@sluice/contracts';
import { readSettings } from '../read-settings.js';

/**
 * Why an entry, in our own keys, cannot stand in a configuration: its form is such that no server of the file would be
 * started. What only keeps this one server back (a variable that is not set) is no such problem.
 *
 * @returns a sentence that starts with the key; undefined for an entry that is fit
 * @example entryProblem({ command: 'x', url: 'http://x/' }) // 'has both "command" and "url"'
 */
export function entryProblem(entry: JsonObject): string | undefined {
  try {
    readSettings({
      files: [{ path: '/entry', text: JSON.stringify({ mcpServers: { entry } }) }],
      environment: {},
      homeFolder: '/',
      readTextFile: () => '',
      resolvePath: (_, path) => path,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return error.message
      .replace(/^.*?: line \d+, column \d+: /s, '')
      .replace(/^mcpServers\.entry[. ]/, '');
  }
}
