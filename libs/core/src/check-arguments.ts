import type { Json, ProgramCall } from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import { CallError } from './call-error.js';
import { firstLine } from './signature-line.js';

/**
 * Checks that arguments can be sent.
 *
 * @throws CallError `TOOL_ARGUMENTS` when they are no object, too large or too deep.
 */
export function checkArguments(
  args: Json,
  argsBytes: number | undefined,
  tool: CatalogueTool,
  limits: { readonly maxValueBytes: number; readonly signature: () => string },
): void {
  const refusal = (reason: string, hint?: string) =>
    new CallError(
      {
        name: 'ToolError',
        code: 'TOOL_ARGUMENTS',
        message: `Cannot call "${tool.id}": its arguments ${reason}`,
        ...(hint === undefined ? {} : { hint }),
        server: tool.server,
        tool: tool.name,
      },
      'refused',
    );
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw refusal(`must be one object, not ${kindOf(args)}`, limits.signature());
  if (argsBytes === undefined) throw refusal('are nested too deeply');
  if (argsBytes > limits.maxValueBytes)
    throw refusal(`take ${argsBytes} bytes; results.maxResultBytes allows ${limits.maxValueBytes}`);
}

/**
 * The time that the program gives a call, in milliseconds; infinite where it gives none.
 *
 * @throws CallError `USAGE` when it is not a number above 0.
 */
export function checkTimeout({ timeoutMs, toolId }: ProgramCall): number {
  if (timeoutMs === undefined) return Number.POSITIVE_INFINITY;
  if (typeof timeoutMs === 'number' && Number.isFinite(timeoutMs) && timeoutMs > 0)
    return timeoutMs;
  throw new CallError(
    {
      name: 'Error',
      code: 'USAGE',
      message: `Cannot call "${firstLine(toolId, 200)}": opts.timeoutMs must be a number of milliseconds above 0, not ${String(timeoutMs)}`,
    },
    'refused',
  );
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${typeof value}`;
}
