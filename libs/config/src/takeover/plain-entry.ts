import type { Json, JsonObject } from '@sluice/contracts';

/**
 * An entry as it is written shortest: what programs write in other words, or write although it says nothing, is the same
 * afterwards.
 *
 * @example plainEntry({ type: 'local', command: ['x', 'y'], environment: {} }) // { command: 'x', args: ['y'] }
 */
export function plainEntry(entry: JsonObject): JsonObject {
  const { type, command, args, env, environment, enabled, ...rest } = entry;
  const [program, first] = isTexts(command) ? [command[0], command.slice(1)] : [command, []];
  const words = [...first, ...(isList(args) ? args : [])];
  const variables =
    isObject(env) || isObject(environment)
      ? { ...asObject(env), ...asObject(environment) }
      : undefined;
  const usual = command === undefined ? remoteTypes : localTypes;
  const says: Record<string, Json | undefined> = {
    type: typeof type === 'string' && usual.has(type) ? undefined : type,
    command: program,
    args: words.length > 0 ? words : isList(args) ? undefined : args,
    env: variables ?? env,
    environment: variables === undefined ? environment : undefined,
    enabled: enabled === true ? undefined : enabled,
    ...rest,
  };
  return Object.fromEntries(
    Object.entries(says).filter(
      (pair): pair is [string, Json] => pair[1] !== undefined && !isEmptyRecord(pair),
    ),
  );
}

/** Words that say what the other keys say already. */
const localTypes: ReadonlySet<string> = new Set(['stdio', 'local']);
const remoteTypes: ReadonlySet<string> = new Set(['http', 'remote']);

function isEmptyRecord([key, value]: readonly [string, Json | undefined]): boolean {
  return /^(?:env|headers)$/.test(key) && isObject(value) && Object.keys(value).length === 0;
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isList(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
