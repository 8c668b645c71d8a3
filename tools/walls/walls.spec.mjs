import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@nx/devkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSourceLinter } from './lint-source.mjs';

const boundaries = '@nx/enforce-module-boundaries';
const imports = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';
const globals = 'no-restricted-globals';
const properties = 'no-restricted-properties';

/** What each room may import of the others, written down apart from the configuration. */
const foundation = ['@sluice/json-text', '@sluice/linear-regex'];
const words = ['@sluice/contracts', ...foundation];
const rules = [
  '@sluice/config',
  '@sluice/clients',
  '@sluice/program',
  '@sluice/policy',
  '@sluice/query',
  '@sluice/search-index',
];
const io = [
  '@sluice/upstream-registry',
  '@sluice/store',
  '@sluice/runner-host',
  '@sluice/program-check',
  '@sluice/workbench',
];
const app = [...words, '@sluice/gateway', '@sluice/http-face'];
const allowed = {
  'libs/json-text': [],
  'libs/linear-regex': [],
  'libs/contracts': foundation,
  'libs/runner-protocol': foundation,
  'libs/config': words,
  'libs/clients': words,
  'libs/program': words,
  'libs/policy': words,
  'libs/query': words,
  'libs/search-index': words,
  'libs/core': [
    ...words,
    '@sluice/program',
    '@sluice/policy',
    '@sluice/query',
    '@sluice/search-index',
    '@sluice/config',
    '@sluice/clients',
  ],
  'libs/upstream-registry': words,
  'libs/store': words,
  'libs/program-check': words,
  'libs/workbench': words,
  'libs/runner-host': [...words, '@sluice/runner-protocol'],
  'libs/runner': [...foundation, '@sluice/runner-protocol'],
  'libs/gateway': [...words, '@sluice/core', ...rules, ...io],
  'libs/http-face': [...words, '@sluice/gateway'],
  'apps/stdio-host': app,
  'apps/http-host': app,
  'apps/e2e': words,
};
const rooms = Object.keys(allowed);
const libraries = rooms
  .filter((room) => room.startsWith('libs/'))
  .map((room) => room.replace('libs/', '@sluice/'));

const pureRooms = [
  'json-text',
  'linear-regex',
  'contracts',
  'runner-protocol',
  'config',
  'clients',
  'program',
  'policy',
  'query',
  'search-index',
  'core',
].map((room) => `libs/${room}`);
const sdkRooms = ['libs/gateway', 'libs/http-face', 'libs/upstream-registry', 'apps/e2e'];

let lint;
beforeAll(async () => {
  lint = await createSourceLinter();
}, 120_000);

/** The rules among `judges` that refuse the code. */
async function refusals(filePath, code, ...judges) {
  const messages = await lint(filePath, code);
  expect(messages.filter(({ rule }) => rule === 'fatal')).toEqual([]);
  return [...new Set(messages.map(({ rule }) => rule).filter((rule) => judges.includes(rule)))];
}

describe('the table of rooms', () => {
  it('names every library and app of the workspace', () => {
    const folders = ['libs', 'apps'].flatMap((floor) =>
      readdirSync(join(workspaceRoot, floor)).map((room) => `${floor}/${room}`),
    );
    expect(folders.sort()).toEqual([...rooms].sort());
  });
});

describe.each(rooms)('%s', (room) => {
  const own = room.replace('libs/', '@sluice/');

  const others = libraries.filter((library) => library !== own && library !== '@sluice/runner');
  it.each(others)('meets %s only where it may', async (library) => {
    const expected = allowed[room].includes(library) ? [] : [boundaries];
    for (const code of [
      `import { x } from '${library}'; export const y = x;`,
      `import type { X } from '${library}'; export type Y = X;`,
      `export * from '${library}';`,
      `export const y = import('${library}');`,
    ])
      expect([code, await refusals(`${room}/src/forbidden.ts`, code, boundaries)]).toEqual([
        code,
        expected,
      ]);
  });

  it('does not import the runner, which is an asset', async () => {
    const code = `import { x } from '@sluice/runner'; export const y = x;`;
    expect(await refusals(`${room}/src/forbidden.ts`, code, imports)).toEqual([imports]);
  });

  it('reaches no other room by a path', async () => {
    for (const other of rooms.filter((candidate) => candidate !== room)) {
      const code = `import { x } from '../../../${other}/src/index.js'; export const y = x;`;
      expect([other, await refusals(`${room}/src/forbidden.ts`, code, boundaries)]).toEqual([
        other,
        [boundaries],
      ]);
    }
  });

  it('knows the MCP SDK only where it may', async () => {
    for (const sdk of ['client', 'server'].map((half) => `@modelcontextprotocol/${half}`)) {
      const code = `import { x } from '${sdk}'; export const y = x;`;
      const refused = await refusals(`${room}/src/forbidden.ts`, code, boundaries, imports);
      expect([sdk, refused.length > 0]).toEqual([sdk, !sdkRooms.includes(room)]);
    }
  });

  it('has no console', async () => {
    const file = `${room}/src/forbidden.ts`;
    expect(await refusals(file, `console.error('x');`, 'no-console')).toEqual(['no-console']);
    expect(await refusals(`${room}/src/main.ts`, `console.log('x');`, 'no-console')).toEqual([
      'no-console',
    ]);
  });

  it('reads process.env, process.argv and process.exit only in main.ts and node-environment.ts', async () => {
    for (const code of [
      'export const x = process.env;',
      `export const x = process.env['HOME'];`,
      'export const x = process.argv;',
      'export const { argv } = process;',
      'process.exit(1);',
    ])
      expect([code, await refusals(`${room}/src/forbidden.ts`, code, properties)]).toEqual([
        code,
        [properties],
      ]);
    for (const code of [
      `import process from 'node:process'; process.exit();`,
      `export { env } from 'process';`,
    ])
      expect([code, await refusals(`${room}/src/forbidden.ts`, code, imports)]).toEqual([
        code,
        [imports],
      ]);
  });
});

describe('the doors of the walls', () => {
  it.each([
    'apps/stdio-host/src/main.ts',
    'apps/http-host/src/main.ts',
    'libs/gateway/src/node-environment.ts',
  ])('%s may read the process', async (file) => {
    expect(
      await refusals(file, 'export const x = [process.env, process.argv];', properties),
    ).toEqual([]);
  });

  it('IO rooms may use Node', async () => {
    const code = `import { readFileSync } from 'node:fs'; export const x = [readFileSync, Date.now(), setTimeout];`;
    for (const room of ['store', 'runner-host', 'upstream-registry', 'program-check', 'gateway'])
      expect(await refusals(`libs/${room}/src/x.ts`, code, imports, syntax, globals)).toEqual([]);
  });

  it('tests of pure rooms may use Node', async () => {
    const code = `import { readFileSync } from 'node:fs'; export const x = [readFileSync, Date.now(), process];`;
    expect(await refusals('libs/core/src/x.spec.ts', code, imports, syntax, globals)).toEqual([]);
  });

  it('the runner may import what it computes, and has its own timers', async () => {
    const code = `export const x = (url: string) => [import(url), setTimeout, Date.now()];`;
    expect(await refusals('libs/runner/src/x.ts', code, imports, syntax, globals)).toEqual([]);
  });
});

describe.each([...pureRooms, 'libs/runner'])('%s without Node', (room) => {
  it.each([
    [`import { readFileSync } from 'node:fs'; export const x = readFileSync;`, imports],
    [`import * as x from 'node:fs/promises'; export { x };`, imports],
    [`import { join } from 'path'; export const x = join;`, imports],
    [`import x from 'timers/promises'; export { x };`, imports],
    [`export * from 'node:crypto';`, imports],
    [`export const x = import('node:child_process');`, syntax],
    [`export const x = require('fs');`, syntax],
  ])('refuses %s', async (code, rule) => {
    expect(await refusals(`${room}/src/forbidden.ts`, code, rule)).toEqual([rule]);
  });
});

describe.each(pureRooms)('%s without an ambient world', (room) => {
  it.each([
    ['export const x = Date.now();', syntax],
    ['export const x = [1].map(Date.now);', syntax],
    ['export const x = new Date();', syntax],
    ['export const x = Date();', syntax],
    ['export const x = process;', globals],
    [`export const x = Buffer.from('');`, globals],
    ['export const x = performance.now();', globals],
    ['setTimeout(() => {}, 1);', globals],
    [`export const x = fetch('http://x');`, globals],
    ['export const x = globalThis.process;', properties],
    [`export const x = globalThis['setTimeout'];`, properties],
  ])('refuses %s', async (code, rule) => {
    expect(await refusals(`${room}/src/forbidden.ts`, code, rule)).toEqual([rule]);
  });

  it('allows what runs anywhere', async () => {
    const code = `export const x = [new Date(0), new URL('http://x'), new TextEncoder(), structuredClone({}), AbortController];`;
    expect(await refusals(`${room}/src/x.ts`, code, imports, syntax, globals, properties)).toEqual(
      [],
    );
  });
});
