import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './support/connect-client.js';
import type { AnswerPerson, TestClient } from './support/connect-client.js';
import { createWorkplace, markedServer, until, type Workplace } from './support/workplace.js';

let place: Workplace;
const clients: TestClient[] = [];
beforeEach(() => {
  place = createWorkplace({}, { cwd: 'project' });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await place.close();
});

const marker = (name: string) => join(place.folder, `started-${name}`);
const pids = (name: string) =>
  existsSync(marker(name))
    ? readFileSync(marker(name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { pid: number }).pid)
    : [];
const isAlive = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};
const server = (name: string, more: object = {}) => ({ ...markedServer(marker(name)), ...more });
/** As editors do: the new text is put in the place of the old one. */
const write = (path: string, content: unknown) => {
  const file = join(place.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, typeof content === 'string' ? content : JSON.stringify(content));
  renameSync(`${file}.new`, file);
  return file;
};
const own = 'config/sluice/sluice.json';
const open = { policyDefault: 'allow' };

async function connect(person?: AnswerPerson): Promise<TestClient> {
  const launch = place.sluice('--expose', 'code,servers,direct');
  const client = await connectClient('v1', { kind: 'stdio', launch }, person);
  clients.push(client);
  return client;
}
const run = async (client: TestClient, code: string) =>
  (await client.call('run_code', { code })).texts[0] ?? '';
const toolsOf = async (client: TestClient) =>
  (await client.listTools()).map(({ name }) => name).filter((name) => name.endsWith('_send'));
/** Asks again until it is so: a file's change takes its time. */
async function eventually<T>(look: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    if (performance.now() > deadline) throw new Error(`In vain; last: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const sorted = (names: readonly string[]) => [...names].sort().join();

describe('a configuration that changes while Sluice runs', () => {
  it('has servers come, go and change, the others untouched and a running program with them', async () => {
    write(own, { ...open, mcpServers: { kept: server('kept'), gone: server('gone') } });
    const client = await connect();
    await eventually(
      () => toolsOf(client),
      (names) => sorted(names) === 'gone_send,kept_send',
    );
    // It runs across the change, with a file between its two halves.
    const running = run(
      client,
      `await tools.kept.read({});
       await saveFile("begun", "x");
       let last;
       for (let n = 0; n < 400; n++) {
         last = await search("send");
         if (String(last).includes("tools.added.send")) break;
         await new Promise((resolve) => setTimeout(resolve, 50));
       }
       await tools.kept.read({});
       return await tools.kept.send({ after: String(last).includes("tools.added.send") });`,
    );
    await until(() => pids('kept').length > 0 || undefined);
    write(own, {
      ...open,
      mcpServers: { kept: server('kept', { description: 'Told anew.' }), added: server('added') },
    });
    expect(await running).toBe('send done');
    expect(readFileSync(`${marker('kept')}.ledger`, 'utf8')).toContain('["send",{"after":true}]');
    expect(await toolsOf(client)).toEqual(['kept_send', 'added_send']);
    expect([pids('kept').length, pids('added').length]).toEqual([1, 1]);
    await until(() => (isAlive(pids('gone')[0]) ? undefined : true));

    write(own, {
      ...open,
      mcpServers: { kept: server('kept', { env: { CHANGED: '1' } }), added: server('added') },
    });
    await until(() => pids('kept').length === 2 || undefined);
    expect(isAlive(pids('kept')[0])).toBe(false);
    expect(pids('added')).toHaveLength(1);
  });

  it('has its rules and limits counted from the next call on', async () => {
    const config = { mcpServers: { p: server('p') } };
    write(own, { ...open, ...config });
    const client = await connect();
    const send = () => run(client, 'return await tools.p.send({})');
    expect(await send()).toBe('send done');
    write(own, { ...open, ...config, policy: [{ match: 'mcp__p__send', action: 'deny' }] });
    await eventually(send, (text) => text.startsWith('POLICY_DENIED'));
    await eventually(
      () => toolsOf(client),
      (names) => names.length === 0,
    );
    write(own, { ...open, ...config, sandbox: { maxProgramBytes: 1024 } });
    const long = () => run(client, `return 1 // ${'x'.repeat(2000)}`);
    await eventually(long, (text) => text.startsWith('PROGRAM_TOO_LARGE'));
    expect(pids('p')).toHaveLength(1);
  });

  it('keeps what a broken file said, and says so until it is mended', async () => {
    write(own, { ...open, mcpServers: { p: server('p') } });
    const client = await connect();
    expect(await run(client, 'return await tools.p.send({})')).toBe('send done');
    const path = write(own, '{ "mcpServers": }');
    const search = async () => (await client.call('search_tools', { query: 'send' })).texts.join();
    const found = await eventually(search, (text) => text.includes('look at the configuration'));
    expect(found).toContain(
      `The user should look at the configuration:\n- Cannot read the configuration ${path}: line 1, column 17: expected a value, found "}"; what it said before goes on`,
    );
    expect((await client.call('list_servers', {})).texts[0]).toContain(
      'what it said before goes on',
    );
    expect(await run(client, 'return await tools.p.send({})')).toBe('send done');
    write(own, { ...open, mcpServers: { p: server('p'), q: server('q') } });
    await eventually(search, (text) => text.includes('tools.q.send') && !text.includes('look at'));
    expect(pids('p')).toHaveLength(1);
  });

  it("asks about a project's file that appears, and anew when it changes", async () => {
    write(own, open);
    const asked: string[] = [];
    const client = await connect(async ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { decision: 'session' } };
    });
    const search = async () => (await client.call('search_tools', { query: 'send' })).texts.join();
    expect(await search()).not.toContain('tools.p');
    const project = write('project/sluice.json', { mcpServers: { p: server('p') } });
    await eventually(search, (text) => text.includes('tools.p.send'));
    expect(asked).toHaveLength(1);
    write('project/sluice.json', {
      mcpServers: { p: server('p', { env: { LD_PRELOAD: 'x.so' } }) },
    });
    await eventually(search, () => asked.length === 2);
    expect(asked[1]).toContain('"LD_PRELOAD=x.so"');
    await until(() => (isAlive(pids('p')[0]) ? undefined : true));
    rmSync(project);
    await eventually(search, (text) => !text.includes('tools.p.send'));
    await until(() => (pids('p').some(isAlive) ? undefined : true));
  });

  it('is read again by a daemon that gets SIGHUP, with its sessions', async () => {
    const config = place.writeConfig({ ...open, mcpServers: { p: server('p') } });
    const { url, key, process: daemon, output } = await place.startHttp(config);
    const client = await connectClient('v1', { kind: 'http', url, key });
    clients.push(client);
    await client.call('run_code', { code: 'await saveFile("a", "kept")' });
    place.writeConfig({
      ...open,
      mcpServers: { p: server('p'), q: server('q') },
      sandbox: { pool: 0 },
    });
    daemon.kill('SIGHUP');
    await until(
      () => (output().stderr.includes('added q') ? true : undefined),
      () => output().stderr,
    );
    expect(output().stderr).toContain(
      'sluice: the configuration has changed: added q; changed sandbox\nsluice: warning: counts after a new start only: sandbox.pool',
    );
    expect(await run(client, 'return await tools.q.send({})')).toBe('send done');
    expect(await run(client, 'return await readFile("a")')).toBe('kept');
    expect(daemon.exitCode).toBeNull();
  });
});
