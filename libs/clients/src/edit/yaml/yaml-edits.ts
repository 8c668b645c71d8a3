import { isMap, isScalar, parseDocument } from 'yaml';
import type { Document, YAMLMap } from 'yaml';
import { notAsMeant } from '../edit-outcome.js';
import type { EditOutcome, EditPlace, NewEntry } from '../edit-outcome.js';

/**
 * Writes a server into a section of YAML that is written in lines, behind its last one; else into a section that does
 * not stand there yet, at the end. The value is written as JSON, which is YAML too.
 */
export function addYamlEntry(text: string, place: EditPlace, entry: NewEntry): EditOutcome {
  const before = read(text);
  if (before === undefined) return { ok: false, reason: 'it is not YAML' };
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const keys = place.sections.map((section) => section[0] ?? '');
  for (const key of keys) {
    const added = intoSection(text, before, key, entry, lineBreak);
    const after = added === undefined ? undefined : read(added);
    if (added !== undefined && after && isAsMeant(before, after, key, entry))
      return { ok: true, text: added };
  }
  return notAsMeant;
}

function read(text: string): Document | undefined {
  const document = parseDocument(text, { version: '1.2', schema: 'core', logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : document;
}

function intoSection(
  text: string,
  document: Document,
  key: string,
  { name, value, comment }: NewEntry,
  lineBreak: string,
): string | undefined {
  const section: unknown = document.get(key, true);
  const line = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const lines = (indent: string) =>
    [...(comment === undefined ? [] : [`# ${comment.replace(/\s+/g, ' ')}`]), line]
      .map((one) => indent + one)
      .join(lineBreak);
  if (section === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : lineBreak;
    return `${text}${gap}${key}:${lineBreak}${lines('  ')}${lineBreak}`;
  }
  if (!isMap(section) || section.flow === true || section.items.length === 0) return undefined;
  const [, end = 0] = section.range ?? [];
  const contentEnd = text.slice(0, end).trimEnd().length;
  const lineEnd = contentEnd + (/^[^\r\n]*/.exec(text.slice(contentEnd))?.[0].length ?? 0);
  return `${text.slice(0, lineEnd)}${lineBreak}${lines(indentOf(text, section))}${text.slice(lineEnd)}`;
}

function indentOf(text: string, section: YAMLMap): string {
  const key = section.items[0]?.key;
  const start = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
  return /[^\r\n]*$/.exec(text.slice(0, start))?.[0].replace(/\S/g, ' ') ?? '';
}

/** All the rest is as it was, and the value is there. */
function isAsMeant(before: Document, after: Document, key: string, { name, value }: NewEntry) {
  const written = after.getIn([key, name]);
  const own =
    written !== null && typeof written === 'object' && 'toJSON' in written ? written : undefined;
  const isThere = own !== undefined && JSON.stringify(own) === JSON.stringify(value);
  after.deleteIn([key, name]);
  return isThere && shape(before) === shape(after);
}

function shape(document: Document): string {
  const whole: unknown = document.toJS({ mapAsMap: true }) ?? new Map();
  return JSON.stringify(whole, (_, value: unknown) => {
    if (!(value instanceof Map)) return value;
    const entries = [...value].filter(([, inner]) => !(inner instanceof Map && inner.size === 0));
    return { entries };
  });
}
