import { describe, expect, it } from 'vitest';
import { sumResults } from './sum-results.mjs';

const fine = { formattingFailed: false, checksFailed: false };
const broken = { ...fine, checksFailed: true };
const run = (task) => `\n> nx run ${task}\n\n> vitest run\n`;
const project = (files, tests) =>
  `\n Test Files  ${files}\n      Tests  ${tests}\n   Start at  10:00:00\n`;

describe('sumResults()', () => {
  it("adds up Vitest's totals of all projects, coloured or not", () => {
    const output =
      project('2 passed (2)', '30 passed (30)') +
      project('\u001b[32m1 passed\u001b[39m (1)', '\u001b[1m12 passed\u001b[22m | 3 skipped (15)');
    expect(sumResults(output, fine)).toEqual({
      passed: 42,
      failed: 0,
      text: ' Test Files  3 passed (3)\n      Tests  42 passed | 3 skipped (45)\n42 passed, 0 failed',
    });
  });

  it('counts failed tests once, not their project again, and a project that ran none', () => {
    const output =
      run('@sluice/core:test') +
      project('1 failed | 2 passed (3)', '2 failed | 30 passed (32)') +
      run('@sluice/store:test') +
      'No test files found, exiting with code 1\n' +
      '\n NX   Running targets failed\n\nFailed tasks:\n\n- @sluice/core:test\n- @sluice/store:test\n';
    expect(sumResults(output, broken)).toEqual({
      passed: 30,
      failed: 3,
      text: 'Failed checks: @sluice/store:test\n Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 30 passed (32)\n30 passed, 3 failed',
    });
  });

  it('counts and names every check that is no test', () => {
    const output =
      project('1 passed (1)', '5 passed (5)') +
      '\nFailed tasks:\n\n- @sluice/core:lint\n- sluice:build\n\nHint: x\n';
    const totals = sumResults(output, { formattingFailed: true, checksFailed: true });
    expect(totals.failed).toBe(3);
    expect(totals.text).toBe(
      'Failed checks: prettier --check, @sluice/core:lint, sluice:build\n Test Files  1 passed (1)\n      Tests  5 passed (5)\n5 passed, 3 failed',
    );
  });

  it('never says that nothing failed when the checks did', () => {
    expect(sumResults('', broken).text.endsWith('0 passed, 1 failed')).toBe(true);
    const output = '\nFailed tasks:\n\n- @sluice/core:test\n';
    expect(sumResults(output, broken).text.split('\n')[0]).toBe('Failed checks: @sluice/core:test');
  });
});
