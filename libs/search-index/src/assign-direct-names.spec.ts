import { describe, expect, it } from 'vitest';
import { assignDirectNames } from './assign-direct-names.js';

const wish = (prefix: string, tool: string) => ({ id: `mcp__${prefix}__${tool}`, prefix, tool });
const namesOf = (...wishes: ReturnType<typeof wish>[]) => {
  const names = assignDirectNames(wishes);
  return wishes.map(({ id }) => names.get(id));
};

describe('assignDirectNames()', () => {
  it('joins prefix and tool, and leaves a tool without a prefix as it is', () => {
    expect(
      namesOf(wish('files', 'read.all-now'), wish('', 'echo'), wish('my server', 'x')),
    ).toEqual(['files_read.all-now', 'echo', 'my_server_x']);
  });

  it('gives tools that would share a name one of their own each, in whatever order they come', () => {
    const [first, second] = [wish('a_b', 'c'), wish('a', 'b_c')];
    const there = namesOf(first, second);
    const back = namesOf(second, first);
    expect(there).toEqual([...back].reverse());
    expect(new Set(there).size).toBe(2);
    for (const name of there) expect(name).toMatch(/^a_b_c_[a-z0-9]{6}$/);
  });

  it('keeps names within 64 characters that every client takes, each its own', () => {
    const odd = ['工具', 'поиск', '🧪', '...', '', 'get issue', 'get.issue', 'x'.repeat(300)];
    const longer = ['a', 'b'].map((end) => `${'long'.repeat(20)}${end}`);
    const names = namesOf(...[...odd, ...longer].map((tool) => wish('fake', tool)));
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it('takes no name that another tool has by itself', () => {
    const [odd] = namesOf(wish('s', 'ü'));
    const names = namesOf(wish('s', 'ü'), wish('', String(odd)));
    expect(names[1]).toBe(odd);
    expect(names[0]).not.toBe(odd);
    expect(names[0]).toMatch(/^s___[a-z0-9]{6}$/);
  });
});
