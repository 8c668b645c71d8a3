import type { Json, UpstreamTool } from '@sluice/contracts';
import { createArgumentCheck } from '@sluice/search-index';
import type { ArgumentCheck, ArgumentProblem, CatalogueTool } from '@sluice/search-index';
import { CallError } from './call-error.js';

/** Problems that one refusal tells. */
const maxTold = 12;

/** Holds the arguments of a call against the input schema of its tool. */
export type CheckAgainstSchema = (args: Json, tool: CatalogueTool, signature: () => string) => void;

/**
 * Makes the check. It leaves out servers whose schemas the configuration calls wrong, and keeps what it compiled for as long as a tool's definition stands.
 *
 * @returns a function that throws CallError `TOOL_ARGUMENTS` for arguments that the upstream would surely refuse, with all
 *   that is wrong with them
 */
export function createSchemaChecks(): CheckAgainstSchema {
  const checks = new WeakMap<UpstreamTool, ArgumentCheck>();
  return (args, { id, server, name, tool, checkArguments = true }, signature) => {
    if (!checkArguments) return;
    let check = checks.get(tool);
    if (check === undefined) {
      check = createArgumentCheck(tool.inputSchema);
      checks.set(tool, check);
    }
    const problems = check.problemsOf(args);
    if (problems.length === 0) return;
    throw new CallError(
      {
        name: 'ToolError',
        code: 'TOOL_ARGUMENTS',
        message: `Cannot call "${id}": ${listProblems(problems)}`,
        hint: signature(),
        server,
        tool: name,
      },
      'refused',
    );
  };
}

function listProblems(problems: readonly ArgumentProblem[]): string {
  const told = problems
    .slice(0, maxTold)
    .map(({ path, text, nearest }) =>
      nearest === undefined ? `${path} ${text}` : `${path} ${text} (try ${nearest})`,
    );
  const more = problems.length > maxTold ? [`and ${problems.length - maxTold} more`] : [];
  return [...told, ...more].join('; ');
}
