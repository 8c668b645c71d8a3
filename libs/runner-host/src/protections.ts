import type { SandboxProtection } from '@sluice/contracts';
import type { LayerName, RunnerLayers } from './runner-layers.js';

/**
 * Which layers give which protection. Deno's permissions give all but `memory`, `cpu` and `orphan`
 * already; these stand behind them, so that a flaw in Deno or V8 alone opens nothing.
 */
const providers: Readonly<
  Record<SandboxProtection, Partial<Record<NodeJS.Platform, readonly LayerName[]>>>
> = {
  network: { linux: ['hardening', 'bubblewrap'], darwin: ['sandboxExec'] },
  files: { linux: ['hardening', 'bubblewrap'], darwin: ['sandboxExec'] },
  process: { linux: ['hardening', 'bubblewrap'], darwin: ['sandboxExec'] },
  memory: { linux: ['hardening', 'limits'] },
  cpu: { linux: ['hardening', 'limits'], darwin: ['limits'] },
  orphan: { linux: ['hardening', 'bubblewrap'], darwin: ['leash'], win32: ['job'] },
  namespaces: { linux: ['bubblewrap'] },
};

/** Every protection, with the layers that give it here; none where it is missing. */
export function protectionsOf(
  layers: RunnerLayers,
  platform: NodeJS.Platform,
): readonly { readonly name: SandboxProtection; readonly by: readonly LayerName[] }[] {
  return (Object.keys(providers) as SandboxProtection[]).map((name) => ({
    name,
    by: (providers[name][platform] ?? []).filter((layer) => layers[layer] !== undefined),
  }));
}
