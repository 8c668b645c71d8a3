import type { JsonValue } from '@sluice/json-text';
import type { FunctionRow } from './function-row.js';
import { QueryError } from './query-error.js';
import { recordOf } from './value-kinds.js';
import type { JsonRecord } from './value-kinds.js';

/** Functions on objects and their members. */
export const objectFunctions: Readonly<Record<string, FunctionRow>> = {
  keys: { takes: ['object'], run: ([record]: [JsonRecord]) => Object.keys(record) },
  values: { takes: ['object'], run: ([record]: [JsonRecord]) => Object.values(record) },
  items: { takes: ['object'], run: ([record]: [JsonRecord]) => Object.entries(record) },
  from_items: {
    takes: ['array of array'],
    run: ([list]: [readonly (readonly JsonValue[])[]], { node }) =>
      recordOf(
        list.map((pair, index): readonly [string, JsonValue] => {
          const [key, value] = pair;
          if (pair.length === 2 && typeof key === 'string') return [key, value ?? null];
          throw new QueryError(
            'value',
            `from_items() wants pairs of a string and a value; [${index}] is none`,
            node.at,
          );
        }),
      ),
  },
  merge: {
    takes: ['object'],
    more: 'object',
    run: (records: readonly JsonRecord[]) =>
      recordOf(records.flatMap((record) => Object.entries(record))),
  },
};
