import { readCompatFlag } from '@sluice/config';
import type { ConfigFile } from '@sluice/config';
import { SluiceError, toSluiceError } from '@sluice/contracts';
import { bareSettings } from './bare-settings.js';
import { compileRules } from './compile-rules.js';
import type { GatewayOptions } from './gateway-options.js';
import { findConfigFiles } from './find-config-files.js';
import type { FoundConfig } from './found-config.js';
import type { RuledSettings } from './live-settings.js';
import { loadSettings } from './load-settings.js';

/** What was loaded. */
export interface LoadedConfig extends RuledSettings {
  /** What is odd about it, one line each. */
  readonly warnings: readonly string[];
  /** Files that could not be used as they are now, one line each. */
  readonly problems: readonly string[];
}

/** Loads the configuration, and again once it may have changed. */
export interface ConfigLoader {
  /** @throws SluiceError `CONFIG_*`, `USAGE` */
  first(): LoadedConfig;
  /**
   * A file that cannot be used keeps what it said last, whole. Throws nothing.
   */
  again(): LoadedConfig;
}

/** Where the configuration is looked for, and what of the command line decides on it. */
export type ConfigOptions = Pick<
  GatewayOptions,
  'environment' | 'isBare' | 'configPath' | 'importPaths' | 'discover' | 'compat' | 'profile'
>;

/** Makes the loader. Nothing is read before it is asked for. */
export function createConfigLoader(options: ConfigOptions): ConfigLoader {
  const { environment, isBare = false, configPath, importPaths, discover, profile } = options;
  const compat = options.compat === undefined ? undefined : readCompatFlag(options.compat);
  const good = new Map<string, string>();
  let last: LoadedConfig | undefined;
  /** What {@link last} was made of. */
  let used: readonly ConfigFile[] = [];

  const load = (found: FoundConfig, by: { profile?: string | undefined }): LoadedConfig => {
    const settings = isBare
      ? bareSettings(environment)
      : loadSettings(environment, { configPath, compat, ...by }, found);
    const ruleWarnings: string[] = [];
    const rules = compileRules(settings, (line) => void ruleWarnings.push(line));
    return {
      settings,
      rules,
      warnings: [...ruleWarnings, ...settings.warnings],
      problems: settings.broken.map(({ message }) => message),
    };
  };
  const find = () =>
    isBare
      ? { files: [], warnings: [], unusable: [] }
      : findConfigFiles(environment, { configPath, importPaths, discover, compat });

  /** Why a file cannot be used by itself. A rule of a project that is left out would open what it closes. */
  const problemOf = (file: ConfigFile): string | undefined => {
    if (good.get(keyOf(file)) === file.text) return undefined;
    try {
      const { settings, rules, problems } = load({ files: [file], warnings: [], unusable: [] }, {});
      if (problems.length > 0) return problems[0];
      if (rules.policy.rules.length < settings.policy.length)
        return `Cannot use the configuration ${file.path}: it has a rule that cannot be read`;
      return undefined;
    } catch (error) {
      return toSluiceError(error).message;
    }
  };
  const remember = (files: readonly ConfigFile[], { settings }: LoadedConfig) => {
    const isBroken = (path: string) => settings.broken.some((one) => one.path === path);
    for (const file of files) if (!isBroken(file.path)) good.set(keyOf(file), file.text);
    used = files;
  };

  return {
    first() {
      const found = find();
      last = load(found, { profile });
      remember(found.files, last);
      return last;
    },
    again() {
      const problems: string[] = [];
      try {
        const found = find();
        const kept = used.filter(({ path }) => found.unusable.includes(path));
        for (const path of new Set(kept.map((file) => file.path)))
          problems.push(
            `Cannot use the configuration ${path} as it is now; what it said before goes on`,
          );
        const readable = found.files.flatMap((file) => {
          const problem = problemOf(file);
          if (problem === undefined) return [file];
          const before = good.get(keyOf(file));
          if (before !== undefined) {
            problems.push(`${problem}; what it said before goes on`);
            return [{ ...file, text: before }];
          }
          // One that has just come, and would take the place of what is there.
          if (file.client === undefined) throw new SluiceError('CONFIG_INVALID', problem);
          problems.push(problem);
          return [];
        });
        const files = [...readable, ...kept];
        const next = load({ ...found, files }, { profile });
        remember(files, next);
        last = { ...next, problems: [...problems, ...next.problems] };
        return last;
      } catch (error) {
        if (last === undefined) throw error;
        const problem = `${toSluiceError(error).message}; what was read before goes on`;
        return { ...last, problems: [...problems, problem] };
      }
    },
  };
}

function keyOf({ path, within = [] }: ConfigFile): string {
  return JSON.stringify([path, within]);
}
