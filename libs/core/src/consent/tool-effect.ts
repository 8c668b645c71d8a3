import type { QuestionTool, ToolAnnotations } from '@sluice/contracts';

/**
 * What a tool does by its own word. What it leaves out counts as MCP says (ToolAnnotations of
 * 2025-06-18 and later): not read-only, and destructive.
 */
export function toolEffect(annotations: ToolAnnotations | undefined): QuestionTool['effect'] {
  if (annotations?.readOnlyHint === true) return 'reads';
  return annotations?.destructiveHint === false ? 'writes' : 'destroys';
}
