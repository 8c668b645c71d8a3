import type { ConfigContext } from './config-context.js';
import type { ConfigFile, ConfigInput } from './config-input.js';
import { createConfigSource } from './config-source.js';
import { notingSources } from './noting-sources.js';
import { textLimits } from './settings-limits.js';
import { substitute } from './substitute.js';

/** The {@link ConfigContext} of one file: its text, and where its substitutions and paths lead. */
export function createConfigContext(
  input: ConfigInput,
  file: ConfigFile,
  warn: (line: string) => void,
): ConfigContext {
  const { environment, homeFolder } = input;
  const folder = file.folder ?? folderOf(file.path);
  const isOfFolder = file.origin === 'project' || file.origin === 'workspace';
  const origin = isOfFolder ? 'project' : file.origin === 'client' ? 'client' : undefined;
  const resolvePath = (path: string) => {
    const inHome = /^~(?:[/\\](.*))?$/s.exec(path);
    return inHome
      ? input.resolvePath(homeFolder, inHome[1] ?? '')
      : input.resolvePath(folder, path);
  };
  const sources = {
    variable: (name: string) => own(file.variables ?? {}, name) ?? own(environment, name),
    file: (path: string) => {
      const named = resolvePath(path);
      if (!isOfFolder) return input.readTextFile(named);
      const real = input.realPathWithin?.(folder, named);
      if (real === undefined) throw Object.assign(new Error('outside'), { code: 'EOUTSIDE' });
      return input.readTextFile(real);
    },
    maxFileLength: textLimits.insertedFileLength,
    ...(file.origin === 'own' && { command: input.runCommand, keychain: input.readKeychain }),
  };
  return {
    source: createConfigSource(file),
    ...(origin && { origin }),
    substituteText: (text, note) => substitute(text, notingSources(sources, note)),
    substituteIdly: (text, note) =>
      substitute(
        text,
        notingSources({ ...sources, command: () => nothing, keychain: () => nothing }, note),
      ),
    resolvePath,
    warn,
  };
}

function own(from: Readonly<Record<string, string | undefined>>, name: string) {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

const nothing = { ok: true, text: '' } as const;

/** A backslash ends a folder only where paths are Windows ones. */
function folderOf(path: string): string {
  const separators = path.startsWith('/') ? /\/[^/]*$/ : /[/\\][^/\\]*$/;
  const folder = path.replace(separators, '') || '/';
  // "C:" alone would be the current folder of that drive.
  return /^[A-Za-z]:$/.test(folder) ? `${folder}\\` : folder;
}
