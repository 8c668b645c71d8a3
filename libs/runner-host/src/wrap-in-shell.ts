import type { BareCommand, DenoCommandInput } from './deno-command.js';

/**
 * Lets a shell set resource limits, which the kernel keeps for root too, and become the command.
 * Whatever the shell refuses ends it, so that a runner with fewer limits than ordered never starts.
 *
 * - no core dump, no byte to any file, few descriptors.
 * - CPU time: SIGXCPU at the limit, SIGKILL a second later. The clock of the host comes first; this
 *   is for a host that is busy or gone.
 * - data (Linux): V8's heap limit does not count array buffers and WebAssembly, this does. Other
 *   systems do not keep it.
 *
 * With the layer `leash` the shell stays: it ends the command, and itself, when descriptor 3 closes,
 * which happens when the host is gone, however it went.
 */
export function wrapInShell(bare: BareCommand, input: DenoCommandInput): BareCommand {
  const { layers } = input;
  const shell = layers.limits?.shell ?? layers.leash?.shell;
  if (shell === undefined) return bare;
  const script = [
    ...(layers.limits ? limitLines(input) : []),
    ...(layers.leash ? leashLines : ['exec "$0" "$@"']),
  ].join(' && ');
  return { command: shell, args: ['-c', script, bare.command, ...bare.args] };
}

/** Descriptors: Deno itself holds about 20. */
const maxOpenFiles = 64;

function limitLines({ cpuSeconds, dataMb, platform }: DenoCommandInput): readonly string[] {
  return [
    'ulimit -c 0',
    'ulimit -f 0',
    `ulimit -n ${maxOpenFiles}`,
    `ulimit -S -t ${cpuSeconds}`,
    `ulimit -H -t ${cpuSeconds + 1}`,
    ...(platform === 'linux' ? [`ulimit -d ${dataMb * 1024}`] : []),
  ];
}

/** Background commands lose their stdin, so it is handed on by another number. */
const leashLines = [
  'exec 4<&0',
  '{ "$0" "$@" <&4 3<&- 4<&- & }',
  'child=$!',
  'exec 0<&- 4<&-',
  '{ { read -r _ <&3; kill -9 "$child"; } >&- 2>&- & }',
  'watch=$!',
  'exec 3<&-',
  '{ wait "$child"; status=$?; kill -9 "$watch"; exit "$status"; }',
];
