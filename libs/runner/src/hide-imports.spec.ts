import { describe, expect, it } from 'vitest';
import { hideImports, importStub } from './hide-imports.js';

describe('hideImports()', () => {
  it.each([
    ['await import("npm:ms")', `await ${importStub}("npm:ms")`],
    ['import ( x )', `${importStub} ( x )`],
    ['import/* a */(x)', `${importStub}/* a */(x)`],
    ['import // a\n(x)', `${importStub} // a\n(x)`],
    [
      'import.source("x"); import.defer ("y")',
      `${importStub}.source("x"); ${importStub}.defer ("y")`,
    ],
    [
      '`a ${import("x")} b ${ { a: `${import("y")}` } }`',
      `\`a \${${importStub}("x")} b \${ { a: \`\${${importStub}("y")}\` } }\``,
    ],
    ['a / import("x") / b', `a / ${importStub}("x") / b`],
    [
      'if (a) { x } /import("r")/.test(y); import("z")',
      `if (a) { x } /import("r")/.test(y); ${importStub}("z")`,
    ],
    ['return /[/"]import(/ + import("x")', `return /[/"]import(/ + ${importStub}("x")`],
    ["const é = 1, ünï = 'x'; import(é)", `const é = 1, ünï = 'x'; ${importStub}(é)`],
  ])('renames a dynamic import: %s', (program, expected) => {
    expect(hideImports(program)).toBe(expected);
  });

  it.each([
    'const text = "import(1)"',
    "const text = 'it\\'s import(1)'",
    '`import(1) \\` import(2) $ { import(3) }`',
    '// import(1)\n/* import(2) */ /** @param import(3) */',
    'const url = import.meta.url',
    'import x from "y"; import { z } from "z"; import * as q from "q"',
    'const important = 1; reimport(2); $import(3); important(4)',
    'a.import(1); a?.import(2)',
    '/import(1)/.test(x)',
    'const a = { import: 1 }; a["import"](2)',
    'class A { #import(x) {} }',
    'x = y / 2; // import(1)',
    '"import("',
    '`import(',
    "'import(\n1",
  ])('leaves all else as it is: %s', (program) => {
    expect(hideImports(program)).toBe(program);
  });

  it('keeps the length, and so every position', () => {
    const program = 'const a = import("x"), b = import("y")\nimport("z")';
    expect(hideImports(program)).toHaveLength(program.length);
    expect(importStub).toHaveLength('import'.length);
  });

  it('reads a large program in time that grows with its size', () => {
    const time = (count: number) => {
      const program = 'const a = `x${"y"}` / 2; import("z");\n'.repeat(count);
      const start = performance.now();
      expect(hideImports(program)).toHaveLength(program.length);
      return performance.now() - start;
    };
    time(500);
    expect(time(6400)).toBeLessThan(40 * Math.max(time(800), 2));
  });
});
