import { nearestName } from '@sluice/contracts';
import type {
  CheckedServer,
  CheckedTool,
  CheckMode,
  CheckOutcome,
  CheckRequest,
  Logger,
  MistakeKind,
  ProgramChecker,
  Settings,
  StaticCall,
  UpstreamTool,
} from '@sluice/contracts';
import { resultType } from '@sluice/search-index';
import type { CatalogueTool } from '@sluice/search-index';
import type { PlacedProgram } from '@sluice/program';
import { argumentCheckOf } from './argument-check-of.js';
import type { CatalogueView } from './catalogue-view.js';
import type { NamedTool } from './find-named-tools.js';
import { quoteLine } from './quote-line.js';
import type { RunFinding } from './run-report.js';
import { firstLine } from './signature-line.js';

/** Looks at a program before it starts: what is told of it, the first mistakes first. */
export type CheckProgram = (
  program: PlacedProgram,
  use: ToolUse,
  signal: AbortSignal,
) => Promise<readonly RunFinding[]>;

/** What a program's text says of the tools that it calls. */
export interface ToolUse {
  readonly uses: readonly NamedTool[];
  /** Some of its calls are of tools that only the running program knows. */
  readonly hasDynamic: boolean;
}

/** What {@link createProgramCheck} needs. */
export interface ProgramCheckOptions {
  /** Read anew for each program. */
  readonly settings: Pick<Settings, 'check'>;
  /** Absent where nobody looks. */
  readonly checker?: ProgramChecker;
  readonly view: CatalogueView;
  readonly logger: Logger;
}

/**
 * What leaves something behind without a tool. A program with neither cannot be half done when it fails, and its
 * run says all that a check would: it is not held up for one, which takes longer than a short run.
 */
const lastingWork = /\b(?:saveFile|keep|emit|ask)\b/;

/** Findings of one program that are told. */
const maxFindings = 12;
/** Longest signature that is shown, in UTF-16 code units. */
const maxSignatureLength = 1400;

/**
 * Makes the check of programs. Types of results are those that tools declare, or that were seen; arguments are held against
 * the very check of the gate, so that nothing is refused here that the gate would let pass. Where nobody
 * can look in time, nothing is found.
 */
export function createProgramCheck(options: ProgramCheckOptions): CheckProgram {
  const { settings, checker, view, logger } = options;
  const typesOf = createTypes(view);
  return async (program, { uses, hasDynamic }, signal) => {
    const { check: mode } = settings;
    if (mode === 'off' || checker === undefined) return [];
    if (uses.length === 0 && !hasDynamic && !lastingWork.test(program.text)) return [];
    const tools = new Map(
      uses.filter(({ tool }) => view.isVisible(tool.id)).map(({ tool }) => [tool.id, tool]),
    );
    const request = requestOf(program.text, [...tools.values()], view, typesOf);
    const outcome = await checker.check(request, signal);
    if (outcome.status === 'unchecked') {
      logger.debug('A program was not checked', { reason: outcome.reason });
      return [];
    }
    return findingsOf(outcome, program, { tools, view, mode });
  };
}

type TypesOf = (tool: CatalogueTool) => CheckedTool['result'];

/** Declared types are made once for each definition. */
function createTypes(view: CatalogueView): TypesOf {
  const declared = new WeakMap<UpstreamTool, { readonly type: CheckedTool['result'] }>();
  return (tool) => {
    const { outputSchema } = tool.tool;
    const observed = outputSchema === undefined ? view.observedOf(tool) : undefined;
    if (observed !== undefined) return resultType(observed, true);
    if (outputSchema === undefined) return undefined;
    let known = declared.get(tool.tool);
    if (known === undefined) {
      known = { type: resultType(outputSchema, false) };
      declared.set(tool.tool, known);
    }
    return known.type;
  };
}

/** The program with the tools that it names, under all their names, and the other servers without any. */
function requestOf(
  text: string,
  tools: readonly CatalogueTool[],
  view: CatalogueView,
  typesOf: TypesOf,
): CheckRequest {
  const servers = view.catalogue().bindings.map((binding): CheckedServer => {
    const { name, identifier, bare } = binding;
    const own = tools.filter((tool) => tool.server === name);
    return {
      names: [identifier, name],
      ...(bare ? { bareName: identifier } : {}),
      tools: own.map((tool) => {
        const result = typesOf(tool);
        const names = [tool.alias, tool.name].map((one) => (one === 'then' ? 'then_' : one));
        return { id: tool.id, names, ...(result === undefined ? {} : { result }) };
      }),
    };
  });
  return { text, servers };
}

interface Judgement {
  readonly tools: ReadonlyMap<string, CatalogueTool>;
  readonly view: CatalogueView;
  readonly mode: CheckMode;
}

function findingsOf(
  { mistakes, calls }: Extract<CheckOutcome, { status: 'checked' }>,
  program: PlacedProgram,
  judgement: Judgement,
): readonly RunFinding[] {
  const { tools, view, mode } = judgement;
  const findings = [
    ...mistakes.map(({ position, isSure, ...mistake }): RunFinding => {
      const tool = 'toolId' in mistake && mistake.toolId ? tools.get(mistake.toolId) : undefined;
      const meant =
        mistake.kind === 'field' && mistake.field !== undefined
          ? nearestName(mistake.field, mistake.known)
          : undefined;
      return {
        severity: isSure && mode === 'enforce' ? 'error' : 'warning',
        mistake: mistake as MistakeKind,
        ...placeIn(program, position),
        ...(tool === undefined || mistake.kind !== 'field' ? {} : signed(tool, view)),
        ...(meant === undefined ? {} : { meant }),
      };
    }),
    ...calls.flatMap((call) => argumentFindings(call, program, judgement)),
  ];
  return findings
    .sort((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
    .sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
    .slice(0, maxFindings);
}

/** What the gate would refuse, whatever values the program computes; and what it would, if tools keep their word. */
function argumentFindings(
  { toolId, args, isCaught }: StaticCall,
  program: PlacedProgram,
  { tools, view, mode }: Judgement,
): readonly RunFinding[] {
  const tool = tools.get(toolId);
  const check = tool === undefined ? undefined : argumentCheckOf(tool);
  if (tool === undefined || check === undefined) return [];
  const sure = check.problemsOfStatic(args, 'sure');
  const problems = sure.length > 0 ? sure : check.problemsOfStatic(args, 'declared');
  const [first] = problems;
  if (first === undefined) return [];
  return [
    {
      severity: sure.length > 0 && !isCaught && mode === 'enforce' ? 'error' : 'warning',
      mistake: {
        kind: 'arguments',
        toolId,
        problems: problems.map(({ path, text, nearest }) => ({
          path,
          text,
          ...(nearest === undefined ? {} : { nearest }),
        })),
      },
      ...placeIn(program, first.position),
      ...signed(tool, view),
    },
  ];
}

function placeIn(program: PlacedProgram, at: StaticCall['position']) {
  const position = program.toOriginal(at);
  const quotedLine = quoteLine(program.original, position);
  return { position, ...(quotedLine === undefined ? {} : { quotedLine }) };
}

function signed(tool: CatalogueTool, view: CatalogueView) {
  // Without the comment beneath it.
  const [line = ''] = view.signatureOf(tool).split('\n', 1);
  return { signature: firstLine(line, maxSignatureLength) };
}
