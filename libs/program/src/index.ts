export { normalizeProgram } from './normalize-program.js';
export type { NormalizedProgram, NormalizeResult } from './normalize-program.js';
export type { ProgramProblem } from './program-problem.js';
export { scanProgram } from './scan-program.js';
export type { DynamicUse, ProgramScan, RoundedLiteral, ScannedCall } from './scan-program.js';
export type { CallTarget } from './scan/find-uses.js';
