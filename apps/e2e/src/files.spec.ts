import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { createWorkplace, npmServer, until, type Workplace } from './support/workplace.js';

let workplace: Workplace;
const clients: TestClient[] = [];
const configs: Record<string, string> = {};

beforeAll(() => {
  workplace = createWorkplace();
  for (const reads of ['folder', 'host']) {
    configs[reads] = join(workplace.folder, `${reads}.json`);
    writeFileSync(
      configs[reads],
      JSON.stringify({
        mcpServers: { disk: npmServer('filesystem', workplace.folder) },
        policy: [{ match: '*', action: 'allow' }],
        sandbox: { reads, maxFileBytes: 8_000_000 },
        results: { maxStoreBytes: 20_000_000, maxResultBytes: 20_000_000 },
      }),
    );
  }
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await workplace.close();
});

async function open(reads = 'folder'): Promise<TestClient> {
  const launch = workplace.sluice('--config', String(configs[reads]));
  const client = await connectClient('v2 auto', { kind: 'stdio', launch });
  clients.push(client);
  return client;
}

const run = async (client: TestClient, code: string) => {
  const { texts, isError } = await client.call('run_code', { code });
  expect(isError, texts.join('\n')).toBe(false);
  return { value: texts[0] ?? '', about: texts.slice(1).join('\n') };
};

/** The error that a program caught, as `CODE: message`. */
const caught = (client: TestClient, call: string) =>
  run(client, `try { return await ${call} } catch (e) { return e.code + ': ' + e.message }`);

describe('files of a session', () => {
  it.each(['folder', 'host'])(
    'are saved in one run and read in the next, whatever is in them, with reads "%s"',
    async (reads) => {
      const client = await open(reads);
      const { value: path, about } = await run(
        client,
        `const bytes = new Uint8Array(6_000_000); for (let i = 0; i < bytes.length; i++) bytes[i] = (i * 7) % 256
         await saveFile('data.bin', bytes)
         await saveFile('zpráva 日本 🦆.json', { id: 12345678901234567890n, list: [1, 'two'] })
         return saveFile('report.csv', 'a,b\\r\\n1,ž\\r\\n')`,
      );
      expect(about).toBe(
        `saved: data.bin 6.0 MB, "zpráva 日本 🦆.json" 44 B, report.csv 11 B, in ${dirname(path)}`,
      );
      expect(path.startsWith(join(workplace.folder, 'state/sluice/files/'))).toBe(true);
      expect(readFileSync(path, 'utf8')).toBe('a,b\r\n1,ž\r\n');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const again = await run(
        client,
        `const bytes = await readFile('data.bin', { as: 'bytes' })
         const { id, list } = await readFile('zpráva 日本 🦆.json', { as: 'json' })
         return [bytes.length, bytes.every((byte, i) => byte === (i * 7) % 256), String(id), list,
           await readFile('report.csv') === await readFile(${JSON.stringify(path)})]`,
      );
      expect(JSON.parse(again.value)).toEqual([
        6_000_000,
        true,
        '12345678901234567890',
        [1, 'two'],
        true,
      ]);
      expect(again.about).toBe('');
    },
  );

  it('are no other session’s, by name or path, on one HTTP host too', async () => {
    const daemon = await workplace.startHttp(String(configs['folder']));
    const place = { kind: 'http', ...daemon } as const;
    const [one, two] = [await connectClient('v1', place), await connectClient('v1', place)];
    const { value: path } = await run(one, 'return saveFile("secret.txt", "SECRET")');
    for (const name of ['secret.txt', path])
      expect((await caught(two, `readFile(${JSON.stringify(name)})`)).value).toMatch(
        /^FILE_UNKNOWN: Cannot read the file ".*secret\.txt": this session has no such file$/,
      );
    const other = await run(
      two,
      'await saveFile("secret.txt", "OTHER"); return readFile("secret.txt")',
    );
    expect(other.value).toBe('OTHER');
    expect((await run(one, 'return readFile("secret.txt")')).value).toBe('SECRET');
    await one.close();
    await two.close();
    daemon.process.kill('SIGTERM');
    await until(() => (existsSync(path) ? undefined : true));
  });

  it('lead nowhere else: names, paths and what a tool puts in their place', async () => {
    const client = await open();
    const { value: path } = await run(client, 'return saveFile("a.txt", "mine")');
    const secret = join(workplace.folder, 'folder.json');
    for (const name of ['../../../folder.json', secret, '/etc/hostname', 'file:///etc/hostname'])
      expect((await caught(client, `readFile(${JSON.stringify(name)})`)).value).toMatch(
        /^FILE_UNKNOWN: /,
      );
    for (const name of ['../b', '/tmp/b', '..', 'con', 'A.TXT', 'a\\nb', ''])
      expect((await caught(client, `saveFile(${JSON.stringify(name)}, 1)`)).value).toMatch(
        /^FILE_NAME: Cannot save the file /,
      );
    unlinkSync(path);
    symlinkSync(secret, path);
    expect((await caught(client, 'readFile("a.txt")')).value).toBe(
      'FILE_UNKNOWN: Cannot read the file "a.txt": it was removed or replaced from outside',
    );
    await run(client, 'await saveFile("a.txt", "again")');
    expect(readFileSync(secret, 'utf8')).toContain('mcpServers');
    const read = await run(client, `return disk.read_text_file({ path: ${JSON.stringify(path)} })`);
    expect(read.value).toContain('again');
  });

  it('are bounded, one by one and together; the program goes on', async () => {
    const client = await open();
    expect((await caught(client, 'saveFile("big", new Uint8Array(8_000_001))')).value).toBe(
      'FILE_TOO_LARGE: Cannot save the file "big": it has 8000001 bytes, and a file may have 8000000',
    );
    const { value } = await run(
      client,
      `const done = []
       for (const name of ['a', 'b', 'c'])
         try { await saveFile(name, new Uint8Array(8_000_000)); done.push(name) } catch (e) { done.push(e.code) }
       return done`,
    );
    expect(JSON.parse(value)).toEqual(['a', 'b', 'FILE_QUOTA']);
  });

  it('go with the session, and no folder of a runner is left', async () => {
    const client = await open();
    const { value: path } = await run(client, 'return saveFile("a", "x")');
    expect(existsSync(path)).toBe(true);
    await client.close();
    await until(() => (existsSync(dirname(dirname(path))) ? undefined : true));
    const runners = join(workplace.folder, 'state/sluice/runners');
    for (const name of readdirSync(runners)) expect(readdirSync(join(runners, name))).toEqual([]);
  });
});
