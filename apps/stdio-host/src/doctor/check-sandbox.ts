import type { DenoOrigin, RunnerInspection } from '@sluice/contracts';
import type { SandboxTrial } from '@sluice/gateway';
import type { Check } from './check.js';

/** What is found of Deno, of the operating system's layers around it, and of three hostile programs. */
export function sandboxChecks(
  found: RunnerInspection,
  trials: readonly SandboxTrial[],
): readonly Check[] {
  if (!found.ok) {
    const isDeno = found.code === 'RUNNER_NOT_FOUND' || found.message.includes('version of Deno');
    const next = found.hint ?? 'Install Sluice afresh.';
    const failed: Check = {
      id: isDeno ? 'deno' : 'sandbox.layers',
      status: 'problem',
      detail: found.message,
      next,
    };
    return [failed];
  }
  return [denoCheck(found), ...trials.map(trialCheck), layersCheck(found)];
}

type Found = Extract<RunnerInspection, { ok: true }>;

const origins: Record<DenoOrigin, string> = {
  'sandbox.deno': 'set by sandbox.deno',
  SLUICE_DENO: 'set by SLUICE_DENO',
  package: 'of the npm package',
  PATH: 'found on PATH',
};

function denoCheck({ denoVersion, denoPath, denoFrom }: Found): Check {
  return {
    id: 'deno',
    status: 'ok',
    detail: `Deno ${denoVersion} at ${denoPath}, ${origins[denoFrom]}`,
  };
}

const tried: Record<SandboxTrial['name'], string> = {
  reach: 'a program that reaches out',
  memory: 'a program that takes memory without end',
  time: 'a program that never ends',
};

function trialCheck({ name, held, outcome, elapsedMs }: SandboxTrial): Check {
  const detail = `${tried[name]}: ${outcome} (${elapsedMs} ms)`;
  const id = `sandbox.${name}` as const;
  if (held) return { id, status: 'ok', detail, elapsedMs };
  const next =
    'Do not let models run programs here: remove sandbox.deno to use the npm package "deno", or report this with the output of sluice doctor --json.';
  return { id, status: 'problem', detail, next, elapsedMs };
}

function layersCheck({ layers, protections, problems }: Found): Check {
  const named = (isGiven: boolean) =>
    protections
      .filter(({ by }) => by.length > 0 === isGiven)
      .map(({ name }) => name)
      .join(', ') || 'nothing';
  const detail = `${layers.join(', ')}; kept by the system itself: ${named(true)}; not: ${named(false)}`;
  if (problems.length === 0) return { id: 'sandbox.layers', status: 'ok', detail };
  return {
    id: 'sandbox.layers',
    status: 'warning',
    detail,
    lines: problems.map((problem) => `not used: ${problem}`),
    next: 'The layers in use hold. To demand more, name it in sandbox.require.',
  };
}
