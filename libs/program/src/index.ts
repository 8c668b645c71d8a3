export { normalizeProgram } from './normalize-program.js';
export type { NormalizedProgram, NormalizeResult } from './normalize-program.js';
export type { ProgramProblem } from './program-problem.js';
