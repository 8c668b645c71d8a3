import { describe, expect, it } from 'vitest';
import { addServer } from '../edit-client-file.js';
import type { EditPlace } from '../edit-outcome.js';

const place: EditPlace = { format: 'yaml', sections: [['mcpServers'], ['servers']] };
const docs = { name: 'docs', value: { command: 'x', args: ['a: b'] }, comment: 'from\nCursor' };
const add = (text: string) => {
  const outcome = addServer(text, place, docs);
  return outcome.ok ? outcome.text : outcome.reason;
};
const line = '"docs": {"command":"x","args":["a: b"]}';

describe('addServer() of YAML', () => {
  it('writes behind the last server, in its indentation', () => {
    expect(
      add(
        '# mine\r\nmcpServers:\r\n    a: # one\r\n        command: a # why\r\n\r\npolicy: []\r\n',
      ),
    ).toBe(
      `# mine\r\nmcpServers:\r\n    a: # one\r\n        command: a # why\r\n    # from Cursor\r\n    ${line}\r\n\r\npolicy: []\r\n`,
    );
  });

  it('makes a section where there is none, or only one it cannot write into', () => {
    expect(add('')).toBe(`mcpServers:\n  # from Cursor\n  ${line}\n`);
    expect(add('policy: []')).toBe(`policy: []\nmcpServers:\n  # from Cursor\n  ${line}\n`);
    expect(add('mcpServers: { a: { command: a } }\n')).toBe(
      `mcpServers: { a: { command: a } }\nservers:\n  # from Cursor\n  ${line}\n`,
    );
  });

  it('refuses what it would not understand afterwards', () => {
    const reason = 'its form is one in which Sluice does not know how to write';
    expect(add('{ mcpServers: { a: { command: a } } }\n')).toBe(reason);
    expect(add('mcpServers:\n  - a\nservers: 3\n')).toBe(reason);
    expect(add('a: [')).toBe('it is not YAML');
  });
});
