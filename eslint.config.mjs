// The walls of the house (ARCHITECTURE.md, "Floors") as lint rules. tools/walls proves each of them
// with a fixture whose forbidden import must fail.
import { builtinModules } from 'node:module';
import nx from '@nx/eslint-plugin';
import * as jsoncParser from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

/** What each floor may import, downwards only; siblings never meet. */
const floors = [
  { sourceTag: 'floor:foundation', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'floor:vocabulary', onlyDependOnLibsWithTags: ['floor:foundation'] },
  { sourceTag: 'floor:protocol', onlyDependOnLibsWithTags: ['floor:foundation'] },
  { sourceTag: 'floor:rules', onlyDependOnLibsWithTags: ['floor:vocabulary', 'floor:foundation'] },
  {
    sourceTag: 'floor:core',
    onlyDependOnLibsWithTags: ['floor:rules', 'floor:vocabulary', 'floor:foundation'],
  },
  {
    sourceTag: 'floor:io',
    onlyDependOnLibsWithTags: ['floor:vocabulary', 'floor:foundation', 'floor:protocol'],
  },
  { sourceTag: 'room:upstream-registry', notDependOnLibsWithTags: ['floor:protocol'] },
  { sourceTag: 'room:store', notDependOnLibsWithTags: ['floor:protocol'] },
  { sourceTag: 'room:workbench', notDependOnLibsWithTags: ['floor:protocol'] },
  { sourceTag: 'room:program-check', notDependOnLibsWithTags: ['floor:protocol'] },
  { sourceTag: 'floor:runner', onlyDependOnLibsWithTags: ['floor:protocol', 'floor:foundation'] },
  {
    sourceTag: 'floor:assembly',
    onlyDependOnLibsWithTags: [
      'floor:core',
      'floor:io',
      'floor:rules',
      'floor:vocabulary',
      'floor:foundation',
    ],
  },
  {
    sourceTag: 'floor:face',
    onlyDependOnLibsWithTags: ['floor:assembly', 'floor:vocabulary', 'floor:foundation'],
  },
  {
    sourceTag: 'floor:app',
    onlyDependOnLibsWithTags: [
      'floor:face',
      'floor:assembly',
      'floor:vocabulary',
      'floor:foundation',
    ],
  },
  { sourceTag: 'floor:e2e', onlyDependOnLibsWithTags: ['floor:vocabulary', 'floor:foundation'] },
  // Code that runs anywhere: neither Node's builtins nor the MCP SDK.
  { sourceTag: 'pure', bannedExternalImports: ['@modelcontextprotocol/*', 'node:*'] },
  { sourceTag: 'room:store', bannedExternalImports: ['@modelcontextprotocol/*'] },
  { sourceTag: 'room:runner-host', bannedExternalImports: ['@modelcontextprotocol/*'] },
  { sourceTag: 'room:workbench', bannedExternalImports: ['@modelcontextprotocol/*'] },
  { sourceTag: 'room:program-check', bannedExternalImports: ['@modelcontextprotocol/*'] },
  { sourceTag: 'floor:app', bannedExternalImports: ['@modelcontextprotocol/*'] },
];

const sources = ['**/*.ts', '**/*.mts', '**/*.js', '**/*.mjs'];
const tests = ['**/*.spec.ts', '**/testing/**', '**/fixtures/**'];

const belongsInMain = "belongs in an app's main.ts or in gateway/src/node-environment.ts";
const noProcess = ['env', 'argv', 'exit'].map((property) => ({
  object: 'process',
  property,
  message: `process.${property} ${belongsInMain}; hand in what you need.`,
}));
/** The Nx rule does not see it, as its package exports nothing. */
const noRunnerImport = {
  name: '@sluice/runner',
  message: 'The host reaches the runner only as the bundled asset runner.mjs.',
};
const noProcessImport = ['node:process', 'process'].map((name) => ({
  name,
  message: `What it offers ${belongsInMain}; use the global process for the rest.`,
}));

const base = [
  ...nx.configs['flat/base'],
  ...nx.configs['flat/typescript'],
  ...nx.configs['flat/javascript'],
  { ignores: ['**/dist', '**/out-tsc', '**/coverage', '**/vitest.config.*', '**/.demo'] },
  {
    files: sources,
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          allow: ['^.*/eslint\\.config\\.mjs$'],
          depConstraints: floors,
        },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
      // Hostile text is filtered by its control characters in several rooms.
      'no-control-regex': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['src/**/*.ts', '**/src/**/*.ts'],
    ignores: [...tests, '**/main.ts', '**/node-environment.ts'],
    rules: {
      'no-restricted-properties': ['error', ...noProcess],
      'no-restricted-imports': ['error', { paths: [noRunnerImport, ...noProcessImport] }],
    },
  },
];

const runsAnywhere = 'this room runs anywhere';
const ambient = [
  'process',
  'Buffer',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'fetch',
];

/** Rules for code without Node: neither its builtins, however they are named or loaded, nor the MCP SDK. */
const noNode = {
  files: ['src/**/*.ts', '**/src/**/*.ts'],
  ignores: tests,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          noRunnerImport,
          ...builtinModules.map((name) => ({
            name,
            message: `Node builtins belong to the IO rooms; ${runsAnywhere}.`,
          })),
        ],
        patterns: [
          { group: ['node:*'], message: `Node builtins belong to the IO rooms; ${runsAnywhere}.` },
          {
            group: ['@modelcontextprotocol/*'],
            message: 'Only gateway, http-face and upstream-registry know the MCP SDK.',
          },
        ],
      },
    ],
    // The runner imports the program itself, by a specifier that is computed.
    'no-restricted-syntax': ['error', ...noLoading("ImportExpression[source.type='Literal']")],
  },
};

/** Rules for code that runs anywhere: no Node, no ambient clock, no process, no network. */
const pure = {
  ...noNode,
  rules: {
    ...noNode.rules,
    'no-restricted-globals': [
      'error',
      ...ambient.map((name) => ({
        name,
        message: `${name} is handed in from outside; ${runsAnywhere}.`,
      })),
    ],
    'no-restricted-properties': [
      'error',
      ...noProcess,
      ...ambient.map((property) => ({
        object: 'globalThis',
        property,
        message: `${property} is handed in from outside; ${runsAnywhere}.`,
      })),
    ],
    'no-restricted-syntax': [
      'error',
      ...noLoading('ImportExpression'),
      {
        selector: "MemberExpression[object.name='Date'][property.name='now']",
        message: 'Use the clock that is handed in.',
      },
      {
        selector: "NewExpression[callee.name='Date'][arguments.length=0]",
        message: 'Use the clock that is handed in.',
      },
      {
        selector: "CallExpression[callee.name='Date']",
        message: 'Use the clock that is handed in.',
      },
    ],
  },
};

/** `import('node:fs')` and `require('fs')`, which no-restricted-imports does not see. */
function noLoading(imports) {
  const message = `Nothing is loaded at run time; ${runsAnywhere}.`;
  return [
    { selector: imports, message },
    { selector: "CallExpression[callee.name='require']", message },
  ];
}

/** The configuration of a library. Pure ones run anywhere; the runner runs in Deno, with its own clock and timers. */
export function libConfig({ isPure = false, isRunner = false } = {}) {
  return [
    ...base,
    ...(isPure ? [pure] : []),
    ...(isRunner ? [noNode] : []),
    {
      files: ['**/package.json'],
      rules: {
        '@nx/dependency-checks': [
          'error',
          {
            ignoredFiles: [
              '{projectRoot}/eslint.config.mjs',
              '{projectRoot}/vitest.config.mts',
              '{projectRoot}/**/*.spec.ts',
              '{projectRoot}/src/fixtures/**',
            ],
            ignoredDependencies: ['deno'],
          },
        ],
      },
      languageOptions: { parser: jsoncParser },
    },
  ];
}

/** The configuration of an app. No dependency check: its bundle holds everything but `dependencies`. */
export function appConfig() {
  return base;
}

export default base;
