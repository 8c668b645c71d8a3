import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { normalise } from './support/normalise.js';
import { createWorkplace, fixtureServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
const clients = new Map<string, TestClient>();

beforeAll(async () => {
  workplace = createWorkplace();
  const config = workplace.writeConfig({
    mcpServers: { fixture: fixtureServer('ok') },
    policy: [
      { match: 'mcp__fixture__delete_*', action: 'deny' },
      { match: 'mcp__fixture__send_*', action: 'ask' },
      { match: '*', action: 'allow' },
    ],
    sandbox: {
      timeoutSeconds: 30,
      heapMb: 64,
      memoryMb: 256,
      maxProgramBytes: 4096,
      maxCalls: 20,
      maxLogBytes: 10_000,
      logTailBytes: 80,
    },
    results: { inlineMaxBytes: 4096, previewMaxBytes: 200, maxResultBytes: 200_000 },
    // What fails while it runs is meant here: most of it would be found before.
    check: 'off',
  });
  const daemon = await workplace.startHttp(config);
  const launch = workplace.sluice('--config', config);
  clients.set('stdio', await connectClient('v2 auto', { kind: 'stdio', launch }));
  clients.set('daemon', await connectClient('v1', { kind: 'http', ...daemon }));
});
afterAll(async () => {
  for (const client of clients.values()) await client.close();
  await workplace.close();
});

async function runCode(args: Record<string, unknown>, place = 'stdio') {
  const { texts, isError } = await (clients.get(place) as TestClient).call('run_code', args);
  return { isError, texts: texts.map((text) => normalise(text, workplace.folder)) };
}

/** A failed answer of one block with these lines. */
const failed = (...lines: string[]) => ({ isError: true, texts: [lines.join('\n')] });
/** A completed answer: the value, then what is said about the run. */
const completed = (...texts: string[]) => ({ isError: false, texts });

const emptyHint =
  'hint: Send the body of an async function, for example: return await tools.server.tool({})';
const importHint =
  'hint: Remove the import. "tools", "call" and the web globals are there without one.';
const didYouMean =
  'hint: Did you mean tools.fixture.echo(args?: { value?: unknown }): Promise<unknown>?';
const allowMail =
  'hint: Only the user can allow it, by adding before policy[1] in <folder>/sluice.json: {"match":"mcp__fixture__send_mail","action":"allow"}';
const answerMail =
  'hint: Or they answer the question, which waits for an hour in the command "sluice approve"; then send the very same program again.';

describe.each(['stdio', 'daemon'])('a program that cannot start, over %s', (place) => {
  it.each<[string, Record<string, unknown>, ...lines: string[]]>([
    [
      'a syntax error',
      { code: 'const a = 1;\nconst b = ;\nreturn a' },
      'PROGRAM_SYNTAX: Cannot parse the program: Unexpected ";"',
      'at line 2, column 11:',
      '  2 | const b = ;',
    ],
    [
      'a syntax error inside a Markdown fence',
      { code: 'Here it is:\n```ts\nconst b = ;\n```' },
      'PROGRAM_SYNTAX: Cannot parse the program: Unexpected ";"',
      'at line 3, column 11:',
      '  3 | const b = ;',
    ],
    [
      'no end',
      { code: 'if (true) {\n  return 1' },
      'PROGRAM_SYNTAX: Cannot parse the program: Unexpected end',
      'at line 2, column 11:',
      '  2 |   return 1',
    ],
    [
      'nothing in it',
      { code: ' \n ' },
      'PROGRAM_EMPTY: Cannot run the program: it is empty',
      emptyHint,
    ],
    [
      'types only',
      { code: 'type A = { b: string };\ninterface C { d: A }' },
      'PROGRAM_EMPTY: Cannot run the program: it holds only types',
      emptyHint,
    ],
    [
      'comments only',
      { code: '// nothing\n/* here */' },
      'PROGRAM_EMPTY: Cannot run the program: it holds only comments',
      emptyHint,
    ],
    [
      'a static import',
      { code: 'import fs from "node:fs";\nreturn fs.readFileSync("/etc/passwd")' },
      'PROGRAM_IMPORT: Cannot use "node:fs": imports are not available in a program: call a tool instead',
      'at line 1, column 1:',
      '  1 | import fs from "node:fs";',
      importHint,
    ],
    [
      'a require',
      { code: 'const fs = require("fs");\nreturn 1' },
      'PROGRAM_IMPORT: Cannot use "fs": imports are not available in a program: call a tool instead',
      'at line 1, column 1:',
      '  1 | const fs = require("fs");',
      importHint,
    ],
    [
      'a tool that does not exist',
      { code: 'const x = 1;\nreturn await fixture.ecko({ value: x })' },
      'TOOL_UNKNOWN: Cannot call "fixture.ecko": the upstream "fixture" has no tool "ecko"',
      'at line 2, column 14:',
      '  2 | return await fixture.ecko({ value: x })',
      didYouMean,
    ],
    [
      'a server that does not exist',
      { code: 'return await tools.fixtur.echo({})' },
      'TOOL_UNKNOWN: Cannot call "fixtur.echo": there is no upstream "fixtur"',
      'at line 1, column 14:',
      '  1 | return await tools.fixtur.echo({})',
      didYouMean,
    ],
    [
      'a denied tool, whatever stands before it',
      { code: 'await fixture.echo({});\nreturn await fixture.delete_all({})' },
      'POLICY_DENIED: Cannot start the program: "mcp__fixture__delete_all" is denied by policy[0] {"match":"mcp__fixture__delete_*","action":"deny"}',
      'at line 2, column 14:',
      '  2 | return await fixture.delete_all({})',
      'hint: Go on without this tool; only the user can change the rule.',
    ],
    [
      'a tool that needs a human',
      { code: 'await fixture.send_mail({ to: "ann@example.com" })' },
      'POLICY_NEEDS_APPROVAL: Cannot start the program: "mcp__fixture__send_mail" is held for approval by policy[1] {"match":"mcp__fixture__send_*","action":"ask"}',
      'at line 1, column 7:',
      '  1 | await fixture.send_mail({ to: "ann@example.com" })',
      allowMail,
      answerMail,
    ],
    [
      'too much text',
      { code: `return "${'x'.repeat(5000)}"` },
      'PROGRAM_TOO_LARGE: Cannot run the program: its text has 5009 bytes, the limit is 4096 (sandbox.maxProgramBytes)',
      'hint: Hand large inputs over in "data" instead of the code, or raise sandbox.maxProgramBytes.',
    ],
  ])('answers %s with what, where and what to do', async (_, args, ...lines) => {
    expect(await runCode(args, place)).toEqual(failed(...lines, 'No call was made.'));
  });

  it.each<[string, Record<string, unknown>, problem: string]>([
    [
      'a timeoutMs of 0',
      { code: '1', timeoutMs: 0 },
      '"timeoutMs": Too small: expected number to be >0',
    ],
    [
      'a timeoutMs below 0',
      { code: '1', timeoutMs: -5 },
      '"timeoutMs": Too small: expected number to be >0',
    ],
    [
      'a timeoutMs that is a text',
      { code: '1', timeoutMs: '5' },
      '"timeoutMs": Invalid input: expected number, received string',
    ],
    ['an argument it does not have', { code: '1', timeout: 5 }, 'Unrecognized key: "timeout"'],
    ['no code', { data: 1 }, '"code": Invalid input: expected string, received undefined'],
    [
      'code that is no text',
      { code: 5 },
      '"code": Invalid input: expected string, received number',
    ],
  ])('answers %s with the problem and the arguments there are', async (_, args, problem) => {
    expect(await runCode(args, place)).toEqual(
      failed(
        'run_code was called with wrong arguments:',
        `- ${problem}`,
        'It takes code, data?, timeoutMs?.',
      ),
    );
  });
});

describe('a tool name that is built at run time', () => {
  it('and is unknown fails at the call, with the nearest name', async () => {
    const code = 'return await call("mcp__fixture__" + data, {})';
    expect(await runCode({ code, data: 'ecko' })).toEqual(
      failed(
        'ToolError (TOOL_UNKNOWN): Cannot call "mcp__fixture__ecko": the upstream "fixture" has no tool "ecko"',
        'at line 1, column 8:',
        `  1 | ${code}`,
        didYouMean,
        '1 call:',
        '- refused: #n mcp__fixture__ecko (TOOL_UNKNOWN)',
      ),
    );
  });

  it('and is unknown in a namespace says how to find the right one', async () => {
    const code = 'return await tools.fixture[data]({})';
    expect(await runCode({ code, data: 'ecko' })).toEqual(
      failed(
        'TypeError (RUN_THREW): tools.fixture[data] is not a function',
        'at line 1, column 33:',
        `  1 | ${code}`,
        'hint: There is no tool of that name. search("what you need"), or search_tools, gives the call path.',
        'No call was made.',
      ),
    );
  });

  it('and has no allow rule is refused at the gate, with the rule and its file', async () => {
    const code = 'await fixture.echo({});\nreturn await tools.fixture[data]({ to: "ann" })';
    expect(await runCode({ code, data: 'send_mail' })).toEqual(
      failed(
        'PolicyError (POLICY_NEEDS_APPROVAL): Cannot call "mcp__fixture__send_mail": it is held for approval by policy[1] {"match":"mcp__fixture__send_*","action":"ask"}',
        'at line 2, column 8:',
        '  2 | return await tools.fixture[data]({ to: "ann" })',
        allowMail,
        '2 calls:',
        '- done: #n fixture.echo SIZE TIME',
        '- refused: #n fixture.send_mail (POLICY_NEEDS_APPROVAL)',
      ),
    );
  });

  it('gives the program a PolicyError that it can catch', async () => {
    const code =
      'try { await call("mcp__fixture__" + data, {}) } catch (error) { return [error instanceof PolicyError, error.name, error.code, error.server, error.tool] }';
    expect(await runCode({ code, data: 'delete_all' })).toEqual(
      completed(
        '[true,"PolicyError","POLICY_DENIED","fixture","delete_all"]',
        '1 call in TIME: #n fixture.delete_all refused (POLICY_DENIED)',
      ),
    );
  });
});

describe('a call with wrong arguments', () => {
  const signatureOf = (tool: string) =>
    `The tool is called as tools.fixture.${tool}(args: { a: number; b: number }): Promise<unknown>`;

  it.each([
    [
      'as a protocol error',
      'add',
      'TOOL_ARGUMENTS',
      'Invalid arguments for tool add: "a" and "b" must be small numbers',
    ],
    [
      'as a failed result',
      'multiply',
      'TOOL_FAILED',
      'Wrong arguments: "a" and "b" must be small numbers',
    ],
  ])('that the upstream refuses %s shows the right signature', async (_, tool, code, message) => {
    const program = `return await fixture.${tool}({ a: 1, b: 2e9 })`;
    expect(await runCode({ code: program })).toEqual(
      failed(
        `ToolError (${code}): ${message}`,
        'at line 1, column 8:',
        `  1 | ${program}`,
        `hint: ${signatureOf(tool)}`,
        '1 call:',
        `- failed: #n fixture.${tool} (${code})`,
      ),
    );
  });

  it('that do not fit the schema is refused before it is sent, with all that is wrong', async () => {
    const program = 'return await fixture.add({ a: "1", c: 2 })';
    expect(await runCode({ code: program })).toEqual(
      failed(
        'ToolError (TOOL_ARGUMENTS): Cannot call "mcp__fixture__add": args.b is missing: number; args.a must be number, not a string (try 1)',
        'at line 1, column 8:',
        `  1 | ${program}`,
        `hint: ${signatureOf('add')}`,
        '1 call:',
        '- refused: #n fixture.add (TOOL_ARGUMENTS)',
      ),
    );
  });

  it.each([
    ['[1, 2]', 'an array'],
    ['1, 2', 'a number'],
  ])('that is no object (%s) is refused in the program, with the signature', async (args, kind) => {
    const code = `return await fixture.add(${args})`;
    expect(await runCode({ code })).toEqual(
      failed(
        `TOOL_ARGUMENTS: The arguments of a call must be one object, not ${kind}`,
        'at line 1, column 22:',
        `  1 | ${code}`,
        'hint: Name each argument: tools.server.tool({ name: value }).',
        `  ${signatureOf('add')}`,
        'No call was made.',
      ),
    );
  });

  it.each([
    ['() => 1', 'args.value.inner is a function, which JSON cannot say'],
    ['holder', 'args.value.inner is a cycle to args.value, which JSON cannot say'],
  ])('that JSON cannot carry (%s) is refused with its path', async (value, message) => {
    const code = `const holder: any = {};\nholder.inner = ${value};\nreturn await fixture.echo({ value: holder })`;
    expect(await runCode({ code })).toEqual(
      failed(
        `TypeError (VALUE_UNSUPPORTED): ${message}`,
        'at line 3, column 22:',
        '  3 | return await fixture.echo({ value: holder })',
        'hint: Leave it out, or pass plain data.',
        'No call was made.',
      ),
    );
  });

  it('that is too large is refused before it is sent', async () => {
    const code = 'return await fixture.echo({ value: "x".repeat(300_000) })';
    expect(await runCode({ code })).toEqual(
      failed(
        'TypeError (RESULT_TOO_LARGE): The arguments of the call are larger than 200000 bytes as JSON text',
        'at line 1, column 22:',
        `  1 | ${code}`,
        'hint: Filter, count or sum inside the program, or raise results.maxResultBytes.',
        'No call was made.',
      ),
    );
  });

  it('and with an option that does not exist names those that do', async () => {
    const code = 'return await fixture.echo({}, { timeout: 5 })';
    expect(await runCode({ code })).toEqual(
      failed(
        'USAGE: Cannot make the call: opts has no "timeout"',
        'at line 1, column 22:',
        `  1 | ${code}`,
        'hint: The second argument may be { timeoutMs: number, raw: boolean }.',
        'No call was made.',
      ),
    );
  });
});

describe('a tool that fails', () => {
  const hint =
    'hint: The tool is called as tools.fixture.fail(args?: { reason?: string }): Promise<unknown>';

  it('ends the run with its own words, the place, and what was done before', async () => {
    const code =
      'const first = await fixture.echo({});\nawait fixture.fail({ reason: "disk is full" });\nreturn first';
    expect(await runCode({ code })).toEqual(
      failed(
        'ToolError (TOOL_FAILED): disk is full',
        'at line 2, column 1:',
        '  2 | await fixture.fail({ reason: "disk is full" });',
        hint,
        '2 calls:',
        '- done: #n fixture.echo SIZE TIME',
        '- failed: #n fixture.fail (TOOL_FAILED)',
      ),
    );
  });

  it('inside a function shows the way through the program', async () => {
    const code =
      'async function load(n: number) {\n  return await fixture.fail({ reason: `no page ${n}` });\n}\nreturn await load(7)';
    expect(await runCode({ code })).toEqual(
      failed(
        'ToolError (TOOL_FAILED): no page 7',
        'at line 2, column 10:',
        '  2 |   return await fixture.fail({ reason: `no page ${n}` });',
        '  at program (4:8)',
        hint,
        '1 call:',
        '- failed: #n fixture.fail (TOOL_FAILED)',
      ),
    );
  });

  it('gives the program a ToolError with all that it said', async () => {
    const code = `try { await fixture.fail({ reason: "full" }) } catch (error) {
      const { name, code, message, server, tool, content, structured } = error;
      return { isToolError: error instanceof ToolError, name, code, message, server, tool, content, structured };
    }`;
    const { texts, isError } = await runCode({ code });
    expect([isError, JSON.parse(texts[0] ?? ''), texts.slice(1)]).toEqual([
      false,
      {
        isToolError: true,
        name: 'ToolError',
        code: 'TOOL_FAILED',
        message: 'full',
        server: 'fixture',
        tool: 'fail',
        content: [{ type: 'text', text: 'full' }],
        structured: { code: 17 },
      },
      ['1 call in TIME: #n fixture.fail failed (TOOL_FAILED)'],
    ]);
  });

  it('and answers too much names both sizes', async () => {
    const code = 'return (await fixture.big({ bytes: 300_000 })).length';
    const { texts, isError } = await runCode({ code });
    expect([isError, texts.map((text) => text.replace(/has \d{6} bytes/, 'has N bytes'))]).toEqual([
      true,
      [
        [
          'ToolError (RESULT_TOO_LARGE): The result of "mcp__fixture__big" has N bytes; results.maxResultBytes allows 200000',
          'at line 1, column 9:',
          `  1 | ${code}`,
          'hint: Ask the tool for less (a filter, a page, fewer fields), or raise results.maxResultBytes.',
          '1 call:',
          '- failed: #n fixture.big (RESULT_TOO_LARGE)',
        ].join('\n'),
      ],
    ]);
  });

  it('because it never answers is given up after opts.timeoutMs', async () => {
    const code = 'const x = await fixture.never({}, { timeoutMs: 200 });\nreturn x';
    expect(await runCode({ code })).toEqual(
      failed(
        'ToolError (CALL_TIMEOUT): Tool "never" of upstream "fixture" did not answer within 200 ms',
        'at line 1, column 11:',
        '  1 | const x = await fixture.never({}, { timeoutMs: 200 });',
        'hint: It was cancelled there; a longer opts.timeoutMs gives it more time.',
        '1 call:',
        '- failed: #n fixture.never (CALL_TIMEOUT)',
      ),
    );
  });
});

const timeUp = [
  'RUN_TIMEOUT: The program was stopped after 400 ms, its time limit',
  'hint: Do less in one run, or raise the limit: timeoutMs of run_code, at most sandbox.timeoutSeconds.',
];

describe('a program that never ends', () => {
  it.each([
    ['while (true) {}'],
    ['while (true) await null'],
    ['while (true) await new Promise((resolve) => setTimeout(resolve, 5))'],
    ['return await new Promise(() => {})'],
  ])('is stopped at its limit: %s', async (code) => {
    expect(await runCode({ code, timeoutMs: 400 })).toEqual(failed(...timeUp, 'No call was made.'));
  });

  it('because a tool never answers shows what was done and what was in flight', async () => {
    const code =
      'console.log("before");\nawait fixture.echo({});\nconst x = await fixture.never({});\nreturn x';
    expect(await runCode({ code, timeoutMs: 800 })).toEqual({
      isError: true,
      texts: [
        [
          'RUN_TIMEOUT: The program was stopped after 800 ms, its time limit',
          timeUp[1],
          '2 calls:',
          '- done: #n fixture.echo SIZE TIME',
          '- in flight when the run ended, outcome unknown: #n fixture.never after TIME',
        ].join('\n'),
        'log:\nbefore',
      ],
    });
  });
});

describe('a program that does what a program cannot do', () => {
  it.each([
    ['Deno.exit(3)', 'Deno'],
    ['process.exit(3)', 'process'],
    ['Deno.stdout.writeSync(new Uint8Array(1))', 'Deno'],
  ])('does not end or reach the host: %s', async (statement, name) => {
    expect(await runCode({ code: `${statement};\nreturn 1` })).toEqual(
      failed(
        `ReferenceError (RUN_THREW): ${name} is not defined`,
        'at line 1, column 1:',
        `  1 | ${statement};`,
        `hint: ${name} is not available in a program: call a tool instead.`,
        'No call was made.',
      ),
    );
  });

  it.each([
    [
      'await import("node:fs")',
      'PROGRAM_IMPORT: import("node:fs")',
      'A program can import nothing. search("what you need") finds the tool.',
    ],
    [
      'await fetch("https://example.com")',
      'NOT_AVAILABLE: fetch',
      'search("what you need") finds the tool.',
    ],
  ])('is told to call a tool instead: %s', async (expression, title, hint) => {
    expect(await runCode({ code: `return ${expression}` })).toEqual(
      failed(
        `${title} is not available in a program: call a tool instead`,
        'at line 1, column 14:',
        `  1 | return ${expression}`,
        `hint: ${hint}`,
        'No call was made.',
      ),
    );
  });

  it.each([
    [
      'of its heap',
      'const all: unknown[] = [];\nwhile (true) all.push(new Array(100_000).fill(all.length))',
      'RUN_MEMORY: The program ran out of memory (limit 64 MB)',
      'hint: Work in smaller pieces, or raise sandbox.heapMb.',
    ],
    [
      'of its process, in buffers',
      'const all: unknown[] = [];\nwhile (true) { all.push(new Uint8Array(20_000_000).fill(1)); await new Promise((resolve) => setTimeout(resolve, 10)) }',
      'RUN_MEMORY: The program ran out of memory (limit 256 MB)',
      'hint: Work in smaller pieces, or raise sandbox.memoryMb.',
    ],
  ])('runs out of memory %s', async (_, code, ...lines) => {
    expect(await runCode({ code })).toEqual(failed(...lines, 'No call was made.'));
  });

  it('makes too many calls', async () => {
    const code = 'for (let value = 0; ; value++) await fixture.echo({ value })';
    expect(await runCode({ code })).toEqual(
      failed(
        'RUN_CALL_LIMIT: The program was stopped at its call number 21; the limit is 20',
        'hint: Look for a loop that calls a tool, or raise sandbox.maxCalls.',
        '20 calls:',
        '- done: fixture.echo ×20 (#n…#n) SIZE',
      ),
    );
  });

  it('leaves the next run unharmed', async () => {
    expect(await runCode({ code: 'return "well"' })).toEqual(completed('well'));
  });
});

describe('a program that throws what is no Error', () => {
  it.each([
    ['"no luck"', '"no luck"'],
    ['null', 'null'],
    ['{ status: 404 }', '{ status: 404 }'],
    [
      '{ get message() { throw 1 }, get stack() { throw 2 }, toString() { throw 3 } }',
      '{ message: [Getter], stack: [Getter], toString: [Function: toString] }',
    ],
    ['new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } })', '{}'],
  ])('is shown what it threw, and how to say more: %s', async (thrown, shown) => {
    expect(await runCode({ code: `throw ${thrown}` })).toEqual(
      failed(
        `RUN_THREW: The program threw ${shown}`,
        'hint: Throw an Error: it tells the line.',
        'No call was made.',
      ),
    );
  });

  it('or an Error that cannot be read is shown its line all the same', async () => {
    const code =
      'const error = new Error("x");\nObject.defineProperty(error, "message", { get() { throw 1 } });\nthrow error';
    expect(await runCode({ code })).toEqual(
      failed(
        'RUN_THREW: it threw something that cannot be read',
        'at line 1, column 15:',
        '  1 | const error = new Error("x");',
        'No call was made.',
      ),
    );
  });

  it('because a result has another shape is told so', async () => {
    const code = 'const result = await fixture.echo({});\nreturn result.value.items.length';
    expect(await runCode({ code })).toEqual(
      failed(
        "TypeError (RUN_THREW): Cannot read properties of null (reading 'items')",
        'at line 2, column 21:',
        '  2 | return result.value.items.length',
        'hint: If this is about the result of a call, its shape is not what the program expects: return it by itself to see it (the last one was #n, mcp__fixture__echo).',
        '1 call:',
        '- done: #n fixture.echo SIZE TIME',
      ),
    );
  });
});

describe('a value that is hard to carry', () => {
  it('with a cycle comes with a marker that holds its path', async () => {
    const code = 'const a: any = { list: [1] };\na.self = a;\na.list.push(a.list);\nreturn a';
    expect(await runCode({ code })).toEqual(
      completed(
        '{"list":[1,{"$type":"circular","path":"$.list"}],"self":{"$type":"circular","path":"$"}}',
      ),
    );
  });

  it('that is larger than results.maxResultBytes is an error', async () => {
    expect(await runCode({ code: 'return "x".repeat(300_000)' })).toEqual(
      failed(
        'TypeError (RESULT_TOO_LARGE): The value of the program is larger than 200000 bytes as JSON text',
        'hint: Filter, count or sum inside the program, or raise results.maxResultBytes.',
        'No call was made.',
      ),
    );
  });

  it.each([
    [
      'return Array.from({ length: 2000 }, (_, id) => ({ id, name: `item ${id}` }))',
      [
        'res_…: 60 kB of JSON were kept outside the conversation.',
        'shape: Array(2000) of { id: number, name: string }',
        'Go on in a program: recall(ref) gives it whole, results.select(ref, "JMESPath") a part.',
        'preview:',
        '[{"id": 0, "name": "item 0"}, {"id": 1, "name": "item 1"}, {"id": 2, "name": "item 2"}, {"id": 3, "name": "item 3"}, … 1,996 more of 2,000 items]',
      ],
    ],
    [
      'return "some words\\n".repeat(1000)',
      [
        'res_…: 11 kB of text were kept outside the conversation.',
        'shape: text of 11000 characters in 1001 lines',
        'Go on in a program: recall(ref) gives it whole, results.select(ref, "JMESPath") a part.',
        'preview:',
        `${'some words\n'.repeat(15)}so`,
        '… (167 of 11000 bytes shown)',
      ],
    ],
  ])('above results.inlineMaxBytes is kept and described: %s', async (code, lines) => {
    expect(await runCode({ code })).toEqual(completed(lines.join('\n')));
  });
});

describe('what a program prints', () => {
  it('comes with the answer, after the value', async () => {
    const code = 'console.log("hello"); console.error("oops"); return 1';
    expect(await runCode({ code })).toEqual(completed('1', 'log:\nhello\n[error] oops'));
  });

  it('is bounded and counted when it floods', async () => {
    const code = 'for (let i = 0; i < 100_000; i++) console.log(`line ${i}`);\nreturn "done"';
    expect(await runCode({ code })).toEqual(
      completed(
        'done',
        [
          'log (99993 earlier lines, 990 kB, left out; 980 kB of them were beyond sandbox.maxLogBytes):',
          ...[99993, 99994, 99995, 99996, 99997, 99998, 99999].map((n) => `line ${n}`),
        ].join('\n'),
      ),
    );
  });
});

describe('a forgotten await', () => {
  it('is noted with the call that got cancelled', async () => {
    const code = 'fixture.sleep({ ms: 5000 });\nawait fixture.echo({});\nreturn "done"';
    expect(await runCode({ code })).toEqual(
      completed(
        'done',
        [
          'note: 1 call was still open when the program returned and got cancelled: #n mcp__fixture__sleep. Await every call.',
          '2 calls in TIME: #n fixture.sleep cancelled after TIME, #n fixture.echo SIZE TIME',
        ].join('\n'),
      ),
    );
  });

  it('of a call that failed is in the log', async () => {
    const code =
      'fixture.fail({ reason: "full" });\nawait new Promise((resolve) => setTimeout(resolve, 300));\nreturn "done"';
    expect(await runCode({ code })).toEqual(
      completed(
        'done',
        [
          '1 call in TIME: #n fixture.fail failed (TOOL_FAILED)',
          'log:',
          '[warn] Unhandled rejection (a missing await?): ToolError: full',
        ].join('\n'),
      ),
    );
  });
});
