import type { ServerDefinition } from '@sluice/contracts';
import { fakeClock, fakeUpstreams } from '@sluice/contracts/testing';
import { createSession } from '@sluice/core';
import type { AskOutcome } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createServerDesk } from '../server-desk.js';
import type { WantedServer } from '../server-desk.js';
import type { AskingTurn, ToolQuestions } from '../tools/tool-outcome.js';
import { createAskingServers } from './asking-servers.js';

function setUp() {
  const clock = fakeClock(1000);
  const started: ServerDefinition[] = [];
  const removed: string[] = [];
  const upstreams = {
    ...fakeUpstreams({ files: {} }),
    add: (server: ServerDefinition) => void started.push(server),
    remove: async (name: string) => void removed.push(name),
  };
  const desk = createServerDesk({ upstreams, homeFolder: '/home/ann' });
  let ids = 0;
  const asking = createAskingServers({
    desk,
    clock,
    newId: () => String((ids += 1)),
    timeoutMs: 300_000,
  });
  const session = createSession('s1', { isLocal: true });
  const { signal } = new AbortController();
  const turn = (
    wanted: WantedServer,
    more: AskingTurn | undefined = { replies: {} },
    by = session,
  ) =>
    asking.turn(desk.propose(wanted), {
      session: by,
      signal,
      ...(more === undefined ? {} : { turn: more }),
    });
  const ask = async (wanted: WantedServer) => (await turn(wanted)) as ToolQuestions;
  return { clock, started, removed, desk, asking, session, signal, turn, ask };
}

const wanted = {
  name: 'tracker',
  command: 'npx',
  args: ['-y', '@acme/tracker', 'two words'],
  env: { MODE: 'a\u202eb' },
};
const reply = (content: unknown): AskOutcome => ({ kind: 'accept', content });
const yes = { server: reply({ decision: 'session' }) };

describe('a server that a model asks for', () => {
  it('is shown with its exact command line and variables, nothing hidden, and nothing starts', async () => {
    const { ask, started, desk } = setUp();
    const { forms } = await ask(wanted);
    expect(forms['server']?.message).toBe(
      [
        'The model asks for a new server. May Sluice start it?',
        '',
        'name: "tracker"',
        'command line: "npx" "-y" "@acme/tracker" "two words"',
        'variable: "MODE" "a\\u202eb"',
        '',
        'It runs on this machine with your rights, outside of the sandbox. Yes lasts until Sluice ends; calls of its tools are held to your rules all the same.',
      ].join('\n'),
    );
    expect(started).toEqual([]);
    expect(desk.pending().map(({ name }) => name)).toEqual(['tracker']);
  });

  it('starts by the yes to this very one, once', async () => {
    const { ask, turn, started, desk } = setUp();
    const { resume } = await ask(wanted);
    const other = { ...wanted, args: ['-y', '@evil/tracker'] };
    expect(await turn(other, { resume, replies: yes })).toHaveProperty('forms');
    expect(started).toEqual([]);
    expect(await turn(wanted, { resume, replies: yes })).toMatchObject({ status: 'started' });
    expect(started.map(({ transport }) => transport)).toEqual([
      {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', '@acme/tracker', 'two words'],
        env: { MODE: 'a\u202eb' },
        inheritEnv: [],
      },
    ]);
    expect(desk.pending()).toEqual([]);
    expect(desk.added('tracker')).toBe(started[0]);
    expect(await turn(wanted, { resume, replies: yes })).toHaveProperty('forms');
  });

  it.each([
    ['no', reply({ decision: 'refuse' })],
    ['another word', reply({ decision: 'always' })],
    ['more than was asked', reply({ decision: 'session', more: true })],
    ['a list', reply(['session'])],
    ['nothing', { kind: 'cancel' } as const],
  ])('does not start by %s', async (_, answer) => {
    const { ask, turn, started, desk } = setUp();
    const { resume } = await ask(wanted);
    const replies = { server: answer };
    expect(await turn(wanted, { resume, replies })).toMatchObject({ status: 'refused' });
    expect(started).toEqual([]);
    expect(desk.pending()).toEqual([]);
  });

  it('does not start by a yes that is late, or of another session', async () => {
    const { clock, ask, turn, started } = setUp();
    const late = await ask(wanted);
    clock.advance(300_000);
    const { resume } = late;
    expect(await turn(wanted, { resume, replies: yes })).toMatchObject({ status: 'refused' });
    const second = await ask(wanted);
    const other = createSession('s2', { isLocal: true });
    const stolen = { resume: second.resume, replies: yes };
    expect(await turn(wanted, stolen, other)).toHaveProperty('forms');
    expect(started).toEqual([]);
  });

  it('is not asked about where the client is elsewhere, or cannot ask', async () => {
    const { desk, asking, turn, session, signal, started } = setUp();
    const remote = createSession('s3');
    expect(await turn(wanted, { replies: {} }, remote)).toMatchObject({ status: 'unasked' });
    const context = { session, signal };
    expect(await asking.turn(desk.propose(wanted), context)).toMatchObject({ status: 'unasked' });
    expect(started).toEqual([]);
  });
});

describe('createServerDesk()', () => {
  const placeholder =
    'Cannot add the server "x": it holds a placeholder, and none is filled in for a model';
  it.each([
    [{ name: 'x', url: 'https://evil.example/${HOME}' }, placeholder],
    [{ name: 'x', command: 'cat', args: ['{file:/etc/passwd}'] }, placeholder],
    [{ name: 'x', command: 'node', env: { A: '{env:TOKEN}' } }, placeholder],
    [{ name: 'x', command: 'node', args: ['${A:-b}'] }, placeholder],
    [
      { name: 'a__b', command: 'node' },
      'Cannot add the server "a__b": the server name "a__b" holds "__"',
    ],
    [{ name: 'x' }, 'Cannot add the server "x": mcpServers.x has neither "command" nor "url"'],
    [
      { name: 'x', command: 'npx', args: ['sluice'] },
      'Cannot add the server "x": it would start Sluice itself',
    ],
    [{ name: 'files', command: 'node' }, 'Cannot add the server "files": there is one already'],
    [
      { name: 'Files', command: 'node' },
      'Cannot add the server "Files": it could be taken for "files"',
    ],
  ])('refuses %j', (server, message) => {
    const { desk } = setUp();
    expect(() => desk.propose(server)).toThrow(expect.objectContaining({ code: 'USAGE', message }));
    expect(desk.pending()).toEqual([]);
  });

  it('removes what came while it ran, and nothing else', async () => {
    const { ask, turn, desk, removed } = setUp();
    const { resume } = await ask(wanted);
    await turn(wanted, { resume, replies: yes });
    expect(await desk.remove('files')).toBe(false);
    expect(await desk.remove('tracker')).toBe(true);
    expect(await desk.remove('tracker')).toBe(false);
    expect(removed).toEqual(['tracker']);
  });

  it('leaves alone what the configuration has got under the same name meanwhile', async () => {
    const removed: string[] = [];
    let isConfigured = false;
    const desk = createServerDesk({
      upstreams: {
        ...fakeUpstreams({}),
        add: () => undefined,
        remove: async (name) => void removed.push(name),
      },
      homeFolder: '/home/ann',
      isConfigured: () => isConfigured,
    });
    desk.start(desk.propose(wanted));
    expect(desk.added('tracker')).toBeDefined();
    isConfigured = true;
    expect(desk.added('tracker')).toBeUndefined();
    expect(await desk.remove('tracker')).toBe(false);
    expect(removed).toEqual([]);
  });
});
