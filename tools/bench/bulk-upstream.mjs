// Upstreams that move bulk: node bulk-upstream.mjs source | sink. Raw JSON-RPC over stdio.
//   source  rows: JSON of so many bytes as one text; text: a text of so many bytes
//   sink    take: counts what it is given
import { Buffer } from 'node:buffer';

const [mode] = process.argv.slice(2);
/** 320 bytes and five values: one for every 64 bytes, as many as a host takes. */
const note = 'x'.repeat(250);
const row = (index) =>
  `{"id":"C${String(index).padStart(7, '0')}","name":"Customer ${index % 1000}","revenue":${index % 997},"note":"${note}"}`;
const rows = (bytes) => {
  const parts = [];
  for (let size = 12, index = 0; size < bytes; index += 1) {
    const text = row(index);
    parts.push(text);
    size += text.length + 1;
  }
  return `{"rows":[${parts.join(',')}]}`;
};
const size = { type: 'object', properties: { bytes: { type: 'integer' } }, required: ['bytes'] };
const tools = {
  source: {
    rows: { inputSchema: size, run: ({ bytes }) => rows(bytes) },
    text: { inputSchema: size, run: ({ bytes }) => 'word '.repeat(bytes / 5) },
  },
  sink: {
    take: {
      inputSchema: { type: 'object', properties: { value: {} }, required: ['value'] },
      run: ({ value }) =>
        JSON.stringify({ length: typeof value === 'string' ? value.length : value.rows.length }),
    },
  },
}[mode];

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: mode, version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: Object.entries(tools).map(([name, { inputSchema }]) => ({ name, inputSchema })),
  }),
  'tools/call': ({ name, arguments: args }) => ({
    content: [{ type: 'text', text: tools[name].run(args) }],
  }),
  ping: () => ({}),
};

// Lines of 100 MB: the chunks are joined once, at the line break.
let chunks = [];
process.stdin.on('data', (chunk) => {
  let rest = chunk;
  for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
    chunks.push(rest.subarray(0, at));
    const line = Buffer.concat(chunks).toString('utf8');
    chunks = [];
    rest = rest.subarray(at + 1);
    onLine(line);
  }
  chunks.push(rest);
});
process.stdin.on('end', () => process.exit(0));

function onLine(line) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer
    ? { result: answer(params ?? {}) }
    : { error: { code: -32601, message: `Method not found: ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
