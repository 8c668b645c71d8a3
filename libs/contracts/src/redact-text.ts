/** What stands where a secret stood. */
export const redactionMark = '[redacted]';

const secretNames =
  /token|secret|passw|passphrase|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|(?:^|[-_.])(?:key|sig|signature|auth)$/i;

/**
 * Texts that look like a secret wherever they stand; `$1` stays. Each begins where a word begins, or is bounded: 80 kB
 * of one word must not take seconds, for servers choose these texts.
 */
const shapes: readonly RegExp[] = [
  /(?<![\w-])((?:[\w-]*(?:token|secret|password|passwd|pwd|api[-_]?key|access[-_]?key|authorization))["']?\s*[=:]\s*["']?(?:bearer\s+|basic\s+)?)[^\s"',;&]+/gi,
  /\b((?:bearer|basic)\s+)[\w.~+/=-]{6,}/gi,
  /()\bsk-[\w-]{6,}/g,
  /()\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|AKIA)[\w-]{8,}/g,
  /()\beyJ[\w-]{8,1024}\.[\w-]+(?:\.[\w-]*)?/g,
  // A password may hold a slash that nobody encoded; what is all digits up to one is a port.
  /\b(\w+:\/\/)[^\s/@:]+:(?!\d*\/)[^\s@"'<>,;]{1,256}(?=@)/g,
];

/** Whether what goes by this name (an option, a variable, a query parameter) is a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/**
 * The text with what looks like a secret by itself replaced by {@link redactionMark}: tokens by
 * their well-known beginnings, `token=…`, `Bearer …`, a password in a URL.
 */
export function redactText(text: string): string {
  return shapes.reduce((clean, shape) => clean.replace(shape, `$1${redactionMark}`), text);
}
