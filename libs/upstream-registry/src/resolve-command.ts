import { SluiceError } from '@sluice/contracts';

/** What {@link resolveCommand} reads. */
export interface CommandInput {
  readonly command: string;
  readonly args: readonly string[];
  readonly platform: NodeJS.Platform;
  /** The environment of the child: `PATH`, `PATHEXT` and `COMSPEC` are read, whatever their case. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a file is there. Only asked on Windows. */
  readonly fileExists: (path: string) => boolean;
}

/** What to hand to `spawn`. */
export interface ResolvedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are one ready command line (Windows, through cmd.exe). */
  readonly verbatim: boolean;
}

/**
 * Finds what to start for a configured command. Elsewhere than on Windows that is the command
 * itself. On Windows bare names are looked up with `PATHEXT`, as a shell does it (`npx` is
 * `npx.cmd`), and batch files go through cmd.exe with each argument quoted so that none of it is
 * read as a command or a variable (CVE-2024-24576: quotes doubled, `%` split, no line breaks).
 *
 * @throws SluiceError `UPSTREAM_START` when an argument of a batch file cannot be quoted.
 */
export function resolveCommand(input: CommandInput): ResolvedCommand {
  if (input.platform !== 'win32') return { file: input.command, args: input.args, verbatim: false };
  const file = findOnWindows(input) ?? input.command;
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args: input.args, verbatim: false };
  const line = [file, ...input.args].map(quoteForBatch).join(' ');
  return {
    file: variable(input.environment, 'COMSPEC') ?? 'cmd.exe',
    args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
    verbatim: true,
  };
}

function findOnWindows(input: CommandInput): string | undefined {
  const extensions = (variable(input.environment, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter((extension) => extension !== '');
  const endsAsProgram = extensions.some((extension) =>
    input.command.toLowerCase().endsWith(extension.toLowerCase()),
  );
  // A file without an extension is a shell script there (npm puts one beside npx.cmd), so it is no candidate.
  const names = [
    ...(endsAsProgram ? [input.command] : []),
    ...extensions.map((extension) => input.command + extension.toLowerCase()),
  ];
  const folders = /[\\/]/.test(input.command)
    ? ['']
    : (variable(input.environment, 'PATH') ?? '')
        .split(';')
        .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
        .filter((folder) => folder !== '')
        .map((folder) => (/[\\/]$/.test(folder) ? folder : `${folder}\\`));
  return folders
    .flatMap((folder) => names.map((name) => folder + name))
    .find((path) => input.fileExists(path));
}

function variable(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const found = Object.entries(environment).find(([key]) => key.toUpperCase() === name);
  return found?.[1];
}

/**
 * One argument for a batch file: in quotes, so that `&`, `|`, `<`, `>`, `^` and `!` are text both for
 * cmd.exe and for the batch file's own `%*`; a quote is doubled; `%` is followed by the empty
 * expansion `%cd:~,%`, so that no variable name forms.
 */
function quoteForBatch(argument: string): string {
  if (/[\r\n\0]/.test(argument))
    throw new SluiceError(
      'UPSTREAM_START',
      `Cannot hand the argument ${JSON.stringify(argument.replace(/[^\r\n\0]/g, '·'))} to a batch file: it holds a line break or a NUL`,
      { hint: 'Remove it, or set command to the program behind the .cmd or .bat file.' },
    );
  const quoted = argument
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\+)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%');
  return `"${quoted}"`;
}
