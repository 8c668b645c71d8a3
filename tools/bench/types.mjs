// node tools/bench/types.mjs <folder>: see README.md beside this file.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import ts from 'typescript';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { 'max-bytes': { type: 'string', default: '1200' }, show: { type: 'string' } },
});
const [listsFolder] = positionals;
if (listsFolder === undefined) {
  process.stderr.write('usage: node tools/bench/types.mjs <folder of tools/list results>\n');
  process.exit(2);
}
const maxBytes = Number(options['max-bytes']);

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const bundle = await rolldown({
  input: fileURLToPath(new URL('../../libs/search-index/src/index.ts', import.meta.url)),
  platform: 'node',
  resolve: { conditionNames: ['@sluice/source', 'node', 'import', 'default'] },
});
await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'search-index.mjs' });
await bundle.close();
const { createCatalogue } = await import(pathToFileURL(join(folder, 'search-index.mjs')).href);
rmSync(folder, { recursive: true });

const servers = readdirSync(listsFolder)
  .filter((name) => name.endsWith('.json'))
  .map((file) => ({
    name: file.slice(0, -'.json'.length),
    tools: JSON.parse(readFileSync(join(listsFolder, file), 'utf8')).tools,
  }))
  .filter(({ tools }) => Array.isArray(tools))
  .map(({ name, tools }) => ({
    name,
    tools: tools.map((tool) => ({ ...tool, rawName: tool.name })),
  }));
const catalogue = createCatalogue(servers);

const sources = new Map();
const rows = catalogue.tools.map((tool) => {
  const start = performance.now();
  const text = catalogue.signatureOf(tool);
  const milliseconds = performance.now() - start;
  const [line, ...comments] = text.split('\n');
  const path = `/${sources.size}.ts`;
  const call = line.slice(tool.callPath.length);
  sources.set(path, `export declare function tool${call};\n${comments.join('\n')}\n`);
  const schemaBytes = Buffer.byteLength(JSON.stringify(tool.tool.inputSchema ?? null));
  return { id: tool.id, path, text, milliseconds, bytes: Buffer.byteLength(line), schemaBytes };
});

const library = `interface Array<T> { length: number } interface Boolean {} interface CallableFunction {}
interface Function {} interface IArguments {} interface NewableFunction {} interface Number {}
interface Object {} interface RegExp {} interface String {} interface Promise<T> { value: T }
type Record<K extends keyof any, T> = { [P in K]: T };`;
const files = new Map(
  [...sources, ['/lib.d.ts', library]].map(([path, text]) => [
    path,
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  ]),
);
const program = ts.createProgram(
  [...sources.keys()],
  { strict: true, noEmit: true, types: [], lib: ['/lib.d.ts'], target: ts.ScriptTarget.Latest },
  {
    getSourceFile: (path) => files.get(path),
    getDefaultLibFileName: () => '/lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => files.has(path),
    readFile: () => undefined,
  },
);
const idOf = new Map(rows.map(({ path, id }) => [path, id]));
const errors = [
  ...program.getSyntacticDiagnostics(),
  ...program.getSemanticDiagnostics(),
  ...program.getGlobalDiagnostics(),
].map(({ file, messageText }) => {
  const of = file === undefined ? 'all' : (idOf.get(file.fileName) ?? file.fileName);
  return `${of}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
});
const strays = [...sources.keys()].filter((path) =>
  files
    .get(path)
    .statements.some(
      (one) =>
        !ts.isFunctionDeclaration(one) &&
        !ts.isTypeAliasDeclaration(one) &&
        one.kind !== ts.SyntaxKind.EmptyStatement,
    ),
);

const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const times = rows.map(({ milliseconds }) => milliseconds);
const sizes = rows.map(({ bytes }) => bytes);
const slowest = rows.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
const largest = rows.toSorted((a, b) => b.schemaBytes - a.schemaBytes)[0];
const print = (line) => process.stdout.write(`${line}\n`);
for (const line of [...errors, ...strays.map((path) => `${idOf.get(path)}: a stray statement`)])
  print(line);
print(`tools                    ${rows.length} of ${servers.length} servers`);
print(`errors of TypeScript     ${errors.length}, stray statements ${strays.length}`);
print(`over ${maxBytes} bytes          ${rows.filter(({ bytes }) => bytes > maxBytes).length}`);
print(
  `bytes                    p50 ${quantile(sizes, 0.5)}, p95 ${quantile(sizes, 0.95)}, max ${Math.max(...sizes)}`,
);
print(`abbreviated              ${rows.filter(({ text }) => /\/\* \+\d+/.test(text)).length}`);
print(`with types behind them   ${rows.filter(({ text }) => text.includes('>; type ')).length}`);
print(
  `milliseconds each        p50 ${quantile(times, 0.5).toFixed(3)}, p95 ${quantile(times, 0.95).toFixed(3)}, max ${slowest.milliseconds.toFixed(1)} (${slowest.id})`,
);
print(
  `largest schema           ${largest.schemaBytes} bytes (${largest.id}): ${largest.bytes} bytes in ${largest.milliseconds.toFixed(1)} ms`,
);
if (options.show !== undefined)
  for (const { id, text } of rows) if (id.includes(options.show)) print(text);
process.exitCode = errors.length + strays.length > 0 ? 1 : 0;
