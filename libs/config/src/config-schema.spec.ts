import { describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.js';
import { defaultResults, defaultSandbox } from './settings-limits.js';

interface Part {
  readonly properties: Readonly<Record<string, { readonly default?: unknown } & Part>>;
  readonly description?: string;
}

describe('configSchema()', () => {
  const { properties, $defs } = configSchema() as unknown as Part & {
    readonly $defs: Readonly<Record<string, Part>>;
  };

  it('has the defaults that are used', () => {
    const defaults = (section: string) =>
      Object.fromEntries(
        Object.entries(properties[section]?.properties ?? {}).flatMap(([key, part]) =>
          'default' in part ? [[key, part.default]] : [],
        ),
      );
    expect(defaults('sandbox')).toEqual(defaultSandbox);
    expect(defaults('results')).toEqual(defaultResults);
  });

  it('has a word on every key, without marks of Markdown', () => {
    const all = [properties, ...Object.values($defs).map((part) => part.properties ?? {})]
      .flatMap((part) => Object.entries(part))
      .flatMap(([key, part]) => [[key, part] as const, ...Object.entries(part.properties ?? {})])
      .filter(([key]) => key !== 'glob' && key !== 'regex');
    for (const [key, { description }] of all)
      expect([key, description]).toEqual([key, expect.stringMatching(/^[^`[\]]*\w[^`[\]]*$/)]);
  });
});
