import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.js';
import { defaultResults, defaultSandbox } from './settings-limits.js';

const published = readFileSync(new URL('../sluice.schema.json', import.meta.url), 'utf8');

interface Part {
  readonly properties: Readonly<Record<string, { readonly default?: unknown } & Part>>;
  readonly description?: string;
}

describe('configSchema()', () => {
  const { properties } = configSchema() as unknown as Part;

  it('is the published file; `sluice config schema` writes it anew', () => {
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(configSchema())));
  });

  it('has the defaults that are used, and a word on every key of a section', () => {
    const of = (section: string) => Object.entries(properties[section]?.properties ?? {});
    const defaults = (section: string) =>
      Object.fromEntries(
        of(section).flatMap(([key, part]) => ('default' in part ? [[key, part.default]] : [])),
      );
    expect({ ...defaults('sandbox'), require: [] }).toEqual(defaultSandbox);
    expect({ ...defaultResults, ...defaults('results') }).toEqual(defaultResults);
    for (const section of ['sandbox', 'results', 'catalogue', 'consent'])
      for (const [key, { description }] of of(section))
        expect([key, description]).toEqual([key, expect.stringMatching(/\w/)]);
  });
});
