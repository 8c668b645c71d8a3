import { describe, expect, it } from 'vitest';
import { stemWord } from './stem-word.js';

describe('stemWord()', () => {
  it.each([
    ['create', 'creates', 'created', 'creating'],
    ['file', 'files'],
    ['query', 'queries'],
    ['repository', 'repositories'],
    ['search', 'searches', 'searched', 'searching'],
    ['run', 'runs', 'running'],
    ['plan', 'plans', 'planned', 'planning'],
    ['message', 'messages'],
    ['box', 'boxes'],
  ])('brings the forms of %s together', (...forms) => {
    expect(new Set(forms.map(stemWord)).size).toBe(1);
  });

  it.each(['status', 'access', 'analysis', 'string', 'ping', 'feed', 'get', 'поиски', 's3', 'aws'])(
    'leaves %s alone',
    (word) => {
      expect(stemWord(word)).toBe(word);
    },
  );
});
