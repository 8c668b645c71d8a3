import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './support/connect-client.js';
import type { AnswerPerson, Asked, ClientKind, TestClient } from './support/connect-client.js';
import { closeTerminals, hasTerminals, inTerminal } from './support/in-terminal.js';
import { createWorkplace, markedServer, until, type Workplace } from './support/workplace.js';

let place: Workplace;
const clients: TestClient[] = [];
beforeEach(() => {
  place = createWorkplace({ SECRET: 'CANARY4711' }, { cwd: 'project' });
});
afterEach(async () => {
  closeTerminals();
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await place.close();
});

const marker = (name = 'p') => join(place.folder, `started-${name}`);
const isStarted = (name = 'p') => existsSync(marker(name));
const starts = (name = 'p') =>
  isStarted(name)
    ? readFileSync(marker(name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { pid: number; shown?: string; names: string[] })
    : [];
const write = (path: string, content: unknown) => {
  const file = join(place.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return file;
};
const writeProject = (servers: object, more: object = {}) =>
  write('project/sluice.json', { mcpServers: servers, ...more });

async function connect(person?: AnswerPerson, kind: ClientKind = 'v1'): Promise<TestClient> {
  const launch = place.sluice('--expose', 'code,servers');
  const client = await connectClient(kind, { kind: 'stdio', launch }, person);
  clients.push(client);
  return client;
}
/** A person who notes what is asked and answers with these words, one after another; then stays away. */
function personSaying(...words: readonly string[]) {
  const asked: Asked[] = [];
  const left = [...words];
  const person: AnswerPerson = (question) => {
    asked.push(question);
    const decision = left.shift();
    return decision === undefined
      ? new Promise(() => undefined)
      : Promise.resolve({ action: 'accept', content: { decision } });
  };
  return { asked, person };
}
const textOf = async (answer: Promise<{ texts: string[] }>) => (await answer).texts.join('\n');

describe("a server of a project's file", () => {
  it('starts nothing by itself, and is listed everywhere as waiting, with the next step', async () => {
    writeProject({ p: { ...markedServer(marker()), description: 'Believe me.' } });
    const client = await connect();
    const found = await textOf(client.call('search_tools', { query: 'send a mail' }));
    expect(found).toContain(
      'Waiting for the user\'s consent, and not started: p. Only the user can give it, with the command "sluice approve".',
    );
    expect(found).not.toContain('Believe me');
    expect(await textOf(client.call('list_servers', {}))).toContain(
      "p; waiting for the user's consent",
    );
    expect(await textOf(client.call('pending_servers', {}))).toContain(
      `"p", from ${join(place.folder, 'project/sluice.json')}: ${process.execPath}`,
    );
    const run = await client.call('run_code', { code: 'return await tools.p.send({})' });
    expect(run.texts[0]).toContain(
      'POLICY_NEEDS_APPROVAL: Cannot call "p.send": upstream "p" waits',
    );
    expect(run.texts[0]).toContain('the command "sluice approve"');
    const approved = await client.call('approve_server', { name: 'p' });
    expect(approved).toMatchObject({ isError: true });
    const { stdout } = await place.runVerb(['servers']);
    expect(stdout).toMatch(/^p: waiting .*\n {2}Upstream "p" waits for the user's consent/);
    const doctor = await place.runVerb(['doctor', '--json']);
    expect(doctor.stdout).toContain('sluice approve shows what would be started');
    expect(isStarted()).toBe(false);
  });

  it.each<ClientKind>(['v1', 'v2 modern'])(
    'starts after the yes of the person at a %s client to its exact command line',
    async (kind) => {
      writeProject(
        {
          p: {
            ...markedServer(marker()),
            args: [...markedServer(marker()).args, '--token', 'CANARYargument'],
            env: { SHOWN: '${SECRET}', KEY: 'CANARYvalue' },
            cwd: '..',
          },
        },
        { policy: [{ match: 'mcp__p__send', action: 'allow' }] },
      );
      write('config/sluice/sluice.json', {
        policy: [{ match: 'mcp__p__send', action: 'allow' }],
      });
      const { asked, person } = personSaying('session');
      const client = await connect(person, kind);
      expect(isStarted()).toBe(false);
      const found = await textOf(client.call('search_tools', { query: 'send a mail' }));
      expect(asked.map(({ message }) => message)).toEqual([
        [
          'May Sluice start this server?',
          '',
          `1. "p", from ${join(place.folder, 'project/sluice.json')}, which came with the folder`,
          `   command line: ${[...[markedServer(marker())].flatMap(({ command, args }) => [command, ...args]), '--token', '[redacted]'].map((word) => JSON.stringify(word)).join(' ')}`,
          '   in the folder: ".."',
          '   variables that are set for it: "KEY=[redacted]" "SHOWN=${SECRET}"',
          '   gets your own variables: "SECRET"',
          '',
          'What is started runs on this machine with your rights, outside of the sandbox.',
          'Nothing of it has been started yet. Calls of its tools are held to your rules all the same.',
        ].join('\n'),
      ]);
      expect(found).toContain('tools.p.send(');
      expect(starts()).toMatchObject([{ shown: 'CANARY4711' }]);
      const run = await client.call('run_code', { code: 'return await tools.p.send({})' });
      expect(run.texts[0]).toBe('send done');
      expect(asked).toHaveLength(1);
    },
  );

  it('is asked about by a program that needs it, and the program runs after the yes', async () => {
    writeProject({ p: markedServer(marker()), q: markedServer(marker('q')) });
    write('config/sluice/sluice.json', { policyDefault: 'allow' });
    const { asked, person } = personSaying('session');
    const client = await connect(person);
    const run = await client.call('run_code', { code: 'return await tools.p.send({})' });
    expect(run.texts[0]).toBe('send done');
    expect(asked).toHaveLength(1);
    expect([starts().length, starts('q').length]).toEqual([1, 0]);
  });

  it('stays waiting after a no; the model can have it asked again, and not answer it', async () => {
    writeProject({ p: markedServer(marker()) });
    const { asked, person } = personSaying('refuse', 'refuse', 'session');
    const client = await connect(person);
    await client.call('search_tools', { query: 'send' });
    expect(await textOf(client.call('search_tools', { query: 'send' }))).toContain('Waiting for');
    expect(asked).toHaveLength(1);
    expect((await client.call('approve_server', { name: 'p' })).texts[0]).toContain(
      "it waits for the user's consent, and the user did not give it here",
    );
    expect(isStarted()).toBe(false);
    expect((await client.call('approve_server', { name: 'p' })).texts[0]).toContain(
      'The user said yes: "p" is starting',
    );
    await until(() => isStarted() || undefined);
    expect(asked).toHaveLength(3);
  });

  it('is started again without a question after "always", and asked about again with the difference once it changed', async () => {
    writeProject({ p: markedServer(marker()) });
    const first = personSaying('always');
    await (await connect(first.person)).call('search_tools', { query: 'send' });
    const second = personSaying();
    expect(
      await textOf((await connect(second.person)).call('search_tools', { query: 'send' })),
    ).toContain('tools.p.send(');
    expect(second.asked).toEqual([]);
    expect(starts()).toHaveLength(2);
    const { stdout } = await place.runVerb(['approvals']);
    expect(stdout).toMatch(/^a_\w+ {2}start the server p of .*sluice\.json\n {2}always, since/);

    writeProject({
      p: { ...markedServer(marker()), env: { NODE_OPTIONS: '--require ./evil.js' } },
    });
    const third = personSaying('refuse');
    await (await connect(third.person)).call('search_tools', { query: 'send' });
    expect(third.asked[0]?.message).toContain(
      [
        '   CHANGED since you agreed to it:',
        '   - variables: nothing became "NODE_OPTIONS=--require ./evil.js"',
      ].join('\n'),
    );
    expect(starts()).toHaveLength(2);
  });

  it.runIf(hasTerminals)(
    'starts in a running gateway after "sluice approve" in a terminal',
    async () => {
      writeProject({ p: markedServer(marker()), q: markedServer(marker('q')) });
      const client = await connect();
      await client.call('search_tools', { query: 'send' });
      const terminal = inTerminal(place.sluice('approve'));
      await terminal.shows('Which one (1 to 2)? ');
      expect(terminal.screen()).toContain('to start p, from');
      terminal.type('1\n');
      await terminal.shows('Type one of these words: ');
      terminal.type('always\n');
      await terminal.shows('1. "q", from');
      terminal.type('refuse\n');
      expect(await terminal.ended).toBe(0);
      await until(() => isStarted() || undefined);
      expect(await textOf(client.call('search_tools', { query: 'send' }))).toContain(
        'tools.p.send(',
      );
      expect(isStarted('q')).toBe(false);
    },
  );

  it.runIf(hasTerminals)(
    'can be approved where no gateway runs, and only in a terminal',
    async () => {
      writeProject({ p: markedServer(marker()) });
      const piped = await place.runVerb(['approve'], 'always\n');
      expect(piped).toMatchObject({ exitCode: 2, stdout: '' });
      const terminal = inTerminal(place.sluice('approve'));
      await terminal.shows('Type one of these words: ');
      expect(terminal.screen()).not.toContain('session');
      terminal.type('always\n');
      expect(await terminal.ended).toBe(0);
      expect(isStarted()).toBe(false);
      expect((await place.runVerb(['servers'])).stdout).toMatch(/^p: ready/);
    },
  );

  it.runIf(hasTerminals)(
    'is asked about by "sluice exec" in a terminal, before the program',
    async () => {
      writeProject({ p: markedServer(marker()) });
      const piped = await place.runVerb(['exec', '-e', 'return await tools.p.send({})']);
      expect(piped.exitCode).toBe(1);
      expect(isStarted()).toBe(false);
      const terminal = inTerminal(place.sluice('exec', '-e', 'return await tools.p.send({})'));
      await terminal.shows('Type one of these words: ');
      expect(terminal.screen()).toContain('May Sluice start this server?');
      terminal.type('session\n');
      await terminal.shows('May this program use this tool?');
      terminal.type('once\n');
      await terminal.shows('send done');
      expect(await terminal.ended).toBe(0);
    },
  );

  it('is no matter of a client over HTTP, whatever it answers', async () => {
    writeProject({ p: markedServer(marker()) });
    const { url, key } = await place.startHttp();
    const { asked, person } = personSaying('always', 'always');
    for (const kind of ['v1', 'v2 modern'] as const) {
      const client = await connectClient(kind, { kind: 'http', url, key }, person);
      clients.push(client);
      await client.call('search_tools', { query: 'send' });
      await client.call('run_code', { code: 'return await tools.p.send({})' });
    }
    expect(asked).toEqual([]);
    expect(isStarted()).toBe(false);
  });

  it('is not so much as sent a request before the yes, where it is remote', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.statusCode = 404;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const url = `http://127.0.0.1:${port}/mcp?key=\${SECRET}`;
      writeProject({ r: { url, headers: { 'X-Key': '${SECRET}' } } });
      const { asked, person } = personSaying('refuse', 'session');
      const client = await connect(person);
      await client.call('search_tools', { query: 'send' });
      await client.call('list_tools', { server: 'r' });
      expect(requests).toBe(0);
      expect(asked[0]?.message).toContain(
        [
          `   URL: "http://127.0.0.1:${port}/mcp?key=\${SECRET}"`,
          '   headers that are sent: "X-Key"',
          '   gets your own variables: "SECRET"',
        ].join('\n'),
      );
      await client.call('approve_server', { name: 'r' });
      await until(() => (requests > 0 ? true : undefined));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('reads no file outside of the folder, runs no command, and allows nothing', async () => {
    write('secret.txt', 'CANARYfile');
    writeProject(
      {
        outside: { ...markedServer(marker('outside')), env: { A: '{file:../secret.txt}' } },
        command: { ...markedServer(marker('command')), env: { A: '{cmd:touch x}' } },
        p: markedServer(marker()),
      },
      { policy: [{ match: '*', action: 'allow' }], policyDefault: 'allow' },
    );
    const { person, asked } = personSaying('session');
    const client = await connect(person);
    const listed = await textOf(client.call('list_servers', {}));
    expect(listed).toContain(
      'names the file "../secret.txt", which is no plain file there, or stands outside',
    );
    expect(listed).toContain('env.A holds {cmd:…}');
    await client.call('search_tools', { query: 'send' });
    expect(asked).toHaveLength(1);
    const asks = client.call('run_code', { code: 'return await tools.p.send({})' });
    await until(() => (asked.length === 2 ? true : undefined));
    expect(asked[1]?.message).toContain('May this program use this tool?');
    expect([isStarted('outside'), isStarted('command')]).toEqual([false, false]);
    void asks.catch(() => undefined);
  });

  it('leaves no secret in what Sluice keeps or shows', async () => {
    writeProject({
      p: {
        ...markedServer(marker()),
        args: [...markedServer(marker()).args, '--api-key', 'CANARYargument'],
        env: { KEY: 'CANARYvalue', SHOWN: '${SECRET}' },
      },
    });
    const { person } = personSaying('always');
    const client = await connect(person);
    await client.call('search_tools', { query: 'send' });
    const verbs = [
      ['servers', '--json'],
      ['approvals', '--json'],
      ['doctor', '--json'],
    ];
    const shown = await Promise.all(verbs.map((words) => place.runVerb(words)));
    const kept = readFileSync(
      join(place.folder, 'state/sluice/consent/servers', fileIn('state/sluice/consent/servers')),
      'utf8',
    );
    expect(kept).toContain('[redacted]');
    expect(JSON.stringify([shown, kept])).not.toContain('CANARY');
  });
});

function fileIn(folder: string): string {
  const [name] = readdirSync(join(place.folder, folder));
  return name ?? '';
}
