import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { DenoOrigin, ErrorCode } from '@sluice/contracts';

/** What {@link findDeno} looks at. */
export interface FindDenoInput {
  /** `sandbox.deno`. */
  readonly setting: string | undefined;
  /** Variables by name: `SLUICE_DENO`, `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** File URL from which the npm package `deno` is resolved. @default this file */
  readonly resolveFrom?: string;
}

/** Where Deno is, or what to do about its absence. */
export type FoundDeno =
  | { readonly ok: true; readonly path: string; readonly from: DenoOrigin }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, 'RUNNER_NOT_FOUND'>;
      readonly message: string;
      readonly hint: string;
    };

/**
 * Finds the Deno binary: the one that is set (`sandbox.deno`, then `SLUICE_DENO`), the one of the
 * npm package, the one on PATH. A set path that is no executable file is an error, not a reason to
 * look further. Of the package the platform's own binary is taken, never its Node launcher: that
 * costs three times the start, and killing it leaves the real process behind.
 */
export function findDeno(input: FindDenoInput): FoundDeno {
  const { setting, environment } = input;
  const variable = environment['SLUICE_DENO'];
  // Settings hold the variable's value where it is set: then it is the variable that is wrong or right.
  if (setting && setting !== variable) return setDeno('sandbox.deno', setting, input);
  if (variable) return setDeno('SLUICE_DENO', variable, input);
  const packaged = packagedDeno(input);
  if (packaged !== undefined) return { ok: true, path: packaged, from: 'package' };
  const onPath = denoOnPath('deno', input);
  if (onPath !== undefined) return { ok: true, path: onPath, from: 'PATH' };
  return {
    ok: false,
    code: 'RUNNER_NOT_FOUND',
    message: `Cannot find Deno: no npm package "deno" for ${input.platform}-${input.arch} beside Sluice, and no deno on PATH`,
    hint: installHint(input.platform),
  };
}

function setDeno(
  name: 'sandbox.deno' | 'SLUICE_DENO',
  value: string,
  input: FindDenoInput,
): FoundDeno {
  const isName = !/[\\/]/.test(value);
  const path = isName ? denoOnPath(value, input) : value;
  if (path !== undefined && isExecutable(path)) return { ok: true, path, from: name };
  return {
    ok: false,
    code: 'RUNNER_NOT_FOUND',
    message: `Cannot start Deno: ${name} is "${value}", which is no executable ${isName ? 'on PATH' : 'file'}`,
    hint: `Set ${name} to the full path of Deno, or remove it to use the npm package "deno".`,
  };
}

function packagedDeno({ platform, arch, resolveFrom }: FindDenoInput): string | undefined {
  const libc = platform === 'linux' ? '-glibc' : '';
  try {
    const launcher = createRequire(resolveFrom ?? import.meta.url).resolve('deno/package.json');
    const platformPackage = createRequire(launcher).resolve(
      `@deno/${platform}-${arch}${libc}/package.json`,
    );
    const path = join(dirname(platformPackage), executableName('deno', platform));
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function denoOnPath(name: string, { environment, platform }: FindDenoInput): string | undefined {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  return folders
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, executableName(name, platform)))
    .find(isExecutable);
}

function executableName(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' && !name.endsWith('.exe') ? `${name}.exe` : name;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What to do when there is no Deno, or one that does not start. */
export function installHint(platform: NodeJS.Platform): string {
  const musl =
    platform === 'linux'
      ? ' The npm package has no build for musl (Alpine): install Deno for your system and set sandbox.deno.'
      : '';
  return `Run npm i deno beside Sluice, or install Deno and set sandbox.deno or SLUICE_DENO to its path.${musl}`;
}
