import type { CheckedTool, CheckRequest, Position } from '@sluice/contracts';
import ts from 'typescript';
import { declareProgram } from './declare-program.js';

/** A program with its types. */
export interface TypedProgram {
  readonly source: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  readonly diagnostics: readonly ts.Diagnostic[];
  readonly tools: readonly CheckedTool[];
  /** Where a node starts, in the program's own text. */
  positionOf(node: ts.Node): Position;
  /** Whether something is declared by the language. */
  isOfLanguage(symbol: ts.Symbol | undefined): boolean;
  /** The tool in whose declarations something stands. */
  toolOf(symbol: ts.Symbol | undefined): CheckedTool | undefined;
  /** A tool of the program by its id. */
  toolById(id: string): CheckedTool | undefined;
  /** Whether something is one of the globals of a program that have a type of their own: `call`, `saveFile`. */
  isGlobal(symbol: ts.Symbol | undefined, name: string): boolean;
}

/** Gives programs their types. The library is read once. */
export type TypeProgram = (request: CheckRequest) => TypedProgram | undefined;

const libraryName = '/library.d.ts';
const declarationsName = '/declarations.d.ts';
const programName = '/program.ts';

/** The program is the body of a function, on the first line of which it starts, as in a runner. */
const head = 'export default async()=>{';
const tail = '\n}';

/**
 * Loose on purpose: JavaScript must pass, and types that a program leaves out or gets wrong are no failure of it. Only
 * the three files that are handed over exist; nothing is looked for anywhere.
 */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noLib: true,
  noResolve: true,
  noEmit: true,
  types: [],
  strict: false,
  // Only for what comes with it: `let found;` has the type of what it is given later.
  noImplicitAny: true,
  allowUnreachableCode: false,
  allowUnusedLabels: true,
  skipLibCheck: true,
};

/**
 * Makes the function that gives programs their types.
 *
 * @param library declarations of the language, as TypeScript has them
 */
export function createTypeProgram(library: string): TypeProgram {
  const parsedLibrary = parse(libraryName, library);
  return (request) => {
    const declarations = declareProgram(request);
    const source = parse(programName, head + request.text + tail);
    const files = new Map([
      [libraryName, parsedLibrary],
      [declarationsName, parse(declarationsName, declarations.text)],
      [programName, source],
    ]);
    const program = ts.createProgram([...files.keys()], options, hostOf(files));
    // What is read in another way here than the runner will read it cannot be judged.
    if (program.getSyntacticDiagnostics(source).length > 0) return undefined;
    const isIn = (symbol: ts.Symbol | undefined, name: string) =>
      (symbol?.declarations ?? []).some((node) => node.getSourceFile().fileName === name);
    return {
      source,
      checker: program.getTypeChecker(),
      diagnostics: program.getSemanticDiagnostics(source),
      tools: declarations.tools,
      positionOf(node) {
        const start = source.getLineAndCharacterOfPosition(node.getStart(source));
        const column = start.line === 0 ? start.character - head.length : start.character;
        return { line: start.line + 1, column: Math.max(0, column) + 1 };
      },
      isOfLanguage: (symbol) => isIn(symbol, libraryName),
      isGlobal: (symbol, name) => symbol?.name === name && isIn(symbol, declarationsName),
      toolById: (id) => declarations.tools.find((tool) => tool.id === id),
      toolOf: (symbol) => {
        for (const node of symbol?.declarations ?? [])
          if (node.getSourceFile().fileName === declarationsName) {
            const index = /^Tool(\d+)$/.exec(outermostName(node))?.[1];
            if (index !== undefined) return declarations.tools[Number(index)];
          }
        return undefined;
      },
    };
  };
}

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
}

function hostOf(files: ReadonlyMap<string, ts.SourceFile>): ts.CompilerHost {
  return {
    getSourceFile: (name) => files.get(name),
    getDefaultLibFileName: () => libraryName,
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name)?.text,
    directoryExists: () => false,
    getDirectories: () => [],
  };
}

function outermostName(node: ts.Node): string {
  let current = node;
  while (!ts.isSourceFile(current.parent)) current = current.parent;
  return ts.isModuleDeclaration(current) ? current.name.text : '';
}
