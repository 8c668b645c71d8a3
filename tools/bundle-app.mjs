// node tools/bundle-app.mjs <app folder>: bundles src/main.ts into dist/bin/main.js, and what it imports
// dynamically into files beside it, with everything but the package's own `dependencies` and
// `optionalDependencies`; puts the runner, the worker and the checker beside them in dist/assets. All output is under
// dist: linters that run beside this must not see files come and go. The licences of what is bundled are collected in THIRD-PARTY-NOTICES.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleChecker } from './bundle-checker.mjs';
import { bundleRunner } from './bundle-runner.mjs';
import { bundleWorker } from './bundle-worker.mjs';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));
/** Bundled into the checker, whose other modules are in the main bundle too. */
const typescript = fileURLToPath(import.meta.resolve('typescript'));
const root = resolve(workspace, process.argv[2] ?? '');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const external = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

const bundle = await rolldown({
  input: join(root, 'src/main.ts'),
  platform: 'node',
  external: external.map((name) => new RegExp(`^${name}(/|$)`)),
  resolve: {
    conditionNames: ['@sluice/source', 'node', 'import', 'module', 'default'],
    // jsonc-parser's CommonJS main is UMD, whose inner requires no bundler can follow.
    mainFields: ['module', 'main'],
    alias: {
      undici$: join(workspace, 'tools/bundle-aliases/undici.mjs'),
      '@modelcontextprotocol/server/_shims': join(
        workspace,
        'tools/bundle-aliases/mcp-server-shims.mjs',
      ),
    },
  },
  transform: { target: 'node20.19', define: { __VERSION__: JSON.stringify(manifest.version) } },
});
const { output } = await bundle.generate({
  format: 'esm',
  minify: true,
  sourcemap: 'hidden',
  entryFileNames: 'main.js',
  // One folder deep, like main.js: `new URL('../assets/…', import.meta.url)` means the same in each.
  chunkFileNames: '[name].js',
});
await bundle.close();
const chunks = output.filter((part) => part.type === 'chunk');
for (const chunk of chunks) {
  put(`dist/bin/${chunk.fileName}`, chunk.code, chunk.isEntry ? 0o755 : 0o644);
  put(`dist/bin/${chunk.fileName}.map`, JSON.stringify(chunk.map));
}
const current = new Set(chunks.flatMap(({ fileName }) => [fileName, `${fileName}.map`]));
for (const name of readdirSync(join(root, 'dist/bin')))
  if (!current.has(name)) rmSync(join(root, 'dist/bin', name), { force: true });
put('dist/assets/runner.mjs', readFileSync(await bundleRunner()));
put('dist/assets/worker.mjs', readFileSync(await bundleWorker()));
put('dist/assets/checker.mjs', readFileSync(await bundleChecker()));
put(
  'dist/THIRD-PARTY-NOTICES',
  notices([...chunks.flatMap((chunk) => chunk.moduleIds), typescript]),
);

/** Writes beside and renames into place: a host that runs from this folder never sees half a file. */
function put(name, content, mode = 0o644) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, content, { mode });
  renameSync(`${path}.${process.pid}`, path);
}

/** The licence texts of every package whose modules are in the bundle. */
function notices(moduleIds) {
  const folders = new Set();
  for (const id of moduleIds) {
    const at = id.lastIndexOf('/node_modules/');
    if (at < 0) continue;
    const [scopeOrName, name] = id.slice(at + '/node_modules/'.length).split('/');
    folders.add(
      id.slice(0, at + '/node_modules/'.length) +
        (scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName),
    );
  }
  return [...folders].sort().map(notice).join('\n');
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file =
    existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${text}\n`;
}
