import type { ToolSelector } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import { readSelectors } from './read-selectors.js';
import type { ValueReader } from './value-reader.js';

/** A named selection of servers and tools. A server that it does not name stays as it is defined. */
export interface Preset {
  readonly name: string;
  readonly choices: readonly PresetChoice[];
  readonly reader: ValueReader;
}

/** What a preset says of one server. */
export interface PresetChoice {
  readonly server: string;
  /** Where it stands, for errors. */
  readonly offset: number;
  readonly path: string;
  /** All of its tools, the server hidden as a whole, or only these tools; an empty list is none. */
  readonly tools: 'all' | 'hidden' | readonly ToolSelector[];
}

/**
 * Reads `presets`: by name and server `true`, `false`, a tool name, `{ "glob" }`, `{ "regex" }`, or a list of these.
 *
 * @throws SluiceError `CONFIG_INVALID` that names the place and what was wanted
 */
export function readPresets(reader: ValueReader, node: ConfigNode): readonly Preset[] {
  return reader.entries(node, 'presets').map(({ key: name, value }) => {
    const path = childPath('presets', name);
    const choices = reader.entries(value, path).map((entry): PresetChoice => {
      const at = childPath(path, entry.key);
      const tools = readChoice(reader, entry.value, at);
      return { server: entry.key, offset: entry.keyOffset, path: at, tools };
    });
    return { name, choices, reader };
  });
}

function readChoice(reader: ValueReader, node: ConfigNode, path: string): PresetChoice['tools'] {
  if (node.kind === 'null') return 'all';
  if (node.kind === 'flag') return node.value ? 'all' : 'hidden';
  return readSelectors(reader, node, path);
}
