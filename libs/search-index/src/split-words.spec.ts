import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.js';

const wholes = (text: string) => splitWords(text).map(({ whole }) => whole);

describe('splitWords()', () => {
  it.each([
    ['search_issues', ['search', 'issues']],
    ['list-events.v2/all', ['list', 'events', 'v2', 'all']],
    ['поиск 工具', ['поиск', '工具']],
    ['…', []],
  ])('splits %j at everything that is neither letter nor digit', (text, expected) => {
    expect(wholes(text)).toEqual(expected);
  });

  it.each([
    ['addPerson', ['add', 'person']],
    ['HTTPServer', ['http', 'server']],
    ['appTableRecord', ['app', 'table', 'record']],
    ['plain', []],
    ['SHOUT', []],
  ])('finds in %j the humps of camel case', (text, expected) => {
    expect(splitWords(text)).toEqual([{ whole: text.toLowerCase(), parts: expected }]);
  });
});
