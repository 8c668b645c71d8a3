import type { RunFinding } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { presentFindings } from './present-findings.js';

const at = { position: { line: 2, column: 10 }, quotedLine: 'return r.itms;' };
const toolId = 'mcp__github__search';
const signature = 'tools.github.search(args: { query: string }): Promise<{ items: string[] }>';
const words = (mistake: RunFinding['mistake'], more: Partial<RunFinding> = {}) =>
  presentFindings([{ severity: 'error', mistake, position: at.position, ...more }])
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
const field = {
  kind: 'field',
  field: 'itms',
  toolId,
  isObserved: false,
  known: ['items'],
} as const;

describe('presentFindings()', () => {
  it('shows place, line, mistake and signature, one finding below the other', () => {
    const finding: RunFinding = {
      severity: 'error',
      mistake: field,
      ...at,
      signature,
      meant: 'items',
    };
    const unreachable: RunFinding = {
      severity: 'warning',
      mistake: { kind: 'unreachable' },
      position: { line: 3, column: 1 },
      quotedLine: 'console.log(1)',
    };
    expect(presentFindings([finding, unreachable])).toBe(
      [
        'error at line 2, column 10:',
        '  2 | return r.itms;',
        '  The value of mcp__github__search has no "itms" (did you mean "items"?). If it is there all the same, read it as ["itms"].',
        `  ${signature}`,
        'warning at line 3, column 1:',
        '  3 | console.log(1)',
        '  This is never reached: the program has left before it.',
      ].join('\n'),
    );
    expect(presentFindings([])).toBe('');
  });

  it.each<[RunFinding['mistake'], string]>([
    [
      { ...field, known: Array.from({ length: 14 }, (_, index) => `f${index}`) },
      'The value of mcp__github__search has no "itms". It has f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11 and 2 more. If it is there all the same, read it as ["itms"].',
    ],
    [
      { ...field, known: [], type: 'an array' },
      'In the value of mcp__github__search, this is an array: it has no "itms". If it is there all the same, read it as ["itms"].',
    ],
    [
      { ...field, isObserved: true },
      'The value of mcp__github__search has no "itms" in what came so far. It has items.',
    ],
    [
      { kind: 'field', toolId, isObserved: false, known: ['items'] },
      'The value of mcp__github__search is no list here. It has items.',
    ],
    [
      { kind: 'await', field: 'items' },
      'A promise has no "items": put "await" before the call that makes it.',
    ],
    [
      { kind: 'await' },
      'This is a promise, not its value: put "await" before the call that makes it.',
    ],
    [
      { kind: 'floating', toolId, isForEach: false },
      'Nobody waits for this call of mcp__github__search: put "await" before it, or it may be cancelled when the program returns.',
    ],
    [
      { kind: 'floating', isForEach: true },
      'forEach() waits for nothing: the program goes on before these calls are done. Use "for (const … of …)" with "await", or "await Promise.all(list.map(…))".',
    ],
    [
      { kind: 'global', name: 'fetch' },
      'There is no network here: call a tool instead (search() finds one).',
    ],
    [
      { kind: 'global', name: 'constructor' },
      'Nothing is called "constructor" here: declare it, or correct the name.',
    ],
    [
      { kind: 'binding', name: 'a', isConstant: true },
      '"a" is a constant and cannot be given another value: declare it with "let".',
    ],
    [
      { kind: 'binding', name: 'a', isConstant: false },
      '"a" is used before the line that declares it.',
    ],
  ])('says of %j what is wrong, and what to do', (mistake, text) => {
    expect(words(mistake)).toEqual([text]);
  });

  it('lists all that is wrong with the arguments of a call', () => {
    const problems = [
      { path: 'args.state', text: 'must be "a" | "b", not another string', nearest: '"a"' },
      { path: 'args.id', text: 'is missing: number' },
    ];
    expect(words({ kind: 'arguments', toolId, problems }, { signature })).toEqual([
      'args.state must be "a" | "b", not another string (try "a")',
      'args.id is missing: number',
      signature,
    ]);
  });

  it('shows foreign names and lines as what they are', () => {
    const text = presentFindings([
      {
        severity: 'error',
        mistake: { ...field, field: 'a\u202eb\n', known: ['x\u001b[2J'] },
        position: at.position,
        quotedLine: 'return r.\u202e;',
      },
    ]);
    expect(text).not.toMatch(/[\u202e\u001b]/);
    expect(text.split('\n')).toHaveLength(3);
  });
});
