import { parse } from '@babel/parser';
import type { ParserOptions, ParserPlugin } from '@babel/parser';
import { EffortSpentError } from './effort.js';
import type { Effort } from './effort.js';
import { MeteredText } from './metered-text.js';
import type { ParseFailure, ParseOutcome } from './parsed-text.js';
import { nodesAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';

/**
 * Parses a text between two others as a module in strict TypeScript. Offsets of a failure are those
 * of the inner text; the tree keeps the outer ones, `shift` is the difference.
 *
 * Never throws for a text and never takes longer than the effort: nesting that exceeds the stack and readings that
 * multiply come back as failures.
 */
export function parseWrapped(
  before: string,
  text: string,
  after: string,
  effort: Effort,
  morePlugins: readonly ParserPlugin[] = [],
): ParseOutcome {
  try {
    // The parser declares a string and takes whatever reads like one; see MeteredText.
    const metered = new MeteredText(before + text + after, effort) as unknown as string;
    const file = parse(metered, {
      ...options,
      plugins: [...plugins, ...morePlugins],
    }) as unknown as SyntaxNode;
    const program = file['program'] as SyntaxNode;
    return {
      ok: true,
      parsed: {
        statements: present(nodesAt(program, 'body')),
        directives: present(nodesAt(program, 'directives')),
        comments: present(nodesAt(file, 'comments')),
        shift: before.length,
      },
    };
  } catch (error) {
    const failure = failureOf(error);
    const offset = Math.min(Math.max(failure.offset - before.length, 0), text.length);
    return { ok: false, failure: { ...failure, offset } };
  }
}

const plugins: readonly ParserPlugin[] = ['typescript', 'decorators', 'explicitResourceManagement'];

const options: ParserOptions = {
  sourceType: 'module',
  errorRecovery: false,
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

function present(nodes: readonly (SyntaxNode | undefined)[]): readonly SyntaxNode[] {
  return nodes.filter((node) => node !== undefined);
}

function failureOf(error: unknown): ParseFailure {
  if (error instanceof RangeError) return { kind: 'depth', message: '', offset: 0 };
  if (error instanceof EffortSpentError) return { kind: 'effort', message: '', offset: 0 };
  if (!(error instanceof SyntaxError)) throw error;
  const { pos = 0, reasonCode } = error as { pos?: number; reasonCode?: string };
  return {
    kind: reasonCode === 'UnexpectedImportExport' ? 'import' : 'syntax',
    message: cleanMessage(error.message),
    offset: pos,
  };
}

/** The parser's own words without its place, which counts from the wrapped text. */
function cleanMessage(message: string): string {
  return message
    .replace(/\s*\(\d+:\d+\)\s*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
}
