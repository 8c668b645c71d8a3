import { notAsMeant } from '../edit-outcome.js';
import type { EditOutcome, EditPlace } from '../edit-outcome.js';
import { insertProperty, ownLines } from './insert-property.js';
import type { NewProperty, ValueText } from './insert-property.js';
import { childOf, findJsonSection, propertyOf, readJsonDocument } from './json-document.js';
import type { JsonDocument } from './json-document.js';
import { shapeWithout } from './json-shape.js';
import { jsonStyle, printJson } from './json-style.js';
import { removeProperty } from './remove-property.js';

const mark = '\ufeff';
const notJson: EditOutcome = { ok: false, reason: 'it is not JSON' };

/** Writes a server into its section; what was read before must be read after it, and this one beside it. */
export function addJsonEntry(text: string, place: EditPlace, entry: NewProperty): EditOutcome {
  return edit(text, (document) => {
    const { section } = findJsonSection(document, place);
    const added = insertAt(document, section, entry);
    if (added === undefined) return { ok: false, reason: `its ${quotePath(section)} is no object` };
    return verified(document, added, section, [entry.key], true);
  });
}

/** A value as it is written for JSON. */
export function jsonValue(value: unknown): ValueText {
  return (indent, style) => printJson(value, style, indent);
}

/** Takes servers out of their section; names that do not stand there are passed over. */
export function removeJsonEntries(
  text: string,
  place: EditPlace,
  names: readonly string[],
): EditOutcome {
  return edit(text, (document) => {
    const { section } = findJsonSection(document, place);
    let current = document;
    for (const name of names) {
      const object = section.reduce(childOf, current.root);
      const property = propertyOf(object, name);
      if (object === undefined || property === undefined) continue;
      const next = readJsonDocument(removeProperty(current.text, object, property));
      if (next === undefined) return notAsMeant;
      current = next;
    }
    return verified(document, current.text, section, names, false);
  });
}

/** The text of a server's value as it stands, to be put back elsewhere. */
export function jsonEntryText(text: string, place: EditPlace, name: string): string | undefined {
  const document = readJsonDocument(text.replace(/^\ufeff/, ''));
  const object = document && findJsonSection(document, place).object;
  const node = childOf(object, name);
  return node && document?.text.slice(node.offset, node.offset + node.length);
}

function edit(text: string, change: (document: JsonDocument) => EditOutcome): EditOutcome {
  const hasMark = text.startsWith(mark);
  const document = readJsonDocument(hasMark ? text.slice(1) : text);
  if (document === undefined) return notJson;
  const outcome = change(document);
  return outcome.ok && hasMark ? { ok: true, text: mark + outcome.text } : outcome;
}

/** Undefined where something on the way is no object. */
function insertAt(
  document: JsonDocument,
  section: readonly string[],
  added: NewProperty,
): string | undefined {
  const { text, root } = document;
  const style = jsonStyle(document);
  if (root === undefined) {
    const whole = nested(section, added)('', style);
    const gap = text.trim() === '' || /[\r\n]$/.test(text) ? '' : style.lineBreak;
    return `${text.trim() === '' ? '' : text}${gap}${whole}${style.lineBreak}`;
  }
  let object = root;
  for (const [depth, key] of section.entries()) {
    const next = childOf(object, key);
    if (next === undefined)
      return object.type === 'object'
        ? insertProperty(
            text,
            object,
            { key, value: nested(section.slice(depth + 1), added) },
            style,
          )
        : undefined;
    object = next;
  }
  return object.type === 'object' ? insertProperty(text, object, added, style) : undefined;
}

/** The objects of the keys that are missing, with the property innermost. */
function nested(keys: readonly string[], added: NewProperty): ValueText {
  const [key, ...rest] = keys;
  const inner = key === undefined ? added : { key, value: nested(rest, added) };
  return (indent, style) => {
    if (style.isOneLine) {
      const blank = style.isSpaced ? ' ' : '';
      return `{${blank}${JSON.stringify(inner.key)}:${blank}${inner.value('', style)}${blank}}`;
    }
    return `{${ownLines(inner, indent + style.indent, style)}${style.lineBreak}${indent}}`;
  };
}

function verified(
  before: JsonDocument,
  text: string,
  section: readonly string[],
  names: readonly string[],
  isThere: boolean,
): EditOutcome {
  const after = readJsonDocument(text);
  if (after === undefined) return notAsMeant;
  const set = new Set(names);
  const object = section.reduce(childOf, after.root);
  const isSame = shapeWithout(before, section, set) === shapeWithout(after, section, set);
  const isDone = names.every((name) => (propertyOf(object, name) !== undefined) === isThere);
  return isSame && isDone ? { ok: true, text } : notAsMeant;
}

function quotePath(section: readonly string[]): string {
  return JSON.stringify(section.join('.'));
}
