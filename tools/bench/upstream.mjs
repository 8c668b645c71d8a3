// A minimal upstream for measuring: raw JSON-RPC over stdio, so that its own cost is as small as it can be.
import { createInterface } from 'node:readline';

const tools = [
  {
    name: 'echo',
    description: 'Gives its value back.',
    inputSchema: { type: 'object', properties: { value: {} } },
  },
  {
    name: 'text',
    description: 'A text of so many bytes.',
    inputSchema: {
      type: 'object',
      properties: { bytes: { type: 'integer' } },
      required: ['bytes'],
    },
  },
];

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench-upstream', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: args }) => ({
    content: [
      {
        type: 'text',
        text:
          name === 'text' ? 'x'.repeat(args.bytes) : JSON.stringify({ value: args.value ?? null }),
      },
    ],
  }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = results[method];
  const body = answer
    ? { result: answer(params ?? {}) }
    : { error: { code: -32601, message: `Method not found: ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});
