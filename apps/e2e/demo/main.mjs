// The demo: Sluice over stdio with three real upstream servers, driven by a real MCP client. Prints what a
// model would send and get, and how many bytes moved without passing through its context.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { writeSampleData } from './sample-data.mjs';

const require = createRequire(import.meta.url);
const print = (text = '') => process.stdout.write(`${text}\n`);
const heading = (text) => print(`\n── ${text} ${'─'.repeat(Math.max(3, 96 - text.length))}`);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const sluice = fileURLToPath(new URL('../../stdio-host/dist/bin/main.js', import.meta.url));
const program = readFileSync(new URL('./program.ts', import.meta.url), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
const paths = writeSampleData(join(folder, 'data'));
const server = (name, ...args) => ({
  command: process.execPath,
  args: [require.resolve(`@modelcontextprotocol/${name}/dist/index.js`), ...args],
});
const config = {
  mcpServers: {
    everything: server('server-everything', 'stdio'),
    filesystem: server('server-filesystem', join(folder, 'data')),
    memory: { ...server('server-memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
  },
  policy: [
    { match: 'mcp__filesystem__read_*', action: 'allow' },
    { match: 'mcp__memory__create_entities', action: 'allow' },
    { match: 'mcp__everything__get-structured-content', action: 'allow' },
  ],
};
const configPath = join(folder, 'sluice.json');
writeFileSync(configPath, JSON.stringify(config, null, 2));

const client = new Client({ name: 'sluice-demo', version: '1.0.0' });
let bytesInContext = 0;
/** Calls one of Sluice's tools as a client does. */
async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  const texts = result.content.map((block) => block.text ?? '');
  if (result.isError) throw new Error(texts.join('\n'));
  return texts;
}
/** The same for a model: what it writes and reads is counted. */
async function callAsModel(name, args) {
  const texts = await call(name, args);
  bytesInContext += Buffer.byteLength(JSON.stringify(args)) + Buffer.byteLength(texts.join(''));
  return texts;
}

try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [sluice, '--config', configPath],
      // What Sluice keeps goes into the demo's folder too, and with it.
      env: Object.fromEntries(
        ['XDG_CACHE_HOME', 'XDG_STATE_HOME', 'LOCALAPPDATA'].map((name) => [name, folder]),
      ),
    }),
  );
  const { tools } = await client.listTools();
  print(
    'Sluice runs over stdio, in front of three real MCP servers. No model takes part: the demo sends',
  );
  print('what a model would send, and prints what it would read.');
  heading('the tools that the client sees');
  print(tools.map((tool) => `${tool.name}  ${tool.title}`).join('\n'));
  heading('the servers behind them');
  print((await call('search_tools', {})).join('\n'));

  const query = ['read a text file', 'store entities in memory', 'structured weather'];
  heading('search_tools: three needs in one call');
  print(`query: ${JSON.stringify(query)}, limit: 1\n`);
  print((await callAsModel('search_tools', { query, limit: 1 })).join('\n'));

  heading('run_code: the program that the model writes');
  print(program.trim());
  const started = performance.now();
  const [value, ...notes] = await callAsModel('run_code', { code: program, data: paths });
  const elapsedMs = Math.round(performance.now() - started);
  heading('run_code: the answer that the model reads');
  print(JSON.stringify(JSON.parse(value), null, 2));
  print(`\n${notes.join('\n')}`);

  heading('what the memory server holds now');
  print(readFileSync(join(folder, 'memory.jsonl'), 'utf8').trim());

  const fileBytes = statSync(paths.customers).size + statSync(paths.orders).size;
  const keptOut = /([\d.]+ \wB) stayed out/.exec(notes.join('\n'))?.[1];
  heading('the sizes');
  print(`the two files               ${megabytes(fileBytes)}`);
  print(
    `kept out of the context     ${keptOut} (the filesystem server sends a file twice: as text and as JSON)`,
  );
  print(
    `in the model's context      ${(bytesInContext / 1e3).toFixed(1)} kB (search, program and answer together)`,
  );
  print(`run_code took               ${elapsedMs} ms, in a fresh Deno process without permissions`);
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}
