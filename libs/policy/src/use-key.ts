import { printJson } from '@sluice/json-text';
import type { ToolUse } from './plan-run.js';

/** One text for all uses of a tool with the same arguments. */
export function useKey({ tool: { id, rawId }, args }: ToolUse): string {
  return printJson([id, rawId, args === undefined ? [] : [args]]);
}
