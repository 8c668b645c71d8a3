import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  catalogueLimits,
  consentLimits,
  resultLimits,
  sandboxLimits,
  serverLimits,
  textLimits,
} from './settings-limits.js';

// Formatters align tables.
const guide = readFileSync(
  new URL('../../../docs/guide/configuration.md', import.meta.url),
  'utf8',
).replace(/ +/g, ' ');

describe('the limits', () => {
  const sections = {
    sandbox: sandboxLimits,
    results: resultLimits,
    catalogue: catalogueLimits,
    consent: consentLimits,
  };
  const all = Object.entries(sections).flatMap(([section, limits]) =>
    Object.entries(limits).map(([key, limit]) => [`${section}.${key}`, limit] as const),
  );

  it.each(all)('%s stands in the guide as it is here', (key, limit) => {
    const { default: usual, min, max, unit } = limit;
    expect(guide).toContain(`| \`${key}\` | ${usual} | ${min} … ${max} | ${unit} |\n`);
  });

  it('the guide names no other', () => {
    const named = [...guide.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, key]) => key);
    expect(named).toEqual(all.map(([key]) => key));
  });

  it('those of servers and texts stand in the guide too', () => {
    for (const [key, { default: usual, min, max }] of Object.entries(serverLimits))
      expect(guide).toContain(`| \`${key}\` | ${usual} (${min} … ${max}) |`);
    expect(guide).toContain(
      `at most ${textLimits.fileLength} characters and is at most ${textLimits.depth} objects`,
    );
  });

  it('hold their own defaults', () => {
    for (const [, { default: usual, min, max }] of [...all, ...Object.entries(serverLimits)])
      expect(usual >= min && usual <= max).toBe(true);
  });
});
