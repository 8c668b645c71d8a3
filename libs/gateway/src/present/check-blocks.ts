import { isSpecType, specTypeSchemas } from '@modelcontextprotocol/server';
import type { ContentBlock } from '@sluice/contracts';
import { count } from './format-size.js';

/** Blocks that a client will take, and one sentence for each that it would not. */
export interface CheckedBlocks {
  readonly blocks: readonly ContentBlock[];
  readonly notes: readonly string[];
}

/** The content types of MCP by their `type`, with the schema that says what is wrong. */
const schemas = {
  text: specTypeSchemas.TextContent,
  image: specTypeSchemas.ImageContent,
  audio: specTypeSchemas.AudioContent,
  resource: specTypeSchemas.EmbeddedResource,
  resource_link: specTypeSchemas.ResourceLink,
} as const;

/** Blocks that are named; of more, only their number is said. */
const maxNamed = 5;

/**
 * Checks what a program emitted: one block that is not MCP content would cost the client the whole
 * answer, after everything has been done. Such a block is left out and named.
 */
export function checkBlocks(emitted: readonly ContentBlock[]): CheckedBlocks {
  const blocks: ContentBlock[] = [];
  const notes: string[] = [];
  let unnamed = 0;
  for (const [index, block] of emitted.entries()) {
    if (isSpecType.ContentBlock(block)) blocks.push(block);
    else if (notes.length === maxNamed) unnamed += 1;
    else
      notes.push(
        `emit(): block ${index + 1} is no MCP content and was left out: ${problemOf(block)}`,
      );
  }
  if (unnamed > 0)
    notes.push(
      `emit(): ${count(unnamed, 'more block')} of that kind ${unnamed === 1 ? 'was' : 'were'} left out.`,
    );
  return { blocks, notes };
}

function problemOf(block: ContentBlock): string {
  const types = Object.keys(schemas).join(', ');
  const type = Object.entries(schemas).find(([name]) => name === block.type);
  if (type === undefined) return `its type must be one of ${types}.`;
  const result = type[1]['~standard'].validate(block);
  const [issue] = 'issues' in result ? (result.issues ?? []) : [];
  if (issue === undefined) return 'its parts do not fit together.';
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  return `${path.length > 0 ? `"${path.join('.')}": ` : ''}${issue.message}.`;
}
