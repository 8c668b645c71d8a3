import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunnerInspection } from '@sluice/contracts';
import type { FoundDeno } from './find-deno.js';
import { installHint } from './find-deno.js';
import type { ProbedSandbox } from './probe-layers.js';
import { protectionsOf } from './protections.js';
import { layerNames } from './runner-layers.js';

const execFileAsync = promisify(execFile);

/** What {@link inspectRunner} takes. */
export interface InspectRunnerOptions {
  readonly found: FoundDeno;
  readonly platform: NodeJS.Platform;
  /** Finds and attacks the layers, once. */
  sandboxOf(denoPath: string): Promise<ProbedSandbox>;
}

/** Tells what is around a runner on this machine: what is shown was tried, not assumed. Never rejects. */
export async function inspectRunner(options: InspectRunnerOptions): Promise<RunnerInspection> {
  const { found, platform, sandboxOf } = options;
  if (!found.ok) return found;
  const denoVersion = await versionOf(found.path);
  if (denoVersion === undefined)
    return {
      ok: false,
      code: 'RUNNER_START',
      message: `Cannot use "${found.path}": it does not say a version of Deno`,
      hint: installHint(platform),
    };
  const probed = await sandboxOf(found.path);
  if (!probed.ok) {
    const { code, message, hint } = probed.stop;
    return { ok: false, code, message, ...(hint === undefined ? {} : { hint }) };
  }
  const { layers, walls, problems } = probed.sandbox;
  return {
    ok: true,
    denoPath: found.path,
    denoVersion,
    denoFrom: found.from,
    layers: [
      ...walls.map((name) => `deny-${name}`),
      ...layerNames.filter((name) => layers[name] !== undefined),
    ],
    protections: protectionsOf(layers, platform),
    problems,
  };
}

async function versionOf(denoPath: string): Promise<string | undefined> {
  try {
    const { stdout } = await execFileAsync(denoPath, ['-V'], { timeout: 10_000, env: {} });
    return /^deno (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
