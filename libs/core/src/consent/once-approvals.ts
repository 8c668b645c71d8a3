import type { Json, QuestionTool, ToolId } from '@sluice/contracts';
import { canonicalJson } from '@sluice/json-text';

/** What a person's yes to one program lets its run do; it ends with the run. */
export interface OnceApprovals {
  /**
   * @param definitionDigest of the tool as it is at this moment
   * @param args as they would be sent
   */
  covers(toolId: ToolId, definitionDigest: string, args: Json): boolean;
  /** Whether the tool was shown, but as something else than it is now. */
  isOtherDefinition(toolId: ToolId, definitionDigest: string): boolean;
}

/** Of a run that nobody was asked about. */
export const noApprovals: OnceApprovals = {
  covers: () => false,
  isOtherDefinition: () => false,
};

/**
 * The approvals of a run whose question was answered with yes: each tool that was shown, as it was
 * defined then, with the very arguments that were shown, or with any where the question said so.
 */
export function onceApprovals(tools: readonly QuestionTool[]): OnceApprovals {
  const byId = new Map(
    tools.map(({ id, definition: { digest }, args }) => [
      id,
      { digest, texts: args && new Set(args.map(canonicalJson)) },
    ]),
  );
  return {
    covers(toolId, definitionDigest, args) {
      const shown = byId.get(toolId);
      if (shown?.digest !== definitionDigest) return false;
      return shown.texts === undefined || shown.texts.has(textOf(args));
    },
    isOtherDefinition(toolId, definitionDigest) {
      const shown = byId.get(toolId);
      return shown !== undefined && shown.digest !== definitionDigest;
    },
  };
}

/** Nested deeper than the stack: no arguments that a question has shown. */
function textOf(args: Json): string {
  try {
    return canonicalJson(args);
  } catch {
    return '';
  }
}
