import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { readTool } from './read-tool.js';

const notesOf = (more: Record<string, Json>) =>
  readTool({ name: 't', inputSchema: { type: 'object' }, ...more })?.tool.notes ?? [];

describe('readTool()', () => {
  it('removes what only a model would see, and says how much', () => {
    const listed = readTool({
      name: 'add_note',
      title: 'Add\u200b',
      description: 'Add a note.\u202eevil',
      inputSchema: { properties: { text: { description: 'Text\u{e0041}' } } },
      annotations: { title: 'Note\u2066' },
    });
    expect(listed).toEqual({
      tool: {
        name: 'add_note',
        rawName: 'add_note',
        title: 'Add',
        description: 'Add a note.evil',
        inputSchema: { properties: { text: { description: 'Text' } } },
        annotations: { title: 'Note' },
        notes: ['4 hidden characters were removed from its texts'],
      },
      needsTask: false,
      hiddenCharacters: 4,
    });
  });

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ])('knows the dialect %s', ($schema) => {
    expect(notesOf({ inputSchema: { $schema } })).toEqual([]);
  });

  it('notes a dialect that it does not know', () => {
    expect(
      notesOf({
        inputSchema: { $schema: 'https://example.test/own' },
        outputSchema: { $schema: 5 },
      }),
    ).toEqual([
      'inputSchema names an unknown $schema and is read as JSON Schema 2020-12',
      'outputSchema names an unknown $schema and is read as JSON Schema 2020-12',
    ]);
  });

  it('takes a schema that nests too deeply for none', () => {
    const deep = JSON.parse(`${'{"items":'.repeat(5000)}{}${'}'.repeat(5000)}`) as Json;
    expect(readTool({ name: 't', inputSchema: deep })?.tool).toEqual({
      name: 't',
      rawName: 't',
      inputSchema: {},
      notes: ['inputSchema is not a schema, or nested too deeply: any object is taken'],
    });
  });
});
