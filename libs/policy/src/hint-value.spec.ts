import type { ToolAnnotations } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { hintValue } from './hint-value.js';

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

describe('hintValue()', () => {
  it.each<[string, ToolAnnotations | undefined, readonly boolean[]]>([
    ['no annotations', undefined, [false, true, false, true]],
    ['empty annotations', {}, [false, true, false, true]],
    ['a tool that only reads', { readOnlyHint: true }, [true, false, true, true]],
    ['a tool that writes', { readOnlyHint: false }, [false, true, false, true]],
    [
      'a tool that contradicts itself',
      { readOnlyHint: true, destructiveHint: true, idempotentHint: false },
      [true, true, false, true],
    ],
    [
      'all hints given',
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      [false, false, true, false],
    ],
    [
      'hints of another type',
      { readOnlyHint: 'yes', openWorldHint: 0 } as unknown as ToolAnnotations,
      [false, true, false, true],
    ],
  ])('reads %s', (_, annotations, values) => {
    expect(hints.map((hint) => hintValue(annotations, hint))).toEqual(values);
  });
});
