import { describe, expect, it } from 'vitest';
import { compileGlob } from './compile-glob.js';

describe('compileGlob()', () => {
  it.each([...'[]{}()!\\'])('refuses %s, which other glob dialects read otherwise', (character) => {
    expect(compileGlob(`mcp__x${character}*`)).toEqual({
      ok: false,
      problem: `holds "${character}"`,
    });
  });

  it('refuses extended globs by their parenthesis', () => {
    for (const pattern of ['+(a|b)', '@(a)', '?(a)', '*(a)', '!(a)']) {
      expect(compileGlob(pattern).ok).toBe(false);
    }
  });

  it('refuses the empty pattern', () => {
    expect(compileGlob('')).toEqual({ ok: false, problem: 'is empty and would match nothing' });
  });

  it('takes every other character as it stands', () => {
    expect(compileGlob('a+b@c|d^e$f#g,h/i.j-k~l&m"n\'o:p;q<r>s=t%u').ok).toBe(true);
  });

  it('has one folded spelling for an ASCII pattern, so that a decision stays cheap', () => {
    const compiled = compileGlob('mcp__GitHub__delete_*');
    expect(compiled.ok && compiled.glob.folded).toHaveLength(1);
  });
});
