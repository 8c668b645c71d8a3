import { isSecretName, redactionMark, redactText, type ServerDefinition } from '@sluice/contracts';

/** Returns the text with every secret replaced by `[redacted]`. */
export type Redact = (text: string) => string;

/** Shorter values ("1", "true", "dev") are no secrets, and replacing them would shred the text. */
const minSecretLength = 6;

/**
 * Makes the redactor of one upstream. It replaces the values of its environment and headers, and of
 * arguments and query parameters that are named like secrets, plain and as base64, hexadecimal and
 * URL-encoded text; and whatever looks like a token by itself.
 */
export function createRedactor(server: ServerDefinition): Redact {
  const secrets = [...new Set(secretsOf(server).flatMap(encodings))]
    .filter((secret) => secret.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, redactionMark);
    return redactText(clean);
  };
}

function secretsOf({ transport }: ServerDefinition): readonly string[] {
  if (transport.kind === 'stdio')
    return [...Object.values(transport.env), ...secretArguments(transport.args)];
  const values = Object.values(transport.headers);
  return [...values, ...values.map(withoutScheme), ...secretsOfUrl(transport.url)];
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

function secretsOfUrl(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const named = [...url.searchParams].filter(([name]) => isSecretName(name));
  return [url.password, decodeURIComponent(url.password), ...named.map(([, value]) => value)];
}

/** `Bearer abc` → `abc`. */
function withoutScheme(value: string): string {
  return value.replace(/^\s*\w+\s+/, '');
}

function encodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}
