import { describe, expect, it } from 'vitest';
import { refusal } from './fixtures/harness.js';
import { resolveCommand } from './resolve-command.js';

const files = new Set([
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npx',
  'C:\\Program Files\\nodejs\\npx.cmd',
  'C:\\tools\\run.bat',
]);
const environment = {
  Path: 'C:\\Windows;"C:\\Program Files\\nodejs";C:\\tools\\',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  ComSpec: 'C:\\Windows\\system32\\cmd.exe',
};
const onWindows = (command: string, args: readonly string[] = []) =>
  resolveCommand({
    command,
    args,
    platform: 'win32',
    environment,
    fileExists: (path) => files.has(path),
  });
const npx = 'C:\\Program Files\\nodejs\\npx.cmd';
const throughCmd = (line: string) => ({
  file: 'C:\\Windows\\system32\\cmd.exe',
  args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
  verbatim: true,
});

describe('resolveCommand()', () => {
  it('changes nothing on other systems', () => {
    const fileExists = () => {
      throw new Error('asked');
    };
    const input = { command: 'npx', args: ['a & b'], environment, fileExists };
    expect(resolveCommand({ ...input, platform: 'linux' })).toEqual({
      file: 'npx',
      args: ['a & b'],
      verbatim: false,
    });
  });

  it.each(['npx', 'npx.cmd', 'NPX.CMD', 'C:\\Program Files\\nodejs\\npx'])(
    'starts %s through cmd.exe',
    (command) => {
      const found = onWindows(command, ['-y', 'pkg']);
      const path = command === 'NPX.CMD' ? command : npx;
      // Windows itself finds NPX.CMD in any case; the fake file system here does not.
      expect(found).toEqual(throughCmd(`"${path}" "-y" "pkg"`));
    },
  );

  it('starts a program file directly, with its arguments untouched', () => {
    expect(onWindows('node', ['a & calc', '%PATH%'])).toEqual({
      file: 'C:\\Program Files\\nodejs\\node.exe',
      args: ['a & calc', '%PATH%'],
      verbatim: false,
    });
  });

  it('leaves no argument of a batch file to be read as a command or a variable', () => {
    const args = ['a & calc', '%PATH%', 'say "hi"', 'C:\\dir\\', 'x\\"', '!x! ^ | < >', '', 'ž日'];
    expect(onWindows('run', args)).toEqual(
      throughCmd(
        '"C:\\tools\\run.bat" "a & calc" "%%cd:~,%PATH%%cd:~,%" "say ""hi""" "C:\\dir\\\\" "x\\\\""" "!x! ^ | < >" "" "ž日"',
      ),
    );
  });

  it('refuses what no quoting can hold', async () => {
    const tried = Promise.resolve().then(() => onWindows('npx', ['a\r\nb']));
    expect(await refusal(tried)).toEqual({
      code: 'UPSTREAM_START',
      message:
        'Cannot hand the argument "·\\r\\n·" to a batch file: it holds a line break or a NUL',
      hint: 'Remove it, or set command to the program behind the .cmd or .bat file.',
    });
  });

  it('leaves an unknown command as it is, for the start to fail on', () => {
    expect(onWindows('uvx', ['x'])).toEqual({ file: 'uvx', args: ['x'], verbatim: false });
  });
});
