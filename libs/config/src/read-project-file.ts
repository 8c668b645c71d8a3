import { SluiceError } from '@sluice/contracts';
import type { BrokenFile, ServerDefinition } from '@sluice/contracts';
import type { ConfigContext } from './config-context.js';
import { readConfigFile } from './read-config-file.js';
import type { ConfigPart } from './read-config-file.js';

/** What counts of a project's file. */
export type ProjectPart = Pick<ConfigPart, 'servers' | 'policy'>;

/**
 * Reads a project's file, which nobody trusts yet: its servers carry what a person has to agree to, its rules deny or
 * ask, and nothing else of it counts. Placeholders count in its servers alone; they reach no command, and no file
 * outside of the folder. A broken one is data: a folder cannot keep Sluice from starting.
 */
export function readProjectFile(context: ConfigContext): ProjectPart | BrokenFile {
  const keep = (text: string) => ({ ok: true, text }) as const;
  const literal: ConfigContext = { ...context, substituteText: keep, substituteIdly: keep };
  const { path } = context.source;
  let part: ConfigPart;
  try {
    part = readConfigFile(literal, context);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { path, message: `${error.message}; nothing of this project's file is used` };
  }
  if (setsMore(part))
    context.warn(`${path}: of a project's file only servers and rules that deny or ask count`);
  return {
    servers: part.servers.map(withoutPrivileges),
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

/** A file cannot vouch for annotations in the user's place. */
function withoutPrivileges(server: ServerDefinition): ServerDefinition {
  return { ...server, trusted: false };
}
