import type { UpstreamTool } from '@sluice/contracts';
import { createArgumentCheck } from '@sluice/search-index';
import type { ArgumentCheck, CatalogueTool } from '@sluice/search-index';

/** Kept for as long as a tool's definition stands. */
const checks = new WeakMap<UpstreamTool, ArgumentCheck>();

/**
 * The check of a tool's arguments, made once for each definition: before a program starts and at the gate, the same one.
 *
 * @returns undefined for a tool of a server whose schemas the configuration calls wrong (`checkArguments: false`)
 */
export function argumentCheckOf({
  tool,
  checkArguments = true,
}: Pick<CatalogueTool, 'tool' | 'checkArguments'>): ArgumentCheck | undefined {
  if (!checkArguments) return undefined;
  let check = checks.get(tool);
  if (check === undefined) {
    check = createArgumentCheck(tool.inputSchema);
    checks.set(tool, check);
  }
  return check;
}
