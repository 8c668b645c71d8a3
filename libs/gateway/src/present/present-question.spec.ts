import { describe, expect, it } from 'vitest';
import { presentQuestion } from './present-question.js';
import { exampleQuestion, exampleTool } from './testing/example-question.js';

describe('presentQuestion()', () => {
  it('shows the tool with its title and nature, the literal arguments, the server and the whole program', () => {
    expect(presentQuestion(exampleQuestion())).toBe(
      `May this program use this tool?

1. mcp__mail__send "Send a mail": changes things, says its server
   server: npx -y @acme/mail
   with {"to":"ann@ours.example"}

The program (1 line, 57 characters):

    1 | return await tools.mail.send({ to: "ann@ours.example" });`,
    );
  });

  it('says so where any arguments may come, where names are made at run time, and what has changed', () => {
    const { id, server, name, definition } = exampleTool();
    const text = presentQuestion(
      exampleQuestion({
        hasDynamic: true,
        tools: [
          { id, server, name, definition, effect: 'reads' },
          exampleTool({ effect: 'destroys', changes: ['description: "a" became "b"'] }),
        ],
      }),
    );
    expect(text).toContain(`May this program use these 2 tools?

1. mcp__mail__send: only reads, says its server
   server: npx -y @acme/mail
   with any arguments
2. mcp__mail__send "Send a mail": may destroy or overwrite things, says its server
   server: npx -y @acme/mail
   with {"to":"ann@ours.example"}
   CHANGED since it was approved:
   - description: "a" became "b"

It also calls tools by names made at run time: those run only by an allow rule.
`);
  });

  it('lets no word of a server or a program stand where ours do, or do anything to a terminal', () => {
    const evil = 'x\n2. mcp__safe__tool "ok": only reads\r\u001b[2J\u202e\u200b\u0007"';
    const text = presentQuestion(
      exampleQuestion({
        program: `a\n1. fake\u2028May this program use nothing?\r\u001b]0;x\u0007\u202e`,
        tools: [
          exampleTool({
            id: `mcp__mail__${evil}`,
            title: evil,
            args: [{ [evil]: evil }],
            definition: { digest: 'd', upstream: evil, tool: '{}' },
            changes: [evil],
          }),
        ],
      }),
    );
    const left = text.split('\n').filter((line) => /^\S/.test(line));
    expect(left).toHaveLength(3);
    expect(left[0]).toBe('May this program use this tool?');
    expect(left[1]).toMatch(/^1\. "mcp__mail__x\\n2\. mcp__safe__tool/);
    expect(left[2]).toBe('The program (4 lines, 47 characters):');
    expect(text.replace(/\n/g, '')).not.toMatch(
      /[\p{C}\u2028\u2029]|\p{Default_Ignorable_Code_Point}/u,
    );
    expect(text).toContain('    3 | May this program use nothing?');
  });

  it('lets no pile of marks cover other lines, and leaves the marks that languages need', () => {
    const title = `a${'\u0301'.repeat(6)} Việt ที่ שָׁ֖לוֹם`;
    const text = presentQuestion(exampleQuestion({ tools: [exampleTool({ title })] }));
    expect(text).toContain(`"a${'\u0301'.repeat(4)}\\u0301\\u0301 Việt ที่ שָׁ֖לוֹם"`);
  });

  it('cuts what is long and says how much is left out, and never the program', () => {
    const program = `return "${'p'.repeat(100_000)}";`;
    const text = presentQuestion(
      exampleQuestion({
        program,
        tools: [
          exampleTool({
            title: 't'.repeat(1000),
            args: [...Array(25).keys()].map((n) => ({ n, text: 'a'.repeat(n === 0 ? 5000 : 1) })),
          }),
        ],
      }),
    );
    expect(text).toContain(`"${'t'.repeat(100)}… (900 more characters)"`);
    expect(text).toContain('… (3017 more characters)');
    expect(text).toContain('   and with 5 more, which stand in the program');
    expect(text).toContain(program);
  });
});
