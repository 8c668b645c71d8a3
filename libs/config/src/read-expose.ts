import { SluiceError, nearestName, toolGroups } from '@sluice/contracts';
import type { ToolGroup } from '@sluice/contracts';
import type { ConfigNode } from './config-node.js';
import { quoteText } from './quote-text.js';
import type { ValueReader } from './value-reader.js';

/** `expose` of a file: a list of groups, each once. */
export function readExpose(reader: ValueReader, node: ConfigNode): readonly ToolGroup[] {
  const items = reader.items(node, 'expose');
  const { source } = reader;
  if (items.length === 0)
    throw source.invalid(node.offset, `expose is empty: a client would see no tool`, oneOf());
  return unique(
    items.map((item, index) => {
      const path = `expose[${index}]`;
      const word = reader.text(item, path);
      const group = toolGroups.find((known) => known === word);
      if (group !== undefined) return group;
      throw source.invalid(item.offset, `${path} ${noGroup(word)}`, hintFor(word));
    }),
  );
}

/**
 * `--expose` of a command line: groups with commas between them.
 *
 * @throws SluiceError `USAGE` naming what is no group, and the nearest one
 * @example readExposeFlag('code,results') // ['code', 'results']
 */
export function readExposeFlag(text: string): readonly ToolGroup[] {
  return unique(
    text.split(',').map((part) => {
      const word = part.trim();
      const group = toolGroups.find((known) => known === word);
      if (group !== undefined) return group;
      throw new SluiceError('USAGE', `--expose ${noGroup(word)}`, { hint: hintFor(word) });
    }),
  );
}

function noGroup(word: string): string {
  return `names ${quoteText(word)}, which is no group of tools`;
}

function hintFor(word: string): string {
  const near = nearestName(word, toolGroups);
  return near === undefined ? oneOf() : `Did you mean "${near}"? ${oneOf()}`;
}

function oneOf(): string {
  return `There are ${toolGroups.join(', ')}.`;
}

function unique(groups: readonly ToolGroup[]): readonly ToolGroup[] {
  return [...new Set(groups)];
}
