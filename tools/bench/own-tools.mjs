// Servers of our own making, with schemas as they are found in the wild: for mutants.spec.mjs.

const text = { type: 'string' };
const count = { type: 'integer' };
const object = (properties, more = {}) => ({ type: 'object', properties, ...more });
const list = (items) => ({ type: 'array', items });

const person = object({ login: text, email: { type: ['string', 'null'] } });
const ticket = object({ id: count, title: text, author: person, labels: list(text) });

export const ownServers = [
  {
    name: 'tracker',
    tools: [
      {
        name: 'search-tickets',
        inputSchema: object(
          { query: text, state: { enum: ['open', 'closed'] }, limit: { ...count, maximum: 100 } },
          { required: ['query'], additionalProperties: false },
        ),
        outputSchema: object({ tickets: list(ticket), total: count, cursor: text }),
      },
      {
        name: 'get_ticket',
        inputSchema: object({ id: count }, { required: ['id'] }),
        outputSchema: { $ref: '#/$defs/ticket', $defs: { ticket }, ...ticket },
      },
      {
        name: 'update_ticket',
        inputSchema: object(
          {
            id: { type: 'integer', minimum: 1 },
            changes: object(
              { title: text, state: { enum: ['open', 'closed'] }, labels: list(text) },
              { required: ['title'] },
            ),
          },
          { required: ['id', 'changes'] },
        ),
      },
      { name: 'list_labels', inputSchema: { type: 'object' } },
    ],
  },
  {
    name: 'my mail',
    tools: [
      {
        name: 'send',
        inputSchema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          ...object(
            {
              to: { anyOf: [text, list(text)] },
              subject: { ...text, minLength: 1 },
              priority: { type: 'number', default: 3 },
              html: { type: 'boolean' },
            },
            { required: ['to', 'subject', 'priority'] },
          ),
        },
        outputSchema: object({ messageId: text, accepted: list(text) }),
      },
      {
        name: 'folders',
        inputSchema: object({}),
        outputSchema: object({ folders: list(object({ name: text, unread: count })) }),
      },
      {
        name: 'search',
        inputSchema: object(
          { from: text, since: { ...text, format: 'date' }, flags: { ...list(text), maxItems: 3 } },
          { required: ['from'] },
        ),
      },
    ],
  },
  {
    name: 'files',
    tools: [
      {
        name: 'read_file',
        inputSchema: object({ path: text, lines: count }, { required: ['path'] }),
      },
      {
        name: 'stat',
        inputSchema: object({ path: text }, { required: ['path'] }),
        outputSchema: object(
          { size: count, modified: text, isFolder: { type: 'boolean' } },
          { additionalProperties: false },
        ),
      },
      {
        name: 'write_file',
        inputSchema: object(
          { path: text, content: text, mode: { enum: ['create', 'append'] } },
          { required: ['path', 'content', 'mode'] },
        ),
        outputSchema: object({ written: count }, { additionalProperties: true }),
      },
    ],
  },
];
