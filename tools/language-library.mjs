// What the checker of programs knows of the language: the declarations that come with TypeScript, without comments and without
// what has a great many members and nothing that a program gets wrong (Intl, typed arrays, …; those are `any` there).
// Read here, when something is bundled or tested; the checker itself reads no file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const folder = dirname(createRequire(import.meta.url).resolve('typescript'));
const leftOut =
  /^(?:Intl|Temporal|Atomics|Reflect|Proxy.*|SharedArrayBuffer.*|ArrayBuffer.*|DataView.*|WeakRef.*|FinalizationRegistry.*|(?:Int|Uint|Float|Big(?:Int|Uint))\d+(?:Clamped)?Array.*|.*Decorator.*|(?:Async)?Disposable.*|SuppressedError.*|IteratorConstructor)$/;

/** @returns {string} the declarations as one text */
export function languageLibrary() {
  const texts = [];
  collect('esnext', new Set(), texts);
  const printer = ts.createPrinter({ removeComments: true });
  return texts
    .flatMap((text) => {
      const file = ts.createSourceFile('lib.d.ts', text, ts.ScriptTarget.ESNext, true);
      return globalsOf(file)
        .filter((statement) => !leftOut.test(nameOf(statement)))
        .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file));
    })
    .join('\n');
}

function collect(name, seen, texts) {
  if (seen.has(name)) return;
  seen.add(name);
  const text = readFileSync(join(folder, `lib.${name}.d.ts`), 'utf8');
  for (const [, other] of text.matchAll(/<reference lib="([^"]+)"/g)) collect(other, seen, texts);
  texts.push(text);
}

/** A file that is a module declares for all only what stands in `declare global`. */
function globalsOf({ statements }) {
  if (!statements.some(ts.isExportDeclaration)) return statements;
  return statements
    .filter((one) => ts.isModuleDeclaration(one) && one.name.text === 'global')
    .flatMap(({ body }) => body.statements)
    .filter((one) => !ts.isVariableStatement(one));
}

function nameOf(statement) {
  return statement.name?.text ?? statement.declarationList?.declarations[0]?.name.text ?? '';
}
