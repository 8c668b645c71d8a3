import type { ProgramText } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { readProgram, readSmallProgram } from './read-program.js';

const textOf = (code: string, maxBytes = 262_144): ProgramText => ({
  code,
  maxBytes,
  bareServers: ['github'],
});
/** The parser reads each of these twice, inside each of its readings of the one before. */
const nested = 'f<T>(x=>'.repeat(40);

describe('readProgram()', () => {
  it('returns in one piece of plain data all that is read from a text', () => {
    const reading = readProgram(
      textOf(
        '```ts\nconst id = 9007199254740993;\nasync () => github.get({ id: [1] }, tools)\n```',
      ),
    );
    expect(structuredClone(reading)).toEqual({
      ok: true,
      text: 'const id = 9007199254740993;\nreturn (async () => github.get({ id: [1] }, tools))(tools)\n',
      origin: Uint32Array.of(0, 6, 1, 29, 35, 0, 37, 35, 1, 79, 77, 0, 87, 77, 1),
      repairs: ['removed a Markdown fence', 'called the function that was given'],
      calls: [
        {
          target: { kind: 'member', server: 'github', tool: 'get' },
          args: { id: [1] },
          position: { line: 2, column: 21 },
        },
      ],
      dynamic: [{ position: { line: 2, column: 45 }, reason: '"tools" is handed on as a whole' }],
      rounded: [
        {
          digits: '9007199254740993',
          becomes: '9007199254740992',
          position: { line: 1, column: 12 },
        },
      ],
    });
  });

  it('tells a hundred dynamic places of a text that is full of them', () => {
    const reading = readProgram(textOf('f(tools);'.repeat(20_000)));
    expect(reading.ok && reading.dynamic.length).toBe(100);
  });

  it('refuses a text over the limit in bytes, naming limit, size and setting', () => {
    const code = `"${'é'.repeat(10)}"`;
    expect(readProgram(textOf(code, 20))).toEqual({
      ok: false,
      error: {
        code: 'PROGRAM_TOO_LARGE',
        message:
          'Cannot run the program: its text has 22 bytes, the limit is 20 (sandbox.maxProgramBytes)',
        hint: 'Hand large inputs over in "data" instead of the code, or raise sandbox.maxProgramBytes.',
      },
    });
    expect(readProgram(textOf(code, 22)).ok).toBe(true);
  });

  it('says where a text cannot be parsed', () => {
    expect(readProgram(textOf('\ufeffconst a = 1;\r\nconst b = ;'))).toEqual({
      ok: false,
      error: {
        code: 'PROGRAM_SYNTAX',
        message: 'Cannot parse the program: Unexpected ";"',
        position: { line: 2, column: 11 },
      },
    });
  });
});

describe('readSmallProgram()', () => {
  it.each([
    'return github.get({})',
    'return (',
    'f<A>(x => g<B>(y => y))',
    `x(${'1,'.repeat(2000)}1)`,
  ])('reads %s as readProgram() does', (code) => {
    expect(readSmallProgram(textOf(code))).toEqual(readProgram(textOf(code)));
  });

  it('leaves a long text alone, but for one that is over the limit anyway', () => {
    const code = `x(${'1,'.repeat(2050)}1)`;
    expect(readSmallProgram(textOf(code))).toBeUndefined();
    expect(readSmallProgram(textOf(code, 4000))).toMatchObject({
      error: { code: 'PROGRAM_TOO_LARGE' },
    });
  });

  it.each([nested, `text\n\`\`\`ts\n${nested}`, 'a<b<c<d<e<f>(x);'.repeat(250)])(
    'gives up a short text that keeps the parser busy: %s',
    (code) => {
      expect(readSmallProgram(textOf(code))).toBeUndefined();
    },
  );
});
