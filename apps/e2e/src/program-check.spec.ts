import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { createWorkplace, npmServer, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let config: string;
let client: TestClient;

beforeAll(async () => {
  workplace = createWorkplace();
  config = workplace.writeConfig({
    mcpServers: { memory: npmServer('memory') },
    policy: [
      { match: 'mcp__memory__read_*', action: 'allow' },
      { match: '*', action: 'ask' },
    ],
  });
  client = await connectClient('v2 auto', {
    kind: 'stdio',
    launch: workplace.sluice('--config', config),
  });
});
afterAll(async () => {
  await client.close();
  await workplace.close();
});

async function runCode(code: string) {
  const { texts, isError } = await client.call('run_code', { code });
  return { isError, text: texts.join('\n') };
}

/** A program that was not started, for one mistake. */
const stopped = (...lines: string[]) => ({
  isError: true,
  text: [
    'PROGRAM_MISTAKE: The program was not started: it has a mistake that would make it fail',
    ...lines,
    'No call was made.',
  ].join('\n'),
});

const wrongField = 'const graph = await tools.memory.read_graph();\nreturn graph.entites.length;';
const stoppedForField = stopped(
  'error at line 2, column 14:',
  '  2 | return graph.entites.length;',
  '  The value of mcp__memory__read_graph has no "entites" (did you mean "entities"?). If it is there all the same, read it as ["entites"].',
  '  tools.memory.read_graph(): Promise<{ entities: { name: string; entityType: string; observations: string[] }[]; relations: { from: string; to: string; relationType: string }[] }>',
);

describe('a program that is checked before it starts', () => {
  it('is not started for a field that a result does not have', async () => {
    expect(await runCode(wrongField)).toEqual(stoppedForField);
  });

  it('is not started for a promise that nobody awaited', async () => {
    const code = 'const graph = tools.memory.read_graph();\nreturn graph.entities.length;';
    expect(await runCode(code)).toEqual(
      stopped(
        'error at line 2, column 14:',
        '  2 | return graph.entities.length;',
        '  A promise has no "entities": put "await" before the call that makes it.',
      ),
    );
  });

  it('is not started for wrong arguments, and nobody is asked first', async () => {
    const code = 'return await tools.memory.create_entities({ entities: [{ name: 7 }] });';
    const { isError, text } = await runCode(code);
    expect(isError).toBe(true);
    expect(text).toContain('args.entities[0].name must be string, not 7 (try "7")');
    expect(text).toContain('args.entities[0].entityType is missing: string');
    expect(text).toContain('No call was made.');
  });

  it('is run where nothing is wrong, without a word about it', async () => {
    const code =
      'const { entities, relations } = await memory.read_graph();\nreturn entities.map(({ name }) => name).concat(relations.map((one) => one.from));';
    const { isError, text } = await runCode(code);
    expect({ isError, text: text.replace(/\d+ (?:ms|B)/g, 'n') }).toEqual({
      isError: false,
      text: '[]\n1 call in n: #1 memory.read_graph n n',
    });
  });

  it('is run with a warning where something is doubtful', async () => {
    const code =
      'const graph = await memory.read_graph();\nif (graph.total) return graph.total;\nreturn 1;';
    const { isError, text } = await runCode(code);
    expect(isError).toBe(false);
    expect(text).toContain(
      'warning at line 2, column 11:\n  2 | if (graph.total) return graph.total;',
    );
  });

  it('may use every global that a runner has', async () => {
    const names = await runCode('return Object.getOwnPropertyNames(globalThis).join(" ")');
    const refused =
      /^(?:\$mport|fetch|XMLHttpRequest|WebSocket|EventSource|Worker|importScripts|require|alert|confirm|prompt)$/;
    const usable = names.text
      .split('\n', 1)
      .join('')
      .split(' ')
      .filter((name) => !refused.test(name));
    expect(usable.length).toBeGreaterThan(100);
    const code = `const all = () => [emit, ${usable.join(', ')}];\nreturn typeof all;`;
    expect(await runCode(code)).toEqual({ isError: false, text: 'function' });
  });

  it('is told so by the verb exec as well', async () => {
    const ended = await workplace.runVerb(['exec', '--config', config, '-e', wrongField]);
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout + ended.stderr).toContain(stoppedForField.text);
  });
});
