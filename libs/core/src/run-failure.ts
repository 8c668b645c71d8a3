import type { ThrownError } from '@sluice/contracts';
import type { PlacedProgram } from '@sluice/program';
import type { CatalogueView } from './catalogue-view.js';
import { shortenText } from './cut-text.js';
import type { NamedTool } from './find-named-tools.js';
import type { JournalEntry } from './journal.js';
import { quoteLine } from './quote-line.js';
import type { FailedRun } from './run-report.js';
import { signatureLine } from './signature-line.js';

/** What a report says about what was thrown. */
export type Failure = Pick<
  FailedRun,
  'code' | 'name' | 'message' | 'hint' | 'position' | 'quotedLine' | 'frames'
>;

/** Longest message of a thrown error in a report, in bytes; a longer one is shown cut, and says so. */
const maxMessageBytes = 8192;

/** Frames shown; what is further out says little. */
const maxFrames = 8;

/** What a thrown error is called where it carries no code. */
const codeOfPhase = {
  compile: 'PROGRAM_SYNTAX',
  run: 'RUN_THREW',
  value: 'VALUE_UNSUPPORTED',
} as const;

/**
 * Describes what a program threw in the words of the text that the model sent: places are put back
 * to the original, the line is quoted, and a hint is found where one follows from the message.
 *
 * @param calls the run's nested calls
 * @param uses the tools that stand in the program, with places in the normalised text
 */
export function describeFailure(
  error: ThrownError,
  program: PlacedProgram,
  view: CatalogueView,
  calls: readonly JournalEntry[],
  uses: readonly NamedTool[],
): Failure {
  const position = error.position === undefined ? undefined : program.toOriginal(error.position);
  const quotedLine = position === undefined ? undefined : quoteLine(program.original, position);
  const hint = hintOfArguments(error, view, uses) ?? error.hint ?? findHint(error, view, calls);
  return {
    code: shortenText(error.code ?? codeOfPhase[error.phase], 100),
    name: shortenText(error.name, 100),
    message: shortenText(error.message, maxMessageBytes),
    ...(hint === undefined ? {} : { hint: shortenText(hint, maxMessageBytes) }),
    ...(position === undefined ? {} : { position }),
    ...(quotedLine === undefined ? {} : { quotedLine }),
    frames: error.frames.slice(0, maxFrames).map((frame) => ({
      ...(frame.name === undefined ? {} : { name: shortenText(frame.name, 100) }),
      position: program.toOriginal(frame.position),
    })),
  };
}

function findHint(
  error: ThrownError,
  view: CatalogueView,
  calls: readonly JournalEntry[],
): string | undefined {
  return (
    hintOfTool(error, view) ??
    hintOfHiddenServer(error, view) ??
    hintOfMissingTool(error, view) ??
    hintOfShape(error, calls)
  );
}

/** The runner refused arguments before the call was made: how the one tool on that line is called. */
function hintOfArguments(
  { code, hint, position, tool }: ThrownError,
  view: CatalogueView,
  uses: readonly NamedTool[],
): string | undefined {
  if (code !== 'TOOL_ARGUMENTS' || tool !== undefined) return undefined;
  const [use, ...others] = uses.filter((candidate) => candidate.position.line === position?.line);
  if (use === undefined || others.length > 0) return undefined;
  const called = `The tool is called as ${signatureLine(view.catalogue(), use.tool)}`;
  return hint === undefined ? called : `${hint}\n${called}`;
}

/** A tool failed: how it is called. */
function hintOfTool({ server, tool }: ThrownError, view: CatalogueView): string | undefined {
  if (server === undefined || tool === undefined) return undefined;
  const found = view.catalogue().resolve(server, tool);
  if (found.kind !== 'found' || !view.isVisible(found.tool.id)) return undefined;
  return `The tool is called as ${signatureLine(view.catalogue(), found.tool)}`;
}

const name = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const notAFunction = new RegExp(`^(?:tools\\.)?(${name})\\.(${name}) is not a function`, 'u');

const notDefined = new RegExp(`^(${name}) is not defined$`, 'u');

/** `history is not defined`: a server whose name is one of the language or the web is in `tools` only. */
function hintOfHiddenServer({ message }: ThrownError, view: CatalogueView): string | undefined {
  const server = notDefined.exec(message)?.[1];
  const binding = view.catalogue().bindings.find(({ identifier }) => identifier === server);
  return binding && `The upstream "${binding.name}" is there as tools.${binding.identifier}.`;
}

/** `github.serch is not a function`: the nearest tools of that server. */
function hintOfMissingTool({ message }: ThrownError, view: CatalogueView): string | undefined {
  const [, server, tool] = notAFunction.exec(message) ?? [];
  if (server === undefined || tool === undefined) return undefined;
  const catalogue = view.catalogue();
  const binding = catalogue.bindings.find(({ identifier }) => identifier === server);
  if (binding === undefined) return undefined;
  const exact = catalogue.resolve(binding.name, tool);
  // A name that the language itself calls (`then`) is no member of the namespace; its alias is.
  if (exact.kind === 'found' && view.isVisible(exact.tool.id))
    return `The tool is called as ${signatureLine(catalogue, exact.tool)}`;
  const near = catalogue
    .nearest(`${server}.${tool}`, 20)
    .filter((found) => found.server === binding.name && view.isVisible(found.id))
    .slice(0, 3)
    .map((found) => signatureLine(catalogue, found));
  return near.length === 0
    ? `The upstream "${binding.name}" has no tool "${tool}"; look for the right one with search_tools.`
    : `The upstream "${binding.name}" has no tool "${tool}". Nearest:\n${near.join('\n')}`;
}

/** A property of undefined after calls that worked: most often a result is not what was expected. */
function hintOfShape(
  { name: errorName, message }: ThrownError,
  calls: readonly JournalEntry[],
): string | undefined {
  const last = calls.findLast(({ state }) => state === 'done');
  if (errorName !== 'TypeError' || last === undefined) return undefined;
  if (!/^Cannot read propert|is not iterable|is not a function/.test(message)) return undefined;
  return `If this is about the result of a call, its shape is not what the program expects: return it by itself to see it (the last one was #${last.n}, ${last.toolId}).`;
}
