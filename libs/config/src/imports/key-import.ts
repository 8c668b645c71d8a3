import type { ConfigEntry, ConfigNode } from '../config-node.js';

/** What one key of another program becomes: keys of ours, a word that it is left out, or a refusal. */
export type KeyImport =
  | { readonly kind: 'keys'; readonly keys: readonly ConfigEntry[] }
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'refusal'; readonly reason: string; readonly hint: string };

/** Translates one key; pure. */
export type ImportKey = (entry: ConfigEntry) => KeyImport;

/** The key under another name, its value as it stands. */
export function renamed(key: string): ImportKey {
  return ({ keyOffset, value }) => ({ kind: 'keys', keys: [{ key, keyOffset, value }] });
}

/** Left out, with a word on it. */
export function leftOut(message: string): ImportKey {
  return () => ({ kind: 'notice', message });
}

/** Left out without a word: it says nothing about how a server is reached. */
export const silent: ImportKey = () => ({ kind: 'keys', keys: [] });

/** Keeps the server back unless the key says `null`, `false` or nothing. */
export function refused(hint: string): ImportKey {
  return ({ key, value }) =>
    isOff(value)
      ? { kind: 'keys', keys: [] }
      : { kind: 'refusal', reason: `"${key}" is not supported by this version yet`, hint };
}

/** The refusal of a value that has another form than the program writes. */
export function wrongForm({ key }: ConfigEntry, wanted: string): KeyImport {
  return {
    kind: 'refusal',
    reason: `"${key}" must be ${wanted}`,
    hint: 'Correct or remove the key.',
  };
}

/** A text at the place of another value. */
export function textAt(node: { readonly offset: number }, value: string): ConfigNode {
  return { kind: 'text', offset: node.offset, value };
}

function isOff(value: ConfigNode): boolean {
  return value.kind === 'null' || (value.kind === 'flag' && !value.value);
}
