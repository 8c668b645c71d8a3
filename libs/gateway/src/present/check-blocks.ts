import { isSpecType, specTypeSchemas } from '@modelcontextprotocol/server';
import type { ContentBlock } from '@sluice/contracts';

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

/**
 * Checks what a program emitted: one block that is not MCP content would cost the client the whole
 * answer, after everything has been done. Such a block is left out and named.
 */
export function checkBlocks(emitted: readonly ContentBlock[]): CheckedBlocks {
  const isGood = (block: ContentBlock) => isSpecType.ContentBlock(block);
  return {
    blocks: emitted.filter(isGood),
    notes: emitted.flatMap((block, index) =>
      isGood(block)
        ? []
        : [`emit(): block ${index + 1} is no MCP content and was left out: ${problemOf(block)}`],
    ),
  };
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
