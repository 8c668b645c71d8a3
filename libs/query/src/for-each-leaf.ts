import type { JsonValue } from '@sluice/json-text';

/** A value without members: a string, number, boolean, null, or an empty list or object. */
export interface Leaf {
  /** The string itself, or the value as JSON text. */
  readonly text: string;
  readonly isString: boolean;
  /** The key it stands under in an object. */
  readonly key: string | undefined;
  /** JMESPath that selects it; made only when it is wanted. */
  path(): string;
}

/** Visits every leaf of a value in the order of the text. */
export function forEachLeaf(value: JsonValue, visit: (leaf: Leaf) => void): void {
  const steps: (string | number)[] = [];
  const walk = (part: JsonValue): void => {
    if (typeof part === 'object' && part !== null) {
      if (Array.isArray(part)) {
        if (part.length === 0) return leaf('[]', false);
        const items = part as readonly JsonValue[];
        for (let index = 0; index < items.length; index += 1) step(index, items[index] ?? null);
        return;
      }
      const entries = Object.entries(part);
      if (entries.length === 0) return leaf('{}', false);
      for (const [key, member] of entries) step(key, member);
      return;
    }
    leaf(String(part), typeof part === 'string');
  };
  const step = (name: string | number, part: JsonValue) => {
    steps.push(name);
    walk(part);
    steps.pop();
  };
  const leaf = (text: string, isString: boolean) => {
    const last = steps.at(-1);
    const key = typeof last === 'string' ? last : undefined;
    visit({ text, isString, key, path: () => pathOf(steps) });
  };
  walk(value);
}

/** Steps as a JMESPath expression; the value itself is `@`. */
function pathOf(steps: readonly (string | number)[]): string {
  if (steps.length === 0) return '@';
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? step : JSON.stringify(step);
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}
