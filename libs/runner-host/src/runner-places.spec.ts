import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestRunner, runnerUrl, runProgram } from './fixtures/run-program.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function install(...names: string[]): URL {
  const place = join(folder, ...names);
  mkdirSync(place, { recursive: true });
  copyFileSync(runnerUrl, join(place, 'runner.mjs'));
  return pathToFileURL(join(place, 'runner.mjs'));
}

const sumIn = async (url: URL) => {
  const runner = createTestRunner({ runnerUrl: url });
  const { end } = await runProgram(runner, 'return 1 + 1');
  await runner.close();
  return end;
};
const two = { kind: 'value', json: '2', sizeBytes: 1 };

describe('a runner installed in an odd place', () => {
  it.each([
    'with space',
    'comma,here',
    'ünï-日本',
    'percent%20#hash?query',
    'quote\'"double',
    '--flag',
  ])('runs below a folder named %s', async (name) => {
    expect(await sumIn(install(name, 'dist'))).toEqual(two);
  });

  it('runs below a symbolic link', async () => {
    install('real', 'dist');
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(await sumIn(pathToFileURL(join(folder, 'link', 'dist', 'runner.mjs')))).toEqual(two);
  });

  it('runs below packages and configurations that would change how Deno loads it', async () => {
    const url = install('project', 'dist');
    writeFileSync(
      join(folder, 'project', 'package.json'),
      '{"type":"commonjs","dependencies":{"ms":"*"}}',
    );
    writeFileSync(
      join(folder, 'project', 'deno.json'),
      '{"imports":{"node:fs":"./x.js"},"compilerOptions":{"jsx":"react"}, broken',
    );
    writeFileSync(join(folder, 'project', '.npmrc'), 'registry=http://127.0.0.1:9/\n');
    expect(await sumIn(url)).toEqual(two);
  });

  it('runs in a Deno that has no way of its own to run a text', async () => {
    const url = install('elsewhere');
    const text = readFileSync(runnerUrl, 'utf8');
    expect(text).toContain('.evalContext?.(');
    writeFileSync(url, text.replace('.evalContext?.(', '.noSuchThing?.('));
    expect(await sumIn(url)).toEqual(two);
  });

  it('runs where its folder cannot be written', async () => {
    const url = install('readonly');
    chmodSync(join(folder, 'readonly'), 0o555);
    expect(await sumIn(url)).toEqual(two);
    chmodSync(join(folder, 'readonly'), 0o755);
  });
});
