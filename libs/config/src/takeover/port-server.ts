import { isSecretName, redactionMark } from '@sluice/contracts';
import type { Json, JsonObject } from '@sluice/contracts';
import { redactUrl } from '../redact-url.js';
import { redactWords } from '../redact-words.js';
import { hideSecrets } from './hide-secrets.js';
import type { HidingContext } from './hide-secrets.js';
import { isSecretHeader, isSecretVariable, looksRandom } from './looks-secret.js';
import { portText } from './port-text.js';
import type { PortSource } from './port-text.js';
import type { ForeignServer } from './read-foreign-file.js';

/** A value that is kept in a file of its own. */
export interface KeptSecret {
  /** The name of the file. */
  readonly file: string;
  /** Undefined: nobody but the user can fill it in. */
  readonly value: string | undefined;
}

/** A server as it is written into a configuration of ours: no secret stands in it. */
export interface PortedServer {
  readonly entry: JsonObject;
  readonly secrets: readonly KeptSecret[];
  readonly remarks: readonly string[];
}

/**
 * Translates a server of another program into an entry of ours. Placeholders stay placeholders; what looks like a
 * secret goes into a file of its own, to which `{file:…}` refers.
 *
 * @param name the server's name here, of which the names of these files are made
 * @param fileReference the path of such a file as it is written into the configuration
 */
export function portServer(
  { entry, remarks }: ForeignServer,
  name: string,
  source: PortSource,
  fileReference: (file: string) => string,
): PortedServer {
  const keeper = createKeeper(name, source, fileReference);
  const port = (field: string, text: string, redact: Redact, isWhole: boolean) =>
    keeper.port(field, text, redact, isWhole);
  const named = (field: string, record: JsonObject, isSecret: IsSecret, redact: Redact) =>
    mapObject(record, (key, value) => {
      const text = typeof value === 'string' ? value : plainText(value);
      if (text === undefined) return value;
      const isWhole = isSecret(key, text);
      const ported = port(`${field}.${key}`, text, redact, isWhole);
      return ported === text ? value : ported;
    });
  const words = portWords(entry, port);
  const ported = mapObject(entry, (key, value) => {
    if (key === 'command' || key === 'args') return words[key] ?? value;
    if (isObject(value) && (key === 'env' || key === 'environment'))
      return named(key, value, isSecretVariable, redactAny);
    if (isObject(value) && key === 'headers') return named(key, value, isSecretHeader, redactAny);
    if (typeof value === 'string' && key === 'url') return port(key, value, redactUrl, false);
    if (typeof value === 'string' && key === 'cwd') return portFolder(value, source, port);
    return portOther(key, key, value, port);
  });
  return {
    entry: withFolder(withoutOwnTrust(ported, source), source),
    secrets: keeper.secrets(),
    remarks: [...remarks, ...trustRemark(entry, source), ...keeper.remarks()],
  };
}

type Redact = (text: string) => string;
type IsSecret = (name: string, value: string) => boolean;
type Port = (field: string, text: string, redact: Redact, isWhole: boolean) => string;

/** Texts are looked at one by one; what they are named by says more than they do. */
const redactAny: Redact = (text) => (text.includes('://') ? redactUrl(text) : text);

/** The program and its arguments are looked at together: `--token` says what the next word is. */
function portWords(
  entry: JsonObject,
  port: Port,
): { readonly command?: Json; readonly args?: Json } {
  const { command, args } = entry;
  const lists = { command: wordsOf(command), args: wordsOf(args) };
  const all = [...lists.command, ...lists.args];
  const redacted = redactWords(all);
  const ported = all.map((word, index) => {
    const field =
      index < lists.command.length ? `command.${index}` : `args.${index - lists.command.length}`;
    const shown = redacted[index] ?? redactionMark;
    return port(field, word, (text) => (text === word ? shown : text), looksRandom(word, 32));
  });
  const [program, rest] = [
    ported.slice(0, lists.command.length),
    ported.slice(lists.command.length),
  ];
  return {
    ...(typeof command === 'string'
      ? { command: program[0] ?? '' }
      : isList(command)
        ? { command: program }
        : {}),
    ...(isList(args) && { args: rest }),
  };
}

function wordsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return isList(value) ? value.map((item) => plainText(item) ?? '') : [];
}

/** Numbers and flags count as texts where texts are wanted. */
function plainText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return value === null || typeof value === 'object' ? undefined : String(value);
}

/** A folder is relative to where its program works, which is not where our configuration stands. */
function portFolder(folder: string, source: PortSource, port: Port): string {
  const ported = port('cwd', folder, (text) => text, false);
  const isWritten = /^(?:[/\\~]|[A-Za-z]:[\\/])/.test(ported) || /[${]/.test(ported);
  return isWritten
    ? ported
    : source.resolvePath(source.workspaceFolder ?? source.homeFolder, ported);
}

/** A client starts the servers of a folder in it. */
function withFolder(entry: JsonObject, { workspaceFolder }: PortSource): JsonObject {
  if (workspaceFolder === undefined || !('command' in entry) || 'cwd' in entry) return entry;
  return { ...entry, cwd: workspaceFolder };
}

/** No file of another program vouches for its servers. */
function withoutOwnTrust(entry: JsonObject, { program }: PortSource): JsonObject {
  if (program === undefined) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'trusted'));
}

function trustRemark(entry: JsonObject, { program }: PortSource): readonly string[] {
  return program !== undefined && 'trusted' in entry
    ? ['"trusted" is left out: set it yourself where you vouch for its annotations']
    : [];
}

/** Everything else: what goes by the name of a secret is one, wherever it stands. */
function portOther(field: string, key: string, value: Json, port: Port): Json {
  if (typeof value === 'string') return port(field, value, redactAny, isSecretName(key));
  if (isList(value))
    return value.map((item, index) => portOther(`${field}.${index}`, key, item, port));
  return isObject(value)
    ? mapObject(value, (inner, one) => portOther(`${field}.${inner}`, inner, one, port))
    : value;
}

function mapObject(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(key, value)]),
  );
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Collects what is kept apart, each in a file of its own. */
function createKeeper(name: string, source: PortSource, fileReference: (file: string) => string) {
  const secrets = new Map<string, KeptSecret>();
  const remarks: string[] = [];
  const keep = (field: string, value: string | undefined) => {
    const base = `${fileWord(name)}.${fileWord(field)}`;
    let file = base;
    for (let count = 2; isTaken(secrets, file, value); count++) file = `${base}-${count}`;
    secrets.set(file.toLowerCase(), { file, value });
    return `{file:${fileReference(file)}}`;
  };
  const port: Port = (field, text, redact, isWhole) => {
    const ported = portText(text, source);
    remarks.push(...ported.remarks.map((remark) => `${field}: ${remark}`));
    if (ported.isLiteral) return keep(field, ported.text);
    const context: HidingContext = {
      keepApart: (value) => keep(field, value),
      isSet: source.isSet,
      remark: (sentence) => void remarks.push(`${field}: ${sentence}`),
    };
    const answered = ported.asked.reduce(
      (rest, id) => rest.replace(`\${input:${id}}`, () => keep(`input.${id}`, undefined)),
      ported.text,
    );
    return hideSecrets(answered, redact, isWhole, context);
  };
  return { port, secrets: () => [...secrets.values()], remarks: () => remarks };
}

/** File systems may hold two names for one that differ in case alone. */
function isTaken(
  secrets: ReadonlyMap<string, KeptSecret>,
  file: string,
  value: string | undefined,
) {
  const known = secrets.get(file.toLowerCase());
  return known !== undefined && (known.file !== file || known.value !== value);
}

function fileWord(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60) || 'x';
}
