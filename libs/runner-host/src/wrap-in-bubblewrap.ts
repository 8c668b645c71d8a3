import { fileURLToPath } from 'node:url';
import type { BareCommand, DenoCommandInput } from './deno-command.js';
import type { RunnerLayers } from './runner-layers.js';

/**
 * Puts a command into namespaces of its own (user, mount, process, network, IPC, host name), with
 * nothing to see but Deno, the bundle, the system's libraries and the window, all read-only. It dies with the
 * host. `/proc` is that of its own namespace: without one, Deno fails at the first look at itself.
 */
export function wrapInBubblewrap(
  { command, args }: BareCommand,
  { path, systemPaths }: NonNullable<RunnerLayers['bubblewrap']>,
  { runnerUrl, window }: Pick<DenoCommandInput, 'runnerUrl' | 'window'>,
): BareCommand {
  const visible = [
    ...systemPaths,
    command,
    fileURLToPath(runnerUrl),
    ...(window ? [window.folder] : []),
  ];
  return {
    command: path,
    args: [
      '--unshare-all',
      '--die-with-parent',
      '--cap-drop',
      'ALL',
      ...visible.flatMap((place) => ['--ro-bind', place, place]),
      '--proc',
      '/proc',
      '--remount-ro',
      '/',
      '--chdir',
      '/',
      command,
      ...args,
    ],
  };
}
