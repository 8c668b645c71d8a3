import { serverLimits } from '@sluice/config';
import type { ServerDefinition, Settings, ToolNaming } from '@sluice/contracts';
import type { Policy, ToolFilter } from '@sluice/policy';
import type { Rules } from './compile-rules.js';
import { liveView } from './live-view.js';

/** Settings with the rules that they make. */
export interface RuledSettings {
  readonly settings: Settings;
  readonly rules: Rules;
}

/** Settings that may change while Sluice runs, as everybody sees them who does not copy. */
export interface LiveSettings {
  readonly settings: Settings;
  readonly policy: Policy;
  readonly exists: ToolFilter;
  /** Another object each time rules, filters or names may have changed. */
  basis(): object;
  server(name: string): ServerDefinition | undefined;
  namingOf(server: string): ToolNaming | undefined;
  concurrencyOf(server: string): number;
  /**
   * Takes new ones. What only a start can change stays as it is.
   *
   * @returns the keys of the latter, where they are others now: `sandbox.pool`
   */
  replace(next: RuledSettings): readonly string[];
}

/** Limits that count from the next program, call or answer on. All others were built in at the start. */
const changeLive: Readonly<Record<'sandbox' | 'results', ReadonlySet<string>>> = {
  sandbox: new Set([
    'timeoutSeconds',
    'maxProgramBytes',
    'maxCalls',
    'maxParallelCalls',
    'maxLogBytes',
    'logTailBytes',
  ]),
  results: new Set(['inlineMaxBytes', 'previewMaxBytes', 'readMaxBytes', 'mode']),
};

/** Makes settings live. */
export function createLiveSettings(first: RuledSettings): LiveSettings {
  let current = first;
  const now = () => current.settings;
  const sections = {
    sandbox: liveView(() => now().sandbox),
    results: liveView(() => now().results),
    catalogue: liveView(() => now().catalogue),
  };
  let seen: Settings = { ...first.settings, ...sections };
  const server = (name: string) => now().servers.find((one) => one.name === name);

  return {
    settings: liveView(() => seen),
    policy: liveView(() => current.rules.policy),
    exists: (name, tool) => current.rules.exists(name, tool),
    basis: () => current,
    server,
    namingOf: (name) => server(name)?.naming,
    concurrencyOf: (name) => server(name)?.concurrency ?? serverLimits.concurrency.default,
    replace(next) {
      const limits = (['sandbox', 'results'] as const).map((section) => {
        const [before, after] = [first.settings[section], next.settings[section]];
        const isFixed = (key: string) => !changeLive[section].has(key);
        return [section, { ...after, ...pick(before, after, isFixed) }] as const;
      });
      const { consent, expose } = first.settings;
      const kept = { ...next.settings, ...Object.fromEntries(limits), consent, expose };
      current = { rules: next.rules, settings: kept };
      seen = { ...kept, ...sections };
      return [
        ...(['sandbox', 'results', 'consent'] as const).flatMap((section) =>
          changedKeys(kept[section], next.settings[section]).map((key) => `${section}.${key}`),
        ),
        ...(isSame(expose, next.settings.expose) ? [] : ['expose']),
      ];
    },
  };
}

function pick(before: object, after: object, isWanted: (key: string) => boolean): object {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...keys].filter(isWanted).map((key) => [key, Reflect.get(before, key) as unknown]),
  );
}

function changedKeys(kept: object, wanted: object): readonly string[] {
  const keys = new Set([...Object.keys(kept), ...Object.keys(wanted)]);
  return [...keys].filter((key) => !isSame(Reflect.get(kept, key), Reflect.get(wanted, key)));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
