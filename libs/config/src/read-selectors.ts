import type { ToolSelector } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigNode } from './config-node.js';
import type { ValueReader } from './value-reader.js';

/**
 * Reads what selects tools of one server: a name or glob, `{ "glob" }`, `{ "regex" }`, or a list of
 * these; `null` and `false` select none.
 *
 * @throws SluiceError `CONFIG_INVALID` that names the place and what was wanted
 */
export function readSelectors(
  reader: ValueReader,
  node: ConfigNode,
  path: string,
): readonly ToolSelector[] {
  if (node.kind === 'null' || (node.kind === 'flag' && !node.value)) return [];
  if (node.kind !== 'list') return [readSelector(reader, node, path)];
  return node.items.map((item, index) => readSelector(reader, item, childPath(path, index)));
}

function readSelector(reader: ValueReader, node: ConfigNode, path: string): ToolSelector {
  if (node.kind === 'text') return reader.text(node, path);
  const [entry, ...others] = node.kind === 'object' ? node.entries : [];
  if (entry === undefined || others.length > 0 || !['glob', 'regex'].includes(entry.key))
    throw reader.source.invalid(
      node.offset,
      `${path} selects no tools`,
      'Write a tool name, { "glob": "delete_*" } or { "regex": "^delete" }, or a list of these.',
    );
  const text = reader.text(entry.value, childPath(path, entry.key));
  return entry.key === 'glob' ? { glob: text } : { regex: text };
}
