import { isSecretName, redactionMark } from '@sluice/contracts';
import { isPlaceholder, redactAroundPlaceholders } from '../placeholders.js';

/** Keeps a value apart, and gives the reference that is written in its place. */
export type KeepApart = (value: string) => string;

/** Where defaults of variables are looked at: a variable that is set needs none. */
export interface HidingContext {
  readonly keepApart: KeepApart;
  readonly isSet: (name: string) => boolean;
  /** Takes a sentence on what changes its meaning. */
  readonly remark: (sentence: string) => void;
}

/**
 * A text in which everything that `redact` would take away stands for itself no longer, but is kept apart. What is
 * left is part of the redacted text, so that no secret that it finds can stay.
 *
 * @param isWhole the text is a secret as a whole, unless it holds placeholders
 */
export function hideSecrets(
  text: string,
  redact: (text: string) => string,
  isWhole: boolean,
  context: HidingContext,
): string {
  const plain = withoutDefaults(text, isWhole, redact, context);
  if (plain === '' || isPlaceholder(plain)) return plain;
  if (isWhole) return aroundPlaceholders(plain, context.keepApart);
  return replaceRedacted(plain, redact(redactAroundPlaceholders(plain)), context.keepApart);
}

/** A secret as a whole: everything but placeholders, and the word that says of what kind it is. */
function aroundPlaceholders(text: string, keepApart: KeepApart): string {
  return text
    .split(placeholders)
    .map((part, index) =>
      index % 2 === 1 || schemeOnly.test(part) ? part : keepApart(unescape(part)),
    )
    .join('');
}

const placeholders = /((?<!\$)\$\{(?:env:)?\w+(?::-[^{}]*)?\}|\{(?:env|file):[^{}]+\})/;
/** `Bearer ` before a placeholder; blanks. */
export const schemeOnly = /^\s*(?:(?:bearer|basic|token|apikey|digest)\s+)?$/i;

const withDefault = /(?<!\$)\$\{(?:env:)?(\w+):-([^{}]*)\}/g;

/** `${TOKEN:-abc}` holds a secret: the variable alone where it is set, else what stands for it. */
function withoutDefaults(
  text: string,
  isWhole: boolean,
  redact: (text: string) => string,
  { keepApart, isSet, remark }: HidingContext,
): string {
  return text.replace(withDefault, (written, name: string, usual: string) => {
    const isSecret = isWhole || isSecretName(name) || redact(usual) !== usual;
    if (!isSecret || usual === '') return written;
    const rest = isSet(name) ? `\${${name}}` : keepApart(usual);
    remark(
      isSet(name)
        ? `the default of ${name} looks like a secret and is left out`
        : `the default of ${name} looks like a secret and is kept apart; ${name} itself, which is not set, no longer counts`,
    );
    return rest;
  });
}

/** The parts of a text that are another one with marks in it; what stands at the marks is kept apart. */
function replaceRedacted(text: string, redacted: string, keepApart: KeepApart): string {
  if (redacted === text) return text;
  const pieces = redacted.split(redactionMark);
  const pattern = pieces
    .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join('([^]+?)');
  const hidden = new RegExp(`^${pattern}$`).exec(text)?.slice(1);
  if (hidden === undefined) return keepApart(unescape(text));
  return pieces
    .flatMap((piece, index) => {
      const value = hidden[index];
      return value === undefined ? [piece] : [piece, keepApart(unescape(value))];
    })
    .join('');
}

/** What is read from a file is not looked at again. */
function unescape(text: string): string {
  return text.replaceAll('$${', '${');
}
