import { describe, expect, it } from 'vitest';
import { readExposeFlag } from './read-expose.js';
import { readSettings } from './read-settings.js';

const path = '/home/ann/sluice.json';
const read = (...texts: readonly string[]) =>
  readSettings({
    files: texts.map((text, index) => ({ path: index === 0 ? path : `${path}.${index}`, text })),
    environment: { GROUP: 'results' },
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (_, file) => file,
  }).expose;

describe('expose', () => {
  it('is code alone, unless a file says more; the most important file decides', () => {
    expect(read('{}')).toEqual(['code']);
    expect(read('{"expose":["results","code","results"]}')).toEqual(['results', 'code']);
    expect(read('{"expose":["${GROUP}"]}', '{"expose":["code"]}')).toEqual(['results']);
    expect(read('{}', '{"expose":["results"]}')).toEqual(['results']);
  });

  it.each([
    [
      '{"expose":["code","resluts"]}',
      'line 1, column 19: expose[1] names "resluts", which is no group of tools',
      'Did you mean "results"? There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    ],
    [
      '{"expose":["everything"]}',
      'line 1, column 12: expose[0] names "everything", which is no group of tools',
      'There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    ],
    [
      '{"expose":[]}',
      'line 1, column 11: expose is empty: a client would see no tool',
      'There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    ],
  ])('refuses %s with the place and the nearest name', (text, message, hint) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: `Cannot use the configuration ${path}: ${message}`,
        hint,
      }),
    );
  });

  it('refuses what is no list', () => {
    expect(() => read('{"expose":"code"}')).toThrow('expose is a text; it must be a list');
  });
});

describe('readExposeFlag()', () => {
  it('reads groups with commas between them, each once', () => {
    expect(readExposeFlag('code, results,code')).toEqual(['code', 'results']);
  });

  it.each([
    [
      'code,resluts',
      '--expose names "resluts", which is no group of tools',
      'Did you mean "results"? There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    ],
    [
      '',
      '--expose names "", which is no group of tools',
      'There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    ],
  ])('refuses %j', (text, message, hint) => {
    expect(() => readExposeFlag(text)).toThrow(
      expect.objectContaining({ code: 'USAGE', message, hint }),
    );
  });
});
