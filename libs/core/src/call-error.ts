import { SluiceError } from '@sluice/contracts';
import type { ProgramVisibleError } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';

/** A nested call that was refused or failed: what the program sees, and what the journal notes. */
export class CallError extends Error {
  constructor(
    readonly visible: ProgramVisibleError,
    /** `refused`: never sent. `failed`: it was. */
    readonly state: 'refused' | 'failed',
    /** Bytes of the result that came nevertheless. */
    readonly resultBytes = 0,
  ) {
    super(visible.message);
  }
}

/** What becomes of calls whose run ends before they do. */
export const ofEndedRun = { code: 'CALL_CANCELLED', message: 'The run ended' } as const;

/** @throws CallError `CALL_CANCELLED` when the run is over. */
export function refuseAfterEnd(signal: AbortSignal): void {
  if (signal.aborted) throw new CallError({ name: 'ToolError', ...ofEndedRun }, 'refused');
}

/**
 * A failure on the way to the upstream, told with the tool it belongs to. What is no expected error
 * comes back as it is.
 */
export function withTool(error: unknown, tool: CatalogueTool, signature: () => string): unknown {
  const names = { server: tool.server, tool: tool.name };
  if (error instanceof CallError)
    return new CallError({ ...error.visible, ...names }, error.state, error.resultBytes);
  if (!(error instanceof SluiceError) || error.code === 'INTERNAL') return error;
  const { code, message } = error;
  const hint = error.hint ?? (code === 'TOOL_ARGUMENTS' ? signature() : undefined);
  return new CallError(
    { name: 'ToolError', code, message, ...(hint === undefined ? {} : { hint }), ...names },
    'failed',
  );
}
