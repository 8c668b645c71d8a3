import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { createWorkplace, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let client: TestClient;

beforeAll(async () => {
  workplace = createWorkplace();
  const script = fileURLToPath(new URL('./fixtures/data-upstream.mjs', import.meta.url));
  const server = (name: string) => ({ command: process.execPath, args: [script, name] });
  const config = workplace.writeConfig({
    mcpServers: { kinds: server('kinds'), stats: server('stats') },
    policy: [{ match: '*', action: 'allow' }],
  });
  const launch = workplace.sluice('--config', config, '--expose', 'code,results,direct');
  client = await connectClient('v2 legacy', { kind: 'stdio', launch });
});
afterAll(async () => {
  await client.close();
  await workplace.close();
});

const run = (code: string) => client.call('run_code', { code });

describe('integers beyond 2^53 of a structure', () => {
  const whole = '{"id":725653563933458432,"small":12}';

  it('reach the value of a run, a later run, a selection, a pipe and a saved file with all digits', async () => {
    const { texts } = await run('return await kinds.more_in_structure()');
    expect(texts[0]).toBe(whole);
    const number = /#\d+/.exec(texts[1] ?? '')?.[0] ?? '';
    expect((await run(`return await recall(${number.slice(1)})`)).texts[0]).toBe(whole);
    const selected = await client.call('select_result', { ref: number, expression: '[id, small]' });
    expect(selected.texts).toEqual(['[725653563933458432,12]']);
    const piped = await client.call('pipe_result', {
      ref: number,
      tool: 'mcp__stats__digits',
      mapping: { values: '[id]' },
    });
    expect(piped.texts).toEqual(['[725653563933458432]']);
    const saved =
      'await saveFile("a.json", await kinds.more_in_structure());\nreturn await readFile("a.json")';
    expect((await run(saved)).texts[0]).toContain('725653563933458432');
  });

  it('reach the client of a direct tool, and nothing else of the structure is lost', async () => {
    const { texts, isError } = await client.call('kinds_more_in_structure', {});
    expect({ texts, isError }).toEqual({
      texts: ['{"id":725653563933458432}', whole],
      isError: false,
    });
  });
});

describe('a result with structure alone', () => {
  it('is its value in a program, and stands in the text of a direct answer', async () => {
    expect((await run('return await kinds.structured_only()')).texts[0]).toBe('{"a":2}');
    const { texts, structured } = await client.call('kinds_structured_only', {});
    expect({ texts, structured }).toEqual({ texts: ['{"a":2}'], structured: { a: 2 } });
  });
});

describe('an error with structure, of a tool that declares another', () => {
  it('keeps its own words in a direct answer, too', async () => {
    const { texts, structured, isError } = await client.call('kinds_is_error_structured', {});
    expect({ texts, structured, isError }).toEqual({
      texts: ['write access needed'],
      structured: { code: 403 },
      isError: true,
    });
  });
});

describe('long base64 in blocks', () => {
  it('stays out of the answer, of media by a handle and of an unknown block by a reference', async () => {
    const { texts, isError } = await run(
      'const { content } = await kinds.large_blocks();\nreturn content.slice(0, 2)',
    );
    expect(isError).toBe(false);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject([
      { type: 'audio', mimeType: 'audio/wav', sizeBytes: 60_000 },
      { type: 'resource', resource: { uri: 'mem://b', sizeBytes: 60_000 } },
    ]);
    const all = await run('return await kinds.large_blocks()');
    expect(all.texts[0]).toMatch(/^res_[0-9a-f]{32}: 80 kB of JSON were kept outside/);
    expect(all.texts[0]).toContain('hologram');
    expect(Math.max(...[...texts, ...all.texts].map((text) => text.length))).toBeLessThan(6000);
  });
});

describe('a key with a hyphen', () => {
  const hint =
    'hint: Put a name with a hyphen in double quotes: "unit-price". A subtraction has spaces around its minus.';

  it('is selected in quotes; without them the place and the quotes are named', async () => {
    const { texts } = await run('return await kinds.hyphens()');
    const ref = /#\d+/.exec(texts[1] ?? '')?.[0] ?? '';
    const select = (expression: string) => client.call('select_result', { ref, expression });
    const wrong = await select('rows[].unit-price');
    expect(wrong.isError).toBe(true);
    expect(wrong.texts[0]?.split('\n')).toEqual([
      `QUERY_INVALID: Cannot select from ${ref}: in the expression "rows[].unit-price": unexpected "-" at position 12`,
      hint,
    ]);
    expect((await select('rows[]."unit-price"')).texts).toEqual(['[1.5,2]']);
    const inProgram = await run(
      `return await results.select(${ref.slice(1)}, 'rows[].unit-price')`,
    );
    expect(inProgram.texts[0]?.split('\n')).toContain(hint);
  });
});

describe('a value that cannot be said', () => {
  it.each([
    [
      'return { a: kinds.text_json(), list: [1, 2].map(() => kinds.text_true()) }',
      '{"a":{"a":1,"list":[1,2]},"list":["true","true"]}',
    ],
    ['(async () => kinds.text_true())()', 'true'],
    ['return 10n', '{"$type":"bigint","value":"10"}'],
    [
      'const o = { m: new Map([["a", 1]]), n: NaN, z: -0 };\no.self = o;\nreturn o',
      '{"m":{"$type":"Map","value":[["a",1]]},"n":{"$type":"number","value":"NaN"},"z":{"$type":"number","value":"-0"},"self":{"$type":"circular","path":"$"}}',
    ],
    ['return Symbol("x")', '{"$type":"symbol","description":"x"}'],
    ['return function f() {}', '{"$type":"function","name":"f"}'],
    ['return new WeakMap()', '{"$type":"object","class":"WeakMap"}'],
  ])('has a form: %s', async (code, value) => {
    const { texts, isError } = await run(code);
    expect({ isError, value: texts[0] }).toEqual({ isError: false, value });
  });

  it.each([
    [
      'return { a: [{ toJSON() { throw new Error("no") } }] }',
      'TypeError (VALUE_UNSUPPORTED): Cannot read $.a[0]: its toJSON() threw: no',
    ],
    [
      'return { a: new Proxy({}, { ownKeys() { throw new Error("no") } }) }',
      'TypeError (VALUE_UNSUPPORTED): Cannot read $.a: no',
    ],
    [
      'let a = [];\nfor (let i = 0; i < 1e6; i++) a = [a];\nreturn a',
      'TypeError (VALUE_UNSUPPORTED): The value is too deeply nested: 1000 levels are the most that is carried',
    ],
    ['return { a: Promise.reject(new Error("late")) }', 'RUN_THREW: late'],
  ])('or a clear error: %s', async (code, message) => {
    const { texts, isError } = await run(code);
    expect({ isError, message: texts[0]?.split('\n')[0] }).toEqual({ isError: true, message });
  });
});

describe('the store', () => {
  it('needs no native module that another Node could not load', () => {
    const folder = fileURLToPath(new URL('../../stdio-host/dist', import.meta.url));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([]);
    const code = files.filter((file) => /\.m?js$/.test(file));
    expect(code.length).toBeGreaterThan(2);
    const loading =
      /process\.dlopen|require\([^)]*\.node['"]\)|node-gyp-build|require\(['"]bindings['"]\)/;
    expect(code.filter((file) => loading.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'that cannot be written to leaves programs running, and says of a large result what is wrong',
    async () => {
      const own = createWorkplace({ XDG_STATE_HOME: '/proc/none', XDG_CACHE_HOME: '/proc/none' });
      const small = await own.runVerb(['exec', '-e', 'return 1 + 1']);
      const large = await own.runVerb(['exec', '-e', 'return "x".repeat(100_000)']);
      await own.close();
      expect(small).toEqual({ exitCode: 0, stdout: '2\n', stderr: '' });
      expect({ exitCode: large.exitCode, said: large.stderr.split('\n').slice(0, 2) }).toEqual({
        exitCode: 1,
        said: [
          'INTERNAL: Cannot keep a result of 100000 bytes: writing it to disk failed (ENOENT)',
          'hint: Check free space and access of the folder that Sluice keeps results in.',
        ],
      });
    },
  );
});
