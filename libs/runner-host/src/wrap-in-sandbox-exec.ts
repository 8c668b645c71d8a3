import { fileURLToPath } from 'node:url';
import type { BareCommand, DenoCommandInput } from './deno-command.js';
import type { RunnerLayers } from './runner-layers.js';

/**
 * Puts a command under a sandbox profile of macOS that denies all but what a runner needs: to be
 * executed, to read the system's libraries, Deno and the bundle, and to use what it inherited.
 *
 * On paper: the profile follows the man page sandbox-exec(1) and the profiles in /System/Library/Sandbox;
 * the probe at the start decides whether it is used.
 */
export function wrapInSandboxExec(
  { command, args }: BareCommand,
  { path }: NonNullable<RunnerLayers['sandboxExec']>,
  { runnerUrl, window }: Pick<DenoCommandInput, 'runnerUrl' | 'window'>,
): BareCommand {
  const deno = profileText(command);
  const profile = [
    '(version 1)',
    '(deny default)',
    `(allow process-exec (literal ${deno}))`,
    `(allow file-read* (literal ${deno}) (literal ${profileText(fileURLToPath(runnerUrl))})`,
    ...(window ? [` (literal ${profileText(window.path)})`] : []),
    ' (subpath "/usr/lib") (subpath "/System/Library") (subpath "/private/var/db/dyld") (literal "/dev/null")',
    ' (literal "/dev/random") (literal "/dev/urandom"))',
    '(allow file-read-metadata)',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(deny network*)',
  ].join('\n');
  return { command: path, args: ['-p', profile, command, ...args] };
}

/** A path as text of the profile language, whose strings know the escapes `\"` and `\\`. */
function profileText(path: string): string {
  return `"${path.replace(/[\\"]/g, (sign) => `\\${sign}`)}"`;
}
