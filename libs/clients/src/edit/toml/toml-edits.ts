import { notAsMeant } from '../edit-outcome.js';
import type { EditOutcome, EditPlace, NewEntry } from '../edit-outcome.js';
import { tomlKey, tomlPairs } from './print-toml.js';
import { removeStatements } from './remove-statements.js';
import { inlineSection, readTomlDocument, serverStatements } from './toml-document.js';
import type { TomlDocument } from './toml-document.js';
import { tomlShapeWithout } from './toml-shape.js';

const mark = '\ufeff';
const notToml: EditOutcome = { ok: false, reason: 'it is not TOML' };

/** Writes a server behind everything else, as a table of its own; into the section where that is an inline table. */
export function addTomlEntry(
  text: string,
  place: EditPlace,
  { name, value, comment }: NewEntry,
): EditOutcome {
  return edit(text, (document) => {
    const section = sectionOf(document, place);
    const inline = inlineSection(document, section);
    const pairs = tomlPairs(value);
    const above = comment === undefined ? [] : [`# ${comment.replace(/[\x00-\x1f\x7f]+/g, ' ')}`];
    const block = [...above, tableHeader([...section, name]), ...pairs].join('\n');
    const added =
      inline === undefined
        ? append(document.text, block)
        : intoInline(document.text, inline, `${tomlKey(name)} = { ${pairs.join(', ')} }`);
    return verified(document, added, section, [name], true);
  });
}

/** Writes a server behind everything else as it stands in another text: as tables, or into an inline table as one. */
export function copyTomlEntry(
  from: string,
  text: string,
  place: EditPlace,
  name: string,
): EditOutcome {
  return edit(text, (document) => {
    const section = sectionOf(document, place);
    const inline = inlineSection(document, section);
    const written =
      inline === undefined
        ? tomlEntryText(from, place, name)
        : inlineEntryText(from, section, name);
    if (written === undefined) return notAsMeant;
    const added =
      inline === undefined
        ? append(document.text, written)
        : intoInline(document.text, inline, `${tomlKey(name)} = ${written}`);
    return verified(document, added, section, [name], true);
  });
}

function inlineEntryText(
  text: string,
  section: readonly string[],
  name: string,
): string | undefined {
  const document = readTomlDocument(text.replace(/^\ufeff/, ''));
  const own = document && serverStatements(document, section).filter((one) => one.name === name);
  const [only, ...others] = own ?? [];
  if (only?.kind !== 'key' || only.keys.length > 0 || others.length > 0) return undefined;
  return document?.text.slice(...only.node.value.range);
}

/** Takes servers out, with all tables that belong to them; names that do not stand there are passed over. */
export function removeTomlEntries(
  text: string,
  place: EditPlace,
  names: readonly string[],
): EditOutcome {
  return edit(text, (document) => {
    const section = sectionOf(document, place);
    const gone = serverStatements(document, section).filter(({ name }) => names.includes(name));
    return verified(document, removeStatements(document.text, gone), section, names, false);
  });
}

/** What a document says about one server, as tables that can stand in another one. */
export function tomlEntryText(text: string, place: EditPlace, name: string): string | undefined {
  const document = readTomlDocument(text.replace(/^\ufeff/, ''));
  if (document === undefined) return undefined;
  const section = sectionOf(document, place);
  const own = serverStatements(document, section).filter((one) => one.name === name);
  const slice = ([start, end]: readonly [number, number]) => document.text.slice(start, end);
  // What stands on the last line is meant too: a comment.
  const lines = ([start, end]: readonly [number, number]) =>
    slice([start, end + (/^[^\r\n]*/.exec(document.text.slice(end))?.[0].length ?? 0)]);
  const pairs = own.flatMap((statement) => {
    if (statement.kind === 'table') return [];
    const { keys, node, inside } = statement;
    const { range } = node.value;
    if (keys.length > 0)
      return [`${keys.map(tomlKey).join('.')} = ${inside ? slice(range) : lines(range)}`];
    return node.value.type === 'TOMLInlineTable'
      ? node.value.body.map((pair) => slice(pair.range))
      : [];
  });
  const tables = own.flatMap((one) => (one.kind === 'table' ? [lines(one.node.range)] : []));
  const head =
    pairs.length === 0 && tables.length > 0
      ? []
      : [[tableHeader([...section, name]), ...pairs].join('\n')];
  return own.length === 0 ? undefined : [...head, ...tables].join('\n\n');
}

function edit(text: string, change: (document: TomlDocument) => EditOutcome): EditOutcome {
  const hasMark = text.startsWith(mark);
  const document = readTomlDocument(hasMark ? text.slice(1) : text);
  if (document === undefined) return notToml;
  const outcome = change(document);
  return outcome.ok && hasMark ? { ok: true, text: mark + outcome.text } : outcome;
}

/** The first that says something; else the last. */
function sectionOf(document: TomlDocument, { sections }: EditPlace): readonly string[] {
  const isThere = (section: readonly string[]) =>
    serverStatements(document, section).length > 0 || inlineSection(document, section);
  return sections.find(isThere) ?? sections.at(-1) ?? [];
}

function tableHeader(path: readonly string[]): string {
  return `[${path.map(tomlKey).join('.')}]`;
}

/** A block at the end, an empty line before it, in the line breaks of the rest. */
function append(text: string, block: string): string {
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const lines = block.replaceAll(/\r?\n/g, lineBreak);
  const body = text.trim() === '' ? '' : text;
  const gap = body === '' ? '' : body.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
  return `${body}${gap}${lines}${lineBreak}`;
}

function intoInline(
  text: string,
  {
    range,
    body,
  }: {
    readonly range: readonly [number, number];
    readonly body: readonly { readonly range: readonly [number, number] }[];
  },
  pair: string,
): string {
  const last = body.at(-1);
  if (last === undefined) return `${text.slice(0, range[0])}{ ${pair} }${text.slice(range[1])}`;
  return `${text.slice(0, last.range[1])}, ${pair}${text.slice(last.range[1])}`;
}

function verified(
  before: TomlDocument,
  text: string,
  section: readonly string[],
  names: readonly string[],
  isThere: boolean,
): EditOutcome {
  const after = readTomlDocument(text);
  if (after === undefined) return notAsMeant;
  const set = new Set(names);
  const present = new Set(serverStatements(after, section).map(({ name }) => name));
  const isSame = tomlShapeWithout(before, section, set) === tomlShapeWithout(after, section, set);
  const isDone = names.every((name) => present.has(name) === isThere);
  return isSame && isDone ? { ok: true, text } : notAsMeant;
}
