import { SluiceError } from '@sluice/contracts';
import type { ServerDefinition } from '@sluice/contracts';
import type { ConfigContext } from './config-context.js';
import { quoteText } from './quote-text.js';
import { readConfigFile } from './read-config-file.js';
import type { ConfigPart } from './read-config-file.js';

/**
 * Reads a project's file, which nobody trusts yet: its servers wait and are not started, its rules deny or ask, and
 * nothing else of it counts. Nothing is substituted, so that it reads neither variable nor file. A broken one is a
 * warning: a folder cannot keep Sluice from starting.
 */
export function readProjectFile(
  context: ConfigContext,
): Pick<ConfigPart, 'servers' | 'policy'> | undefined {
  const keep = (text: string) => ({ ok: true, text }) as const;
  const literal: ConfigContext = { ...context, substituteText: keep, substituteIdly: keep };
  let part: ConfigPart;
  try {
    part = readConfigFile(literal);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    context.warn(`${error.message}; nothing of this project's file is used`);
    return undefined;
  }
  const { path } = context.source;
  if (setsMore(part))
    context.warn(`${path}: of a project's file only servers and rules that deny or ask count`);
  return {
    servers: part.servers.map((server) => waiting(server, path)),
    policy: part.policy.flatMap((rule, index) => {
      if (rule.action !== 'allow') return [{ ...rule, origin: 'project' as const }];
      context.warn(
        `${path}: policy[${index}] is ignored: a rule of a project may only deny or ask, not allow`,
      );
      return [];
    }),
  };
}

function setsMore(part: ConfigPart): boolean {
  const rest: Partial<ConfigPart> = { ...part, servers: undefined, policy: undefined };
  return Object.values(rest).some(isSet);
}

function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== false;
}

/** Listed with its reason, and with nothing that could be started, sent or believed. */
function waiting(server: ServerDefinition, path: string): ServerDefinition {
  const { name, file, enabled, written, shown, connectTimeoutMs, concurrency, transport } = server;
  return {
    name,
    file,
    enabled,
    written,
    shown,
    connectTimeoutMs,
    concurrency,
    trusted: false,
    transport:
      transport.kind === 'stdio'
        ? { kind: 'stdio', command: '', args: [], env: {}, inheritEnv: [] }
        : { kind: 'http', url: '', headers: {}, mode: 'auto' },
    problem: {
      message: `Upstream ${quoteText(name)} waits: the project's file ${path} defines it, and is not trusted yet`,
      hint: 'Copy its entry into your own configuration to use it.',
    },
  };
}
