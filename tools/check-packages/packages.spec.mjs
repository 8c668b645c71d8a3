import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const workspace = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (...parts) => readFileSync(join(workspace, ...parts), 'utf8');
const published = ['apps', 'libs']
  .flatMap((floor) => readdirSync(join(workspace, floor)).map((name) => join(floor, name)))
  .filter((folder) => existsSync(join(workspace, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: JSON.parse(read(folder, 'package.json')) }))
  .filter(({ manifest }) => manifest.private !== true);

describe('every package that is published', () => {
  it('is found here', () => {
    const names = published.map(({ manifest }) => manifest.name);
    expect(names).toEqual(expect.arrayContaining(['sluice', '@sluice/http-host', '@sluice/core']));
  });

  // npm packs LICENSE of a package's own folder only, whatever the workspace's root holds.
  it.each(published)('$manifest.name carries the licence of the workspace', ({ folder }) => {
    expect(read(folder, 'LICENSE')).toBe(read('LICENSE'));
  });

  it.each(published)('$manifest.name says its licence, its Node and that it is public', (entry) => {
    const { license, engines, publishConfig } = entry.manifest;
    expect({ license, engines, publishConfig }).toEqual({
      license: 'MIT',
      engines: { node: '>=20.19.0' },
      publishConfig: { access: 'public' },
    });
  });

  it.each(published.filter(({ manifest }) => manifest.bin))(
    '$manifest.name packs its command with what it loads, its runner and the notices of what is bundled',
    ({ manifest }) => {
      expect(manifest.files).toEqual(['dist/bin/*.js', 'dist/assets', 'dist/THIRD-PARTY-NOTICES']);
    },
  );
});

describe('what published packages need', () => {
  it('has no part that fits one version of Node only: nothing is compiled, nothing but Deno fetches a binary', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const withScripts = Object.entries(packages).filter(
      ([, { hasInstallScript, dev }]) => hasInstallScript === true && dev !== true,
    );
    expect(withScripts.map(([path]) => path)).toEqual(['node_modules/deno']);
  });
});
