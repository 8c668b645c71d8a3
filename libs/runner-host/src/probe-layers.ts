import type { Clock } from '@sluice/contracts';
import type { ProbeEnd } from '@sluice/runner-protocol';
import { probeRunner } from './probe-runner.js';
import { processLeaf } from './process-leaf.js';
import { processUsage } from './process-usage.js';
import { protectionsOf } from './protections.js';
import { layerNames } from './runner-layers.js';
import type { RunnerLayers } from './runner-layers.js';
import type { StoppedRun } from './run-stops.js';
import { runStops } from './run-stops.js';
import type { StartedRunner } from './start-runner.js';

/** What {@link probeLayers} takes. */
export interface ProbeLayersOptions {
  /** What the machine may have. */
  readonly candidates: RunnerLayers;
  /** Memory that a program may use, in MiB. */
  readonly memoryMb: number;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  start(layers: RunnerLayers, dataMb: number): Promise<StartedRunner>;
  /** Attacks the wrappers among these layers; what went through, or undefined. */
  attack(layers: RunnerLayers): Promise<string | undefined>;
}

/** The layers that held, with what was learned on the way. */
export interface Sandbox {
  readonly layers: RunnerLayers;
  /** `RLIMIT_DATA` of a runner, in MiB. */
  readonly dataMb: number;
  /** Every wall of Deno that was tried. */
  readonly walls: readonly string[];
  /** Why stronger layers are not used; empty when all are. */
  readonly problems: readonly string[];
}

/** What {@link probeLayers} found. */
export type ProbedSandbox =
  | { readonly ok: true; readonly sandbox: Sandbox }
  | { readonly ok: false; readonly stop: StoppedRun };

/**
 * Data segment of an idle runner in MiB, until it is measured: V8 reserves 512 MiB for code. Measured
 * 544 with Deno 2.9.6 on x86_64.
 */
export const usualIdleDataMb = 640;

/** Beyond the limit by so much, an allocation must fail. */
const memoryMarginMb = 192;

/**
 * Finds the strongest set of layers under which a runner starts and attacks on each layer fail.
 * Usually that is all of them, at the price of one start (two with a wrapper). Never rejects.
 */
export async function probeLayers(options: ProbeLayersOptions): Promise<ProbedSandbox> {
  const problems: string[] = [];
  const [strongest = {}, ...weaker] = layerSets(options.candidates);
  const first = await tryLayers(strongest, options);
  if (first.ok) return { ok: true, sandbox: { ...first.sandbox, problems } };
  if (weaker.length === 0) return first;
  problems.push(`${namesOf(strongest).join(' + ')}: ${first.stop.message}`);
  const none = await tryLayers({}, options);
  if (!none.ok) return none;
  for (const layers of weaker) {
    const tried = namesOf(layers).length === 0 ? none : await tryLayers(layers, options);
    if (tried.ok) return { ok: true, sandbox: { ...tried.sandbox, problems } };
    problems.push(`${namesOf(layers).join(' + ')}: ${tried.stop.message}`);
  }
  return none;
}

async function tryLayers(
  layers: RunnerLayers,
  options: ProbeLayersOptions,
): Promise<ProbedSandbox> {
  const { memoryMb, platform, clock } = options;
  const started = await options.start(layers, usualIdleDataMb + memoryMb);
  if (!started.ok) return started;
  const { runner } = started;
  const usage = runner.pid === undefined ? undefined : processUsage(processLeaf(runner.pid));
  const isLimited = protectionsOf(layers, platform).some(
    ({ name, by }) => name === 'memory' && by.length > 0,
  );
  const walls = await probeRunner(runner, clock, isLimited ? memoryMb + memoryMarginMb : undefined);
  await runner.kill();
  if (walls === undefined) return { ok: false, stop: runStops.noProbe() };
  const open = walls.filter(({ held }) => !held).map(({ name }) => name);
  if (open.length > 0) return { ok: false, stop: runStops.openWalls(open) };
  if (layers.bubblewrap || layers.sandboxExec) {
    const problem = await options.attack(layers);
    if (problem !== undefined) return { ok: false, stop: runStops.weakWrapper(problem) };
  }
  return {
    ok: true,
    sandbox: {
      layers,
      dataMb: limitOf(usage?.dataMb, memoryMb),
      walls: denied(walls),
      problems: [],
    },
  };
}

function limitOf(idleDataMb: number | undefined, memoryMb: number): number {
  return Math.ceil(idleDataMb ?? usualIdleDataMb) + memoryMb;
}

function denied(walls: ProbeEnd['walls']): readonly string[] {
  return walls.map(({ name }) => name).filter((name) => name !== 'memory');
}

function namesOf(layers: RunnerLayers): readonly (keyof RunnerLayers)[] {
  return layerNames.filter((name) => layers[name] !== undefined);
}

/**
 * All subsets of the layers, larger ones first, and among those the ones that keep what is named last.
 * A runner that hardens itself sets the limits of the shell too, before it takes a program, and reports
 * it: the shell would add nothing but a millisecond to each start.
 */
function layerSets(layers: RunnerLayers): readonly RunnerLayers[] {
  const names = namesOf(layers);
  const masks = Array.from({ length: 2 ** names.length }, (_, mask) => mask);
  const size = (mask: number) => names.filter((_, index) => mask & (1 << index)).length;
  const sets = masks
    .toSorted((a, b) => size(b) - size(a) || b - a)
    .map((mask) => names.filter((_, index) => mask & (1 << index)))
    .map((set) => (set.includes('hardening') ? set.filter((name) => name !== 'limits') : set));
  return [...new Map(sets.map((set) => [set.join(), set])).values()].map((set) =>
    Object.fromEntries(set.map((name) => [name, layers[name]])),
  );
}
