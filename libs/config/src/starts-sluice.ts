/**
 * Whether a command line visibly starts Sluice: by its command, or as what a package runner, Node, a
 * shell or `env` is told to start. Only the place of the program counts: a folder or an argument that
 * happens to be called `sluice` is none.
 */
export function startsSluice(command: string, args: readonly string[]): boolean {
  let words: readonly string[] = [command, ...args];
  // Wrappers may wrap each other (cmd /c npx …); a handful is more than anyone writes.
  for (let depth = 0; depth < 8; depth++) {
    const [first = '', ...rest] = words;
    if (isSluice(first)) return true;
    const inner = wrappers[programName(first)]?.(rest);
    if (inner === undefined) return false;
    if (inner.packages.some(isSluice)) return true;
    words = inner.words;
  }
  return false;
}

interface Inner {
  /** Packages named by an option such as `--package`. */
  readonly packages: readonly string[];
  /** The program that is started, and its arguments. */
  readonly words: readonly string[];
}

type Unwrap = (args: readonly string[]) => Inner;

const node: Unwrap = (args) =>
  skipOptions(args, /^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/);
const packageRunner: Unwrap = (args) =>
  skipOptions(args, /^(-p|--package|-c|--call|--registry|--prefix|-w|--workspace)$/);
const packageManager: Unwrap = (args) =>
  packageRunner(/^(exec|x|dlx|run)$/.test(args[0] ?? '') ? args.slice(1) : args);
const shell: Unwrap = (args) => {
  const at = args.findIndex((arg) => /^(-[a-z]*c|\/c)$/i.test(arg));
  const rest = at < 0 ? [] : args.slice(at + 1);
  return {
    packages: [],
    words: rest.flatMap((arg) => arg.replace(/["']/g, '').trim().split(/\s+/)),
  };
};
const env: Unwrap = (args) => ({
  packages: [],
  words: args.slice(args.findIndex((arg) => !arg.startsWith('-') && !arg.includes('='))),
});
const deno: Unwrap = (args) => node(args[0] === 'run' ? args.slice(1) : args);

const wrappers: Readonly<Record<string, Unwrap | undefined>> = Object.assign(
  Object.create(null) as Record<string, Unwrap>,
  {
    node,
    tsx: node,
    deno,
    npx: packageRunner,
    pnpx: packageRunner,
    bunx: packageRunner,
    npm: packageManager,
    pnpm: packageManager,
    yarn: packageManager,
    bun: packageManager,
    cmd: shell,
    sh: shell,
    bash: shell,
    zsh: shell,
    env,
  },
);

function skipOptions(args: readonly string[], withValue: RegExp): Inner {
  const packages: string[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) break;
    const named = /^(?:--package=|-p=)(.*)$/.exec(arg)?.[1];
    if (named !== undefined) packages.push(named);
    if (!withValue.test(arg)) continue;
    at++;
    if (/^(-p|--package)$/.test(arg)) packages.push(args[at] ?? '');
  }
  return { packages, words: args.slice(at) };
}

/** `sluice`, `sluice@1.2.3`, `npm:sluice`, `…/.bin/sluice`, `…/sluice/dist/bin/main.js`, and the HTTP host alike. */
function isSluice(word: string): boolean {
  const path = word.replaceAll('\\', '/').replace(/^npm:/, '');
  if (/^(sluice|@sluice\/http-host)(@[^/]*)?$/.test(path)) return true;
  if (/^@[^/]+\/[^/]+$/.test(path)) return false; // another scope's package
  if (/(^|\/)sluice(\.(cmd|exe|ps1|bat))?$/i.test(path)) return true;
  return /(^|\/)(sluice|stdio-host|http-host)\/(dist\/bin\/main\.js|src\/main\.ts)$/.test(path);
}

function programName(command: string): string {
  const name = command.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return name.toLowerCase().replace(/\.(cmd|exe|ps1|bat)$/, '');
}
