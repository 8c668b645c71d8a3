import { appConfig } from '../../eslint.config.mjs';

export default [
  ...appConfig(),
  // What a model would send: the body of a function, which belongs to no TypeScript project.
  { ignores: ['demo/program.ts'] },
  // The helpers start the hosts as a user would, with the PATH of this machine.
  { files: ['src/support/**'], rules: { 'no-restricted-properties': 'off' } },
];
