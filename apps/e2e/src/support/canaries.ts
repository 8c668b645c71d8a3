import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets that no user would write and every search finds. */
export interface Canaries {
  /** The value of this name, the same each time. */
  of(name: string): string;
  /** Names of those that the text holds, plain or encoded, with what stands around the first. */
  in(text: string): readonly string[];
}

/** Makes a set of canaries; each is found as plain text, base64, base64url, hexadecimal and URL-encoded text. */
export function createCanaries(): Canaries {
  const values = new Map<string, string>();
  return {
    of(name) {
      const value = values.get(name) ?? `Cnry+${name}/${randomBytes(6).toString('hex')}`;
      values.set(name, value);
      return value;
    },
    in: (text) =>
      [...values].flatMap(([name, value]) => {
        const at = encodings(value)
          .map((encoded) => text.indexOf(encoded))
          .find((index) => index >= 0);
        return at === undefined
          ? []
          : [`${name}: …${text.slice(Math.max(0, at - 80), at + 40).replace(/\s+/g, ' ')}…`];
      }),
  };
}

function encodings(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const inBase64 = bytes.toString('base64').replace(/=+$/, '');
  return [
    value,
    value.replaceAll('/', '\\/'),
    encodeURIComponent(value),
    inBase64.slice(0, -1),
    bytes.toString('base64url').slice(0, -1),
    bytes.toString('hex'),
  ];
}

/** The text of every file below a folder. */
export function textBelow(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n');
}
