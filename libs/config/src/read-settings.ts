import type {
  BrokenFile,
  PolicyAction,
  PolicyRule,
  SandboxSettings,
  ServerDefinition,
  Settings,
  ToolGroup,
} from '@sluice/contracts';
import { applyPreset } from './apply-preset.js';
import type { ConfigInput } from './config-input.js';
import { createConfigContext } from './create-config-context.js';
import { idleRules } from './idle-rules.js';
import { joinClientServers } from './join-client-servers.js';
import { joinServers } from './join-servers.js';
import { readClientFile } from './read-client-file.js';
import { readProjectFile } from './read-project-file.js';
import type { ProjectPart } from './read-project-file.js';
import { readConfigFile } from './read-config-file.js';
import type { ConfigPart } from './read-config-file.js';
import {
  defaultCatalogue,
  defaultConsent,
  defaultResults,
  defaultSandbox,
} from './settings-limits.js';

/**
 * Reads configuration files into {@link Settings}: parses, substitutes, checks, fills in defaults.
 * Pure: all IO is handed in. Errors and warnings say the file, the line and the column; they never hold a value of
 * `env`, `headers`, `args`, `url` or of a variable or file.
 *
 * @throws SluiceError `CONFIG_SYNTAX` (not JSON with comments), `CONFIG_INVALID` (a wrong key, type or
 *   range), `CONFIG_VARIABLE_UNSET` (outside `mcpServers`, or anywhere with `strict`)
 * @example
 * readSettings({
 *   files: [{ path: '/home/ann/.config/sluice/sluice.jsonc', text: '{ "mcpServers": {} }' }],
 *   environment: {},
 *   homeFolder: '/home/ann',
 *   readTextFile: (path) => readFileSync(path, 'utf8'),
 *   resolvePath: (folder, path) => resolve(folder, path),
 * }).policyDefault; // 'ask'
 */
export function readSettings(input: ConfigInput): Settings {
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const contexts = input.files.map((file) => ({
    file,
    context: createConfigContext(input, file, warn),
  }));
  const parts = contexts
    .filter(({ file }) => file.origin === undefined || /^(?:own|named)$/.test(file.origin))
    .map(({ context }) => readConfigFile(context));
  const broken: BrokenFile[] = [];
  const unlessBroken = <Part extends object>(part: Part | BrokenFile): readonly Part[] => {
    if (!('message' in part)) return [part];
    broken.push(part);
    warn(part.message);
    return [];
  };
  const projects = contexts
    .filter(({ file }) => file.origin === 'project')
    .flatMap(({ context }) => unlessBroken<ProjectPart>(readProjectFile(context)));
  const clients = contexts
    .filter(({ file }) => file.origin === 'client' || file.origin === 'workspace')
    .flatMap(({ file, context }) =>
      unlessBroken<{ servers: readonly ServerDefinition[] }>(
        readClientFile(context, file.within),
      ).map(({ servers }) => ({ client: file.client ?? 'client', servers })),
    );
  const found = { servers: joinClientServers(clients) };
  const all = joinServers([...parts, ...projects, found], warn);
  const presets = parts.flatMap((part) => part.presets);
  const servers =
    input.profile === undefined ? all : applyPreset(all, presets, input.profile, warn);
  const sandbox = joinSandbox(parts, input);
  const results = { ...defaultResults, ...joinSections(parts.map((part) => part.results)) };
  const catalogue = { ...defaultCatalogue, ...joinSections(parts.map((part) => part.catalogue)) };
  const consent = { ...defaultConsent, ...joinSections(parts.map((part) => part.consent)) };
  if (sandbox.memoryMb < sandbox.heapMb)
    warn(
      `sandbox.memoryMb (${sandbox.memoryMb}) is below sandbox.heapMb (${sandbox.heapMb}): the heap never reaches its limit`,
    );
  if (results.maxStoreBytes < results.maxResultBytes)
    warn(
      `results.maxStoreBytes (${results.maxStoreBytes}) is below results.maxResultBytes (${results.maxResultBytes}): the largest results find no room`,
    );
  const own = parts.flatMap((part) => part.policy);
  // What jsmcp and ToolPipe promise their users; toolscript asks, as we do.
  const isOpen =
    (input.compat !== undefined && input.compat !== 'toolscript') ||
    parts.some((part) => part.isToolPipe);
  const policyDefault =
    parts.find((part) => part.policyDefault !== undefined)?.policyDefault ??
    (isOpen && own.length === 0 ? 'allow' : 'ask');
  const policy = joinRules(
    own,
    projects.flatMap((project) => project.policy),
    policyDefault,
  );
  idleRules(policy, all).forEach(warn);
  return {
    servers,
    policy,
    policyDefault,
    sandbox,
    results,
    catalogue,
    consent,
    check: parts.find((part) => part.check !== undefined)?.check ?? 'enforce',
    expose: parts.find((part) => part.expose !== undefined)?.expose ?? [groupOf(input.compat)],
    files: [...new Set(input.files.map((file) => file.path))],
    broken,
    warnings,
  };
}

/** The group of tools that a product has. toolscript has our two, under our names. */
function groupOf(compat: ConfigInput['compat']): ToolGroup {
  return compat === undefined || compat === 'toolscript' ? 'code' : compat;
}

/**
 * A project's rules can only narrow: its denials go before all, its questions behind all, and there only where
 * nothing is denied by default.
 */
function joinRules(
  own: readonly PolicyRule[],
  project: readonly PolicyRule[],
  policyDefault: PolicyAction,
): readonly PolicyRule[] {
  const asks = policyDefault === 'deny' ? [] : project.filter(({ action }) => action === 'ask');
  return [...project.filter(({ action }) => action === 'deny'), ...own, ...asks];
}

/** A variable beats files: `SLUICE_DENO` over `sandbox.deno`. */
function joinSandbox(parts: readonly ConfigPart[], { environment }: ConfigInput): SandboxSettings {
  const sandbox = { ...defaultSandbox, ...joinSections(parts.map((part) => part.sandbox)) };
  const deno = environment['SLUICE_DENO'];
  return deno ? { ...sandbox, deno } : sandbox;
}

/** The first part that sets a key wins. */
function joinSections<Section extends object>(sections: readonly Partial<Section>[]) {
  return Object.assign({}, ...sections.toReversed()) as Partial<Section>;
}
