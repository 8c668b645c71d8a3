import { isSecretName, redactionMark, redactionPieces, redactText } from '@sluice/contracts';
import type { ServerDefinition } from '@sluice/contracts';
import { isPlainSetting } from './is-plain-setting.js';

/** Returns the text with every secret replaced by `[redacted]`. */
export type Redact = (text: string) => string;

/** The redactor of one upstream. */
export interface Redactor extends Redact {
  /**
   * The same for a text of megabytes.
   *
   * @param pause settles when others have had a turn
   */
  inTurns(text: string, pause: () => Promise<void>): Promise<string>;
}

/** UTF-16 units that are looked through for tokens in one turn: some milliseconds. */
const turnCharacters = 131_072;

/** Shorter values ("1", "true", "dev") are no secrets, and replacing them would shred the text. */
const minSecretLength = 6;

/**
 * Makes the redactor of one upstream. It replaces what variables, files and commands gave for it, the values
 * of its environment (but for folders and the like) and headers, arguments and query parameters that are named
 * like secrets, and passwords and tokens inside any of them: plain and as base64, hexadecimal and URL-encoded
 * text; and whatever looks like a token by itself.
 *
 * @param environment where inherited variables have their values
 */
export function createRedactor(
  server: ServerDefinition,
  environment: Readonly<Record<string, string | undefined>> = {},
): Redactor {
  const given = (server.secrets ?? []).filter((value) => !isPlainSetting(value));
  const secrets = [
    ...new Set([...given, ...secretsOf(server, environment)].flatMap(withParts).flatMap(encodings)),
  ]
    .filter((secret) => secret.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  const without = (text: string, secret: string) => text.replaceAll(secret, redactionMark);
  const redact = (text: string) => redactText(secrets.reduce(without, text));
  return Object.assign(redact, {
    async inTurns(text: string, pause: () => Promise<void>) {
      let known = text;
      for (const secret of secrets) {
        known = without(known, secret);
        await pause();
      }
      const pieces: string[] = [];
      for (const piece of redactionPieces(known, turnCharacters)) {
        pieces.push(redactText(piece));
        await pause();
      }
      return pieces.join('');
    },
  });
}

function secretsOf(
  { transport }: ServerDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (transport.kind === 'stdio')
    return [
      ...Object.entries(transport.env).flatMap(secretSetting),
      ...transport.inheritEnv.flatMap((name) => secretSetting([name, environment[name] ?? ''])),
      ...secretArguments(transport.args),
      ...transport.args.flatMap(parts),
    ];
  const values = Object.values(transport.headers);
  return [...values, ...values.map(withoutScheme), ...secretsOfUrl(transport.url)];
}

function secretSetting([name, value]: readonly [string, string]): readonly string[] {
  return isPlainSetting(value) && !isSecretName(name) ? [] : [value];
}

/** `--token X`, `--token=X` and `token=X`. */
function secretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [name = '', ...rest] = arg.split('=');
    if (!isSecretName(name)) return [];
    if (rest.length > 0) return [rest.join('=')];
    const next = args[index + 1];
    return arg.startsWith('-') && next !== undefined ? [next] : [];
  });
}

function withParts(secret: string): readonly string[] {
  return [secret, ...parts(secret)];
}

/** The secrets inside a longer text: a server may repeat them alone. */
function parts(text: string): readonly string[] {
  const tokens = [...text.matchAll(/\b(?:bearer|basic)\s+([^\s"',;]+)/gi)];
  return [...tokens.map(([, token = '']) => token), ...secretsOfUrl(text)];
}

/** Password, or the name where it stands alone; parameters that are named like secrets. */
function secretsOfUrl(text: string): readonly string[] {
  // As database clients take it: with characters that a URL would have encoded.
  const loose = /:\/\/[^\s:@/]*:(?!\d*\/)(\S+)@/.exec(text)?.[1];
  return [...(loose === undefined ? [] : [loose]), ...secretsOfStrictUrl(text)];
}

function secretsOfStrictUrl(text: string): readonly string[] {
  if (!text.includes('://') || !URL.canParse(text)) return [];
  const url = new URL(text);
  const named = [...url.searchParams].filter(([name]) => isSecretName(name));
  const user = url.password === '' ? url.username : url.password;
  return [user, decoded(user), ...named.map(([, value]) => value)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `Bearer abc` → `abc`. */
function withoutScheme(value: string): string {
  return value.replace(/^\s*\w+\s+/, '');
}

function encodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    // As it stands inside a JSON text.
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}
