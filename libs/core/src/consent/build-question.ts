import { consentScopes } from '@sluice/contracts';
import type {
  ConsentQuestion,
  Json,
  QuestionTool,
  ToolDefinition,
  ToolId,
} from '@sluice/contracts';
import { canonicalJson } from '@sluice/json-text';
import type { CatalogueTool } from '@sluice/search-index';
import type { ConsentsOptions } from './consents.js';
import type { Session } from '../session.js';
import { describeChanges } from './describe-changes.js';
import type { ApprovalState } from './find-approval.js';
import { toolEffect } from './tool-effect.js';

/** One use of a tool in a program. */
export interface AskedUse {
  readonly tool: CatalogueTool;
  /** Where they are wholly literal; undefined: any arguments. */
  readonly args?: Json | undefined;
}

/** A use that nobody has approved yet. */
export interface OpenUse extends AskedUse {
  readonly definition: ToolDefinition;
  readonly approval: ApprovalState;
}

/**
 * The question about a program: each tool once, with the different arguments it is used with. Its
 * digest is of all that the answer is bound to, and of nothing else, so that the same program of the
 * same session makes the same question again.
 */
export function buildQuestion(
  asked: {
    readonly program: string;
    readonly open: readonly OpenUse[];
    readonly hasDynamic: boolean;
  },
  session: Pick<Session, 'id' | 'isShared' | 'isBrief'>,
  options: Pick<ConsentsOptions, 'hash' | 'newQuestionId' | 'clock' | 'timeoutMs' | 'workspace'>,
): ConsentQuestion {
  const { program, open, hasDynamic } = asked;
  const { hash, newQuestionId, clock, timeoutMs, workspace } = options;
  const byTool = new Map<ToolId, OpenUse[]>();
  for (const use of open) {
    const uses = byTool.get(use.tool.id);
    if (uses === undefined) byTool.set(use.tool.id, [use]);
    else uses.push(use);
  }
  const tools = [...byTool.values()].flatMap((uses) => questionTool(uses) ?? []);
  const bound = tools.map(({ id, definition, args }) => [id, definition.digest, args ?? null]);
  const askedAt = clock.now();
  return {
    id: newQuestionId(),
    digest: hash(canonicalJson([program, bound])),
    sessionId: session.id,
    workspace,
    program,
    tools,
    hasDynamic,
    scopes: consentScopes.filter((scope) => scope !== 'session' || !hasNoSession(session)),
    askedAt,
    expiresAt: askedAt + timeoutMs,
  };
}

/** "session" would say nothing: others share it, or it ends with this very run. */
function hasNoSession({ isShared, isBrief }: Pick<Session, 'isShared' | 'isBrief'>): boolean {
  return isShared || isBrief;
}

function questionTool(uses: readonly OpenUse[]): QuestionTool | undefined {
  const [first] = uses;
  if (first === undefined) return undefined;
  const { tool, definition, approval } = first;
  const { annotations } = tool.tool;
  const title = tool.tool.title ?? annotations?.title;
  const args = allArguments(uses);
  const changes =
    approval.state === 'changed' && approval.before !== undefined
      ? describeChanges(approval.before, definition)
      : undefined;
  return {
    id: tool.id,
    server: tool.server,
    name: tool.name,
    ...(title === undefined ? {} : { title }),
    effect: toolEffect(annotations),
    ...(args === undefined ? {} : { args }),
    definition,
    ...(changes === undefined ? {} : { changes }),
  };
}

/** The different arguments of all uses; undefined when one of them may have any. */
function allArguments(uses: readonly OpenUse[]): readonly Json[] | undefined {
  const byText = new Map<string, Json>();
  for (const { args } of uses) {
    if (args === undefined) return undefined;
    const text = canonicalJson(args);
    if (!byText.has(text)) byText.set(text, args);
  }
  return [...byText.values()];
}
