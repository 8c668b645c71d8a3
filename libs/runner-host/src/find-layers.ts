import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { RunnerLayers } from './runner-layers.js';

/** The part of the system that {@link findLayers} looks at; tests hand in another one. */
export interface LayerSystem {
  exists(path: string): boolean;
  /** Text of a file, or undefined where it cannot be read. */
  readText(path: string): string | undefined;
}

/** What {@link findLayers} takes. */
export interface FindLayersInput {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** `PATH` is looked at. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @default this machine */
  readonly system?: LayerSystem;
}

const shell = '/bin/sh';

/**
 * The layers that this machine may have. That something is there says nothing about whether it
 * works; that is tried afterwards.
 */
export function findLayers(input: FindLayersInput): RunnerLayers {
  const { platform, system = thisMachine } = input;
  if (platform === 'win32') return { job: true };
  const limits = system.exists(shell) ? { limits: { shell } } : {};
  if (platform === 'darwin') {
    const path = '/usr/bin/sandbox-exec';
    return {
      ...limits,
      ...(system.exists(shell) ? { leash: { shell } } : {}),
      ...(system.exists(path) ? { sandboxExec: { path } } : {}),
    };
  }
  if (platform !== 'linux') return limits;
  const libc = findLibc(input.arch, system);
  const bubblewrap = findOnPath('bwrap', input.environment, system);
  return {
    ...limits,
    ...(libc === undefined ? {} : { hardening: { libc } }),
    ...(libc === undefined || bubblewrap === undefined
      ? {}
      : { bubblewrap: { path: bubblewrap, systemPaths: systemPaths(libc, input.arch, system) } }),
  };
}

/** Where distributions keep it, should the maps of this process not tell. */
const usualLibcs: Readonly<Record<string, readonly string[]>> = {
  x64: ['/lib/x86_64-linux-gnu/libc.so.6', '/lib64/libc.so.6', '/usr/lib/libc.so.6'],
  arm64: ['/lib/aarch64-linux-gnu/libc.so.6', '/lib64/libc.so.6', '/usr/lib/libc.so.6'],
};

/** The C library that this very process uses is the one that Deno, built for glibc too, will find. */
function findLibc(arch: string, system: LayerSystem): string | undefined {
  const usual = usualLibcs[arch];
  if (usual === undefined) return undefined;
  const mapped = /^\S+ r\S+ \S+ \S+ \S+ +(\/\S*\/libc(?:\.so\.6|-2\.\d+\.so))$/m.exec(
    system.readText('/proc/self/maps') ?? '',
  );
  return [mapped?.[1], ...usual].find((path) => path !== undefined && system.exists(path));
}

/** Where the dynamic linker looks without its cache, which a runner does not see. */
const usualFolders: Readonly<Record<string, readonly string[]>> = {
  x64: ['/lib/x86_64-linux-gnu'],
  arm64: ['/lib/aarch64-linux-gnu'],
};

/** The dynamic linker and the folder of the C library: all that Deno loads. */
function systemPaths(libc: string, arch: string, system: LayerSystem): readonly string[] {
  const folder = dirname(libc);
  const linkers = ['/lib64', '/lib/ld-linux-aarch64.so.1', ...(usualFolders[arch] ?? [])];
  const others = linkers.filter((path) => path !== folder && system.exists(path));
  return [folder, ...others];
}

function findOnPath(
  name: string,
  environment: FindLayersInput['environment'],
  system: LayerSystem,
): string | undefined {
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((path) => system.exists(path));
}

const thisMachine: LayerSystem = {
  exists: existsSync,
  readText(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
};
