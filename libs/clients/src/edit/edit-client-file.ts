import { addJsonEntry, jsonEntryText, jsonValue, removeJsonEntries } from './json/json-edits.js';
import {
  addTomlEntry,
  copyTomlEntry,
  removeTomlEntries,
  tomlEntryText,
} from './toml/toml-edits.js';
import { addYamlEntry } from './yaml/yaml-edits.js';
import type { EditOutcome, EditPlace, NewEntry } from './edit-outcome.js';

/**
 * Writes a server into the text of a file: comments, order, indentation, line breaks and all that the file says
 * stay. The result is read again and compared before it counts. An empty text becomes a whole file.
 *
 * @example
 * addServer('{}', { format: 'json', sections: [['mcpServers']] }, { name: 'docs', value: { command: 'docs' } })
 */
export function addServer(text: string, place: EditPlace, entry: NewEntry): EditOutcome {
  const { name: key, value, comment } = entry;
  switch (place.format) {
    case 'json':
      return addJsonEntry(text, place, { key, value: jsonValue(value), comment });
    case 'toml':
      return addTomlEntry(text, place, entry);
    case 'yaml':
      return addYamlEntry(text, place, entry);
  }
}

/** No client keeps its servers in YAML. */
type ClientFile = EditPlace & { readonly format: 'json' | 'toml' };

/** Takes servers out of the text of a client's file; all else stays, comments beside them too. */
export function removeServers(
  text: string,
  place: ClientFile,
  names: readonly string[],
): EditOutcome {
  return place.format === 'json'
    ? removeJsonEntries(text, place, names)
    : removeTomlEntries(text, place, names);
}

/**
 * Writes servers into a text as they stand in another one of the same client, word by word. Names that stand in the
 * text already, or not in the other one, are passed over.
 */
export function copyServers(
  from: string,
  text: string,
  place: ClientFile,
  names: readonly string[],
): EditOutcome {
  let current = text;
  for (const name of names) {
    if (serverText(current, place, name) !== undefined) continue;
    const written = serverText(from, place, name);
    if (written === undefined) continue;
    const outcome =
      place.format === 'json'
        ? addJsonEntry(current, place, { key: name, value: () => written })
        : copyTomlEntry(from, current, place, name);
    if (!outcome.ok) return outcome;
    current = outcome.text;
  }
  return { ok: true, text: current };
}

/** What a file says about one server, in its own words; undefined where it does not stand there. */
function serverText(text: string, place: ClientFile, name: string): string | undefined {
  return place.format === 'json'
    ? jsonEntryText(text, place, name)
    : tomlEntryText(text, place, name);
}
