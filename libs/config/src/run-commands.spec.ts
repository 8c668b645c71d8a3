import { describe, expect, it } from 'vitest';
import type { ConfigFile, RunCommand } from './config-input.js';
import { readSettings } from './read-settings.js';

function read(entry: object, origin: ConfigFile['origin'], outcome?: ReturnType<RunCommand>) {
  const ran: (readonly string[])[] = [];
  const { servers } = readSettings({
    files: [{ path: '/c', text: JSON.stringify({ mcpServers: { a: entry } }), origin }],
    environment: {},
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, file) => `${folder}/${file}`,
    runCommand: (words) => {
      ran.push(words);
      return outcome ?? { ok: true, text: '${X}{file:y}\n' };
    },
  });
  const [{ problem, transport } = { problem: undefined, transport: undefined }] = servers;
  return { ran, problem: problem && `${problem.message} | ${problem.hint}`, transport };
}

const entry = { command: 'x', env: { K: 'a {cmd:pass show "my key"} b' } };

describe('{cmd:…}', () => {
  it("puts a command's output in, literally, where the user's own file says so", () => {
    const { ran, transport } = read(entry, 'own');
    expect(ran).toEqual([['pass', 'show', 'my key']]);
    expect(transport).toMatchObject({ env: { K: 'a ${X}{file:y} b' } });
  });

  it.each(['named', undefined] as const)('is refused in a file of the origin %s', (origin) => {
    expect(read(entry, origin)).toMatchObject({
      ran: [],
      problem:
        'Cannot start upstream "a": env.K holds {cmd:…}, which only your own configuration file in its usual place may use | Put the value into a variable and write ${NAME}, or into a file and write {file:path}.',
    });
  });

  it('runs nothing for a server that is off', () => {
    expect(read({ ...entry, enabled: false }, 'own').ran).toEqual([]);
  });

  it('says how a command failed, and what cannot be read', () => {
    expect(read(entry, 'own', { ok: false, reason: 'ended with 1' }).problem).toBe(
      'Cannot start upstream "a": env.K holds a command ("pass") that ended with 1 | Try the command in a terminal.',
    );
    expect(read({ command: 'x', args: ['{cmd:x "y}'] }, 'own').problem).toBe(
      'Cannot start upstream "a": args[0] holds a command that cannot be read | Write {cmd:program argument "another one"}; no shell reads it.',
    );
    expect(read({ command: 'x', args: ['{cmd:awk {x}}'] }, 'own').problem).toContain(
      'args[0] holds a substitution that cannot be read',
    );
  });
});
