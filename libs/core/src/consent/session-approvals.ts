import type { ToolId } from '@sluice/contracts';

/** Tools that a person approved for the rest of a session, each as it was defined then. */
export interface SessionApprovals {
  add(toolId: ToolId, definitionDigest: string): void;
  /** The digest of the definition that was approved. */
  digestOf(toolId: ToolId): string | undefined;
}

/** Makes the approvals of a session; they are in memory and end with it. */
export function createSessionApprovals(): SessionApprovals {
  const digests = new Map<ToolId, string>();
  return {
    add: (toolId, definitionDigest) => void digests.set(toolId, definitionDigest),
    digestOf: (toolId) => digests.get(toolId),
  };
}
