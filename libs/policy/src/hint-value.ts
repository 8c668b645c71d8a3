import type { ToolAnnotations, ToolHint } from '@sluice/contracts';

/**
 * What a hint counts as. A missing one has the default of the MCP specification (2025-11-25,
 * `ToolAnnotations`): not read-only, destructive, not idempotent, open world. The specification gives
 * `destructiveHint` and `idempotentHint` a meaning for tools that write only: where a tool says that it
 * is read-only and leaves them out, it destroys nothing and may be repeated.
 */
export function hintValue(annotations: ToolAnnotations | undefined, hint: ToolHint): boolean {
  const given = annotations?.[hint];
  if (typeof given === 'boolean') return given;
  const isReadOnly = annotations?.readOnlyHint === true;
  switch (hint) {
    case 'readOnlyHint':
      return false;
    case 'destructiveHint':
      return !isReadOnly;
    case 'idempotentHint':
      return isReadOnly;
    case 'openWorldHint':
      return true;
    default:
      return hint satisfies never;
  }
}
