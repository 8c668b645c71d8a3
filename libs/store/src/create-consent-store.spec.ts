import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consentStoreContract, fakeClock, memoryLogger } from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsentStore } from './create-consent-store.js';
import { exampleApproval, exampleQuestion } from './fixtures/consent-examples.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-consent-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const newFolder = async () => join(await mkdtemp(join(root, 'own-')), 'a', 'consent');

consentStoreContract('createConsentStore()', async (clock) =>
  createConsentStore({ folder: await newFolder(), clock, logger: memoryLogger() }),
);

const setUp = async () => {
  const folder = await newFolder();
  const clock = fakeClock();
  const logger = memoryLogger();
  const open = () => createConsentStore({ folder, clock, logger });
  const files = (part: string) => readdir(join(folder, part)).catch(() => []);
  const ask = (number: number, sessionId = 's1', digest = `d${number}`) =>
    exampleQuestion(number, sessionId, digest, clock.now());
  return { folder, clock, logger, open, store: open(), files, ask };
};
const yes = { decision: 'allow', scope: 'once' } as const;
const isPosix = process.platform !== 'win32';

describe('createConsentStore()', () => {
  it('makes nothing before there is something to keep', async () => {
    const { folder, store } = await setUp();
    expect(await store.approvals()).toEqual([]);
    expect(await store.pending()).toEqual([]);
    expect(await store.revoke('a_0')).toBe(false);
    expect(await store.take('s', 'd')).toBeUndefined();
    await store.endSession('s');
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.runIf(isPosix)('keeps everything to the user: folders 0700, files 0600', async () => {
    const { folder, store, ask } = await setUp();
    await store.grant([exampleApproval('mcp__a__b')]);
    await store.publish(ask(1));
    await store.answer(ask(1).id, yes, 'page');
    const modes: Record<string, number> = {};
    for (const part of ['approvals', 'questions', 'answers']) {
      modes[part] = (await stat(join(folder, part))).mode & 0o777;
      for (const name of await readdir(join(folder, part)))
        modes[`${part}/*`] = (await stat(join(folder, part, name))).mode & 0o777;
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(modes).toEqual({
      approvals: 0o700,
      'approvals/*': 0o600,
      questions: 0o700,
      'questions/*': 0o600,
      answers: 0o700,
      'answers/*': 0o600,
    });
  });

  it('writes an approval as a text that a person can read, in a file named for it', async () => {
    const { folder, store, files } = await setUp();
    const [granted] = await store.grant([
      exampleApproval('mcp__a__b', {
        scope: 'workspace',
        workspace: '/home/ann/site',
        grantedAt: Date.UTC(2026, 10, 30),
      }),
    ]);
    const [name = ''] = await files('approvals');
    expect(name).toMatch(/^workspace-mcp__a__b-[0-9a-f]{16}\.json$/);
    expect(await readFile(join(folder, 'approvals', name), 'utf8')).toBe(`{
  "version": 1,
  "id": "${granted?.id}",
  "tool": "mcp__a__b",
  "scope": "workspace",
  "workspace": "/home/ann/site",
  "grantedAt": "2026-11-30T00:00:00.000Z",
  "answeredIn": "terminal",
  "definition": {
    "digest": "d",
    "upstream": "npx -y @acme/a",
    "tool": {
      "title": "B"
    }
  }
}
`);
  });

  it('gives back the text of a definition to the letter, also one that is no tidy JSON', async () => {
    const { store } = await setUp();
    const texts = ['{"a":1, "b":2}', 'no JSON', '"text"', '{"n":18446744073709551615}', ''];
    await store.grant(
      texts.map((tool, at) =>
        exampleApproval(`mcp__a__${at}`, {
          grantedAt: at,
          definition: { digest: 'd', upstream: 'u', tool },
        }),
      ),
    );
    expect((await store.approvals()).map(({ definition }) => definition.tool)).toEqual(texts);
  });

  it.each([
    ['a path', '../../escape'],
    ['an absolute path', '/etc/passwd'],
    ['a device', 'CON'],
    ['a null byte', 'a\u0000b'],
    ['a very long text', 'x'.repeat(5000)],
    ['nothing', ''],
    ['__proto__', '__proto__'],
  ])('takes %s for a tool id without leaving its place', async (_, toolId) => {
    const { store, files } = await setUp();
    await store.grant([exampleApproval(toolId), exampleApproval(`${toolId}.`)]);
    expect((await store.approvals()).map((each) => each.toolId)).toContain(toolId);
    expect(await files('approvals')).toHaveLength(2);
  });

  it('sees at once what another process grants and revokes', async () => {
    const { open } = await setUp();
    const [one, other] = [open(), open()];
    for (let round = 0; round < 20; round += 1) {
      const [granted] = await one.grant([exampleApproval('mcp__a__b', { grantedAt: round })]);
      expect(await other.approvals()).toEqual([granted]);
      expect(await other.revoke(granted?.id ?? '')).toBe(true);
      expect(await one.approvals()).toEqual([]);
    }
  });

  it('sees a change also where it has read the folder before', async () => {
    const { folder, open } = await setUp();
    const [one, other] = [open(), open()];
    await one.grant([exampleApproval('mcp__a__b')]);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, 'approvals'), anHourAgo, anHourAgo);
    expect(await other.approvals()).toHaveLength(1);
    expect(await other.approvals()).toHaveLength(1);
    await one.grant([exampleApproval('mcp__a__c')]);
    expect(await other.approvals()).toHaveLength(2);
  });

  it.each([
    ['', 'Unexpected end of JSON input'],
    ['[]', 'it is no object'],
    ['{"version":2}', 'it is not of version 1'],
    ['{"version":1,"scope":"once"}', 'its "scope" is none of workspace, always'],
    [
      '{"version":1,"scope":"workspace"}',
      'a "workspace" goes with the scope workspace, and only with it',
    ],
    ['{"version":1,"scope":"always","id":7}', 'its "id" is no text'],
    [
      '{"version":1,"scope":"always","id":"a","tool":"t","definition":{"digest":1}}',
      'its "definition.digest" is no text',
    ],
    [
      '{"version":1,"scope":"always","id":"a","tool":"t","definition":{"digest":"d","upstream":"u"},"grantedAt":"x"}',
      'its "grantedAt" is no time',
    ],
  ])('names the approval that holds %j, and counts none meanwhile', async (text, reason) => {
    const { folder, store, files } = await setUp();
    const [kept, gone] = await store.grant([exampleApproval('mcp__a'), exampleApproval('mcp__b')]);
    const name = (await files('approvals')).find((found) => found.includes('mcp__b')) ?? '';
    const path = join(folder, 'approvals', name);
    await writeFile(path, text);
    const unreadable = {
      code: 'CONSENT_UNREADABLE',
      message: `Cannot read the approval ${path}: ${reason}`,
      hint: 'Repair the file or delete it; what has no approval is asked about again.',
    };
    await expect(store.approvals()).rejects.toMatchObject(unreadable);
    // "There is none" would be a lie: it may be this one.
    await expect(store.revoke(gone?.id ?? '')).rejects.toMatchObject(unreadable);
    expect(await store.revoke(kept?.id ?? '')).toBe(true);
    await rm(path);
    expect(await store.approvals()).toEqual([]);
  });

  it('counts a damaged question or answer as absent, and says which', async () => {
    const { folder, store, logger, ask } = await setUp();
    for (const number of [1, 2, 3]) await store.publish(ask(number));
    const question = (number: number) => join(folder, 'questions', `${ask(number).id}.json`);
    await writeFile(question(1), '{"version":1');
    // A question that passes for another: its id is not that of its file.
    await writeFile(question(2), await readFile(question(3), 'utf8'));
    expect((await store.pending()).map(({ id }) => id)).toEqual([ask(3).id]);
    expect(await store.answer(ask(2).id, yes, 'page')).toBe('unknown');
    expect(logger.lines.map(({ fields }) => fields['path'])).toEqual([question(1)]);

    await store.answer(ask(3).id, yes, 'page');
    const answer = join(folder, 'answers', `${ask(3).id}.json`);
    await writeFile(answer, '{"version":1,"answeredIn":"page","decision":"allow","scope":"all"}');
    expect(await store.take('s1', 'd3')).toBeUndefined();
    expect(logger.lines.at(-1)?.fields['reason']).toBe(
      'its "scope" is none of once, session, workspace, always',
    );
  });

  it.runIf(isPosix)('trusts no folder that others may write into', async () => {
    const { folder, store, ask } = await setUp();
    await store.grant([exampleApproval('mcp__a__b')]);
    await store.publish(ask(1));
    const refusal = (part: string) => ({
      code: 'CONSENT_UNREADABLE',
      message: `Cannot trust the folder ${join(folder, part)}: other users may write into it`,
      hint: 'Look at what is in it; then make it yours alone (chmod 700), or delete it: questions are asked again.',
    });
    await mkdir(join(folder, 'answers'));
    for (const part of ['approvals', 'questions', 'answers'])
      await chmod(join(folder, part), 0o770);
    await expect(store.approvals()).rejects.toMatchObject(refusal('approvals'));
    await expect(store.grant([])).rejects.toMatchObject(refusal('approvals'));
    await expect(store.pending()).rejects.toMatchObject(refusal('questions'));
    await chmod(join(folder, 'questions'), 0o700);
    await expect(store.take('s1', 'd1')).rejects.toMatchObject(refusal('answers'));
    await expect(store.answer(ask(1).id, yes, 'page')).rejects.toMatchObject(refusal('answers'));
  });

  it.runIf(isPosix)('trusts nothing below a folder that others may write into', async () => {
    const { folder, store, ask } = await setUp();
    await store.grant([exampleApproval('mcp__a__b')]);
    await store.publish(ask(1));
    await chmod(folder, 0o777);
    const refusal = {
      code: 'CONSENT_UNREADABLE',
      message: `Cannot trust the folder ${folder}: other users may write into it`,
    };
    await expect(store.approvals()).rejects.toMatchObject(refusal);
    await expect(store.grant([])).rejects.toMatchObject(refusal);
    await expect(store.take('s1', 'd1')).rejects.toMatchObject(refusal);
    await expect(store.answer(ask(1).id, yes, 'page')).rejects.toMatchObject(refusal);
  });

  it.each(['', 'approvals'])(
    'says so when a file stands where "%s" should be a folder',
    async (part) => {
      const { folder, store } = await setUp();
      const path = join(folder, part);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, 'mine');
      const refusal = {
        code: 'CONSENT_UNREADABLE',
        message: expect.stringMatching(/^Cannot use .*: (?:ENOTDIR|EEXIST)$/),
        hint: `What people approve is kept in ${folder}, which must be a folder that you alone can read and write.`,
      };
      await expect(store.approvals()).rejects.toMatchObject(refusal);
      await expect(store.grant([exampleApproval('mcp__a__b')])).rejects.toMatchObject(refusal);
    },
  );

  it('keeps the eight last questions of a session and those of others: a model that asks for ever pushes out its own', async () => {
    const { store, clock, ask } = await setUp();
    await store.publish(ask(500, 's2'));
    for (let number = 0; number < 20; number += 1) {
      clock.advance(1);
      await store.publish(ask(number));
    }
    expect((await store.pending()).map(({ digest }) => digest)).toEqual([
      'd500',
      ...[12, 13, 14, 15, 16, 17, 18, 19].map((number) => `d${number}`),
    ]);
  });

  it('tells who answers while the question is taken that it does not wait any more', async () => {
    const { open, ask, files } = await setUp();
    const [gateway, ...people] = Array.from({ length: 5 }, open);
    for (let number = 0; number < 40; number += 1) {
      await gateway?.publish(ask(number));
      const answers = people.map((person) => person.answer(ask(number).id, yes, 'page'));
      const takes = [1, 2, 3].map(async () => {
        let taken;
        for (let tries = 0; tries < 20 && !taken; tries += 1)
          taken = await gateway?.take('s1', `d${number}`);
        return taken;
      });
      const said = await Promise.all(answers);
      const last = gateway?.take('s1', `d${number}`);
      const taken = (await Promise.all([...takes, last])).filter((one) => one !== undefined);
      const answered = said.filter((one) => one === 'answered');
      expect(answered.length).toBeLessThanOrEqual(1);
      expect(taken.length).toBe(answered.length);
    }
    expect([await files('questions'), await files('answers')]).toEqual([[], []]);
  });

  it('leaves no file of a question that expired, was taken or belonged to a session that ended', async () => {
    const { store, clock, ask, files } = await setUp();
    await store.publish(ask(1));
    clock.advance(60_000);
    await store.publish(ask(2));
    await store.answer(ask(2).id, yes, 'page');
    await store.take('s1', 'd2');
    await store.publish(ask(3));
    await store.answer(ask(3).id, yes, 'page');
    await store.endSession('s1');
    expect([await files('questions'), await files('answers')]).toEqual([[], []]);
  });

  it('removes what killed processes left an hour ago and what is damaged for a week, and not what is being written', async () => {
    const { folder, store, ask, files } = await setUp();
    await store.publish(ask(1));
    const old = new Date(Date.now() - 2 * 3_600_000);
    await writeFile(join(folder, 'questions', 'a.tmp'), '');
    await writeFile(join(folder, 'questions', 'b.tmp'), '');
    await utimes(join(folder, 'questions', 'a.tmp'), old, old);
    const damaged = `${ask(7).id}.json`;
    const weekAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    for (const name of [damaged, 'mine.json']) {
      await writeFile(join(folder, 'questions', name), '{');
      await utimes(join(folder, 'questions', name), weekAgo, weekAgo);
    }
    await store.publish(ask(2));
    expect((await files('questions')).sort()).toEqual([
      'b.tmp',
      'mine.json',
      `${ask(1).id}.json`,
      `${ask(2).id}.json`,
    ]);
  });
});
