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

  it('of texts stand in the guide', () => {
    expect(guide).toContain(
      `at most ${textLimits.fileLength} characters and is at most ${textLimits.depth} objects`,
    );
  });

  it('hold their own defaults', () => {
    for (const [, { default: usual, min, max }] of [...all, ...Object.entries(serverLimits)])
      expect(usual >= min && usual <= max).toBe(true);
  });
});
