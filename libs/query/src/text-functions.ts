import type { JsonValue } from '@sluice/json-text';
import { printJson } from '@sluice/json-text';
import type { ExactNumber } from './exact-numbers.js';
import type { FunctionCall, FunctionRow } from './function-row.js';
import { QueryError } from './query-error.js';
import { kindOf } from './value-kinds.js';

/** Functions on texts. Positions and lengths count characters, not UTF-16 code units. */
export const textFunctions: Readonly<Record<string, FunctionRow>> = {
  starts_with: {
    takes: ['string', 'string'],
    run: ([text, start]: [string, string]) => text.startsWith(start),
  },
  ends_with: {
    takes: ['string', 'string'],
    run: ([text, end]: [string, string]) => text.endsWith(end),
  },
  upper: { takes: ['string'], run: ([text]: [string]) => text.toUpperCase() },
  lower: { takes: ['string'], run: ([text]: [string]) => text.toLowerCase() },
  type: { takes: ['any'], run: ([value]: [JsonValue]) => kindOf(value) },
  to_string: {
    takes: ['any'],
    run: ([value]: [JsonValue]) => (typeof value === 'string' ? value : printJson(value)),
  },
  join: {
    takes: ['string', 'array of string'],
    run([glue, list]: [string, readonly string[]], call) {
      const length = list.reduce((sum, text) => sum + text.length + glue.length, 0);
      refuseTooLong(length, call);
      return list.join(glue);
    },
  },
  split: {
    takes: ['string', 'string', 'number'],
    optional: 1,
    run([text, glue, most]: [string, string, ExactNumber?], call) {
      const parts = glue === '' ? [...text] : text.split(glue);
      const limit = most === undefined ? undefined : wholeNumber(most, call);
      if (limit === undefined || parts.length <= limit + 1) return parts;
      return [...parts.slice(0, limit), parts.slice(limit).join(glue)];
    },
  },
  replace: {
    takes: ['string', 'string', 'string', 'number'],
    optional: 1,
    run([text, old, by, most]: [string, string, string, ExactNumber?], call) {
      const parts = text.split(old);
      const limit = most === undefined ? parts.length : wholeNumber(most, call);
      const replaced = Math.min(limit, parts.length - 1);
      refuseTooLong(text.length + replaced * by.length, call);
      const head = parts.slice(0, replaced + 1).join(by);
      return [head, ...parts.slice(replaced + 1)].join(old);
    },
  },
  trim: trimmer(true, true),
  trim_left: trimmer(true, false),
  trim_right: trimmer(false, true),
  pad_left: padder((text, padding) => padding + text),
  pad_right: padder((text, padding) => text + padding),
  find_first: finder((text, what) => text.indexOf(what)),
  find_last: finder((text, what) => text.lastIndexOf(what)),
};

function trimmer(isLeft: boolean, isRight: boolean): FunctionRow {
  return {
    takes: ['string', 'string'],
    optional: 1,
    run([text, characters]: [string, string?]) {
      const set = new Set(characters);
      const isCut = (character: string) =>
        characters ? set.has(character) : character.trim() === '';
      const all = [...text];
      let start = 0;
      let end = all.length;
      while (isLeft && start < end && isCut(all[start] ?? '')) start += 1;
      while (isRight && end > start && isCut(all[end - 1] ?? '')) end -= 1;
      return all.slice(start, end).join('');
    },
  };
}

function padder(put: (text: string, padding: string) => string): FunctionRow {
  return {
    takes: ['string', 'number', 'string'],
    optional: 1,
    run([text, width, filler = ' ']: [string, ExactNumber, string?], call) {
      const wanted = wholeNumber(width, call);
      refuseTooLong(wanted, call);
      if ([...filler].length !== 1)
        throw new QueryError('value', `${call.node.name}() fills with one character`, call.node.at);
      return put(text, filler.repeat(Math.max(0, wanted - [...text].length)));
    },
  };
}

/** The place of a text in another, optionally between two places; null where it is not. */
function finder(find: (text: string, what: string) => number): FunctionRow {
  return {
    takes: ['string', 'string', 'number', 'number'],
    optional: 2,
    run([text, what, from = 0, to]: [string, string, ExactNumber?, ExactNumber?]) {
      const all = [...text];
      const end = to === undefined ? all.length : Number(to);
      const part = all.slice(Number(from), end).join('');
      const at = find(part, what);
      if (at < 0 || text === '' || what === '') return null;
      const start = Number(from) < 0 ? Math.max(0, all.length + Number(from)) : Number(from);
      return start + [...part.slice(0, at)].length;
    },
  };
}

function wholeNumber(value: ExactNumber, { node }: FunctionCall): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new QueryError(
    'value',
    `${node.name}() wants a whole number from 0, not ${value}`,
    node.at,
  );
}

function refuseTooLong(length: number, { node, evaluation }: FunctionCall): void {
  const { maxTextLength } = evaluation.limits;
  if (length > maxTextLength)
    throw new QueryError(
      'size',
      `the text of ${node.name}() has more than ${maxTextLength} characters`,
      node.at,
    );
}
