import {
  encodePlainValue,
  encodeWireValue,
  findPromises,
  intrinsics,
  settlePromises,
} from '@sluice/runner-protocol';
import type { WireOptions } from '@sluice/runner-protocol';
import { askHost } from './call-tool.js';
import type { Connection } from './connection.js';
import type { TakeHandles } from './media-handles.js';
import { codedError } from './tool-error.js';

const { jsonStringify } = intrinsics;

/** Longest reference and longest expression, in characters; no honest one comes near. */
const maxRefLength = 200;
const maxExpressionLength = 65_536;

/** The globals by which a program reaches earlier results of its session, and keeps new ones. */
export function createResults(
  connection: Connection,
  maxValueBytes: number,
  takeHandles: TakeHandles,
): Readonly<Record<string, unknown>> {
  const wire: WireOptions = { mode: 'result', maxBytes: maxValueBytes };
  return {
    recall: async (ref: unknown) =>
      takeHandles(await askHost(connection, 'recall-start', `"ref":${refText('recall', ref)}`)),
    results: intrinsics.freeze({
      select: async (ref: unknown, expression: unknown) =>
        takeHandles(
          await askHost(
            connection,
            'select-start',
            `"ref":${refText('results.select', ref)},"expression":${expressionText(expression)}`,
          ),
        ),
      keep: async (value: unknown) =>
        askHost(connection, 'keep-start', '"value":', await wireText(value, wire)),
    }),
  };
}

/** The text of a value: as that of a run, with the promises in it awaited. */
async function wireText(value: unknown, wire: WireOptions): Promise<string> {
  const plain = encodePlainValue(value, wire);
  if (plain !== undefined) return plain;
  if (findPromises(value).length === 0) return encodeWireValue(value, wire);
  return encodeWireValue(value, { ...wire, settled: await settlePromises(value) });
}

function refText(name: string, ref: unknown): string {
  const isNumber = intrinsics.isSafeInteger(ref) && (ref as number) > 0;
  if (isNumber || (typeof ref === 'string' && ref.length <= maxRefLength))
    return jsonStringify(ref);
  throw codedError(
    'USAGE',
    `${name}() wants the number of a call or a reference as its first argument`,
    'recall(3) is the result of call #3; recall("res_…") that of a reference.',
  );
}

function expressionText(expression: unknown): string {
  if (typeof expression === 'string' && expression.length <= maxExpressionLength)
    return jsonStringify(expression);
  throw codedError(
    'USAGE',
    'results.select() wants a JMESPath expression as its second argument',
    'results.select("res_…", "rows[?total > `100`].id")',
  );
}
