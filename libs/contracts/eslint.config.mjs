import { libConfig } from '../../eslint.config.mjs';

export default [
  ...libConfig({ isPure: true }),
  {
    // The contract suites of src/testing are run by specs, which bring Vitest along.
    files: ['**/package.json'],
    rules: { '@nx/dependency-checks': ['error', { ignoredDependencies: ['vitest'] }] },
  },
];
