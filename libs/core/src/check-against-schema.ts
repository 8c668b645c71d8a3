import type { Json } from '@sluice/contracts';
import type { ArgumentProblem, CatalogueTool } from '@sluice/search-index';
import { argumentCheckOf } from './argument-check-of.js';
import { CallError } from './call-error.js';

/** Problems that one refusal tells. */
const maxTold = 12;

/**
 * Holds the arguments of a call against the input schema of its tool.
 *
 * @throws CallError `TOOL_ARGUMENTS` for arguments that the upstream would surely refuse, with all that is wrong with them
 */
export function checkAgainstSchema(args: Json, tool: CatalogueTool, signature: () => string): void {
  const problems = argumentCheckOf(tool)?.problemsOf(args) ?? [];
  if (problems.length === 0) return;
  throw new CallError(
    {
      name: 'ToolError',
      code: 'TOOL_ARGUMENTS',
      message: `Cannot call "${tool.id}": ${listProblems(problems)}`,
      hint: signature(),
      server: tool.server,
      tool: tool.name,
    },
    'refused',
  );
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
