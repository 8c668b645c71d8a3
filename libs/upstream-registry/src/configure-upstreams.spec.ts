import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, never, refusal, stdioServer, testRegistry } from './fixtures/harness.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-configure-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pidOf = async (call: ReturnType<typeof testRegistry>['call'], server: string) =>
  ((await call(server, 'pid')).value as { pid: number }).pid;

describe('createUpstreamRegistry(), configured anew', () => {
  it('keeps what is started alike, ends what is gone, starts what is new, in the order given', async () => {
    const [kept, gone, added] = ['kept', 'gone', 'added'].map((name) => stdioServer(name));
    const { registry, call } = testRegistry([gone, kept].flatMap((one) => one ?? []));
    registry.connectAll();
    registry.add(stdioServer('asked-for'));
    const [keptPid, gonePid] = [await pidOf(call, 'kept'), await pidOf(call, 'gone')];

    let tells = 0;
    registry.subscribe(() => (tells += 1));
    const now = [added, { ...stdioServer('kept'), description: 'new words', trusted: true }];
    registry.configure(
      now.flatMap((one) => one ?? []),
      'the configuration changed',
    );
    expect(tells).toBeGreaterThan(0);
    expect(registry.statuses().map(({ name }) => name)).toEqual(['added', 'kept', 'asked-for']);
    expect(registry.statuses()[1]).toMatchObject({ description: 'new words', trusted: true });
    expect(await pidOf(call, 'kept')).toBe(keptPid);
    expect((await registry.settled('added', never)).state).toBe('ready');
    await registry.close();
    expect([keptPid, gonePid].map(isAlive)).toEqual([false, false]);
  });

  it('starts a changed one anew once the old one has ended; calls under way fail with the reason', async () => {
    const starts = join(folder, 'starts');
    const server = stdioServer('s', [`count-starts=${starts}`]);
    const { registry, call } = testRegistry([server]);
    const before = await pidOf(call, 's');
    const hanging = refusal(call('s', 'hang'));
    const changed = stdioServer('s', [`count-starts=${starts}`, 'banner'], { written: 'y' });
    registry.configure([changed], 'its configuration changed');
    expect(await hanging).toEqual({
      code: 'UPSTREAM_CLOSED',
      message: 'Upstream "s" is being closed: its configuration changed',
    });
    const after = await pidOf(call, 's');
    expect(isAlive(before)).toBe(false);
    expect(readFileSync(starts, 'utf8').trim().split('\n').map(Number)).toEqual([before, after]);
    await registry.close();
  });

  it('starts nothing of a server that waits for consent, by whatever way it is asked', async () => {
    const starts = join(folder, 'starts');
    const server = stdioServer('s', [`count-starts=${starts}`], { file: '/p/sluice.json' });
    const consent = { origin: 'project', bound: 'b', shown: {} } as never;
    const { registry, call, status } = testRegistry([{ ...server, consent }]);
    registry.connectAll();
    const waits = {
      code: 'POLICY_NEEDS_APPROVAL',
      message:
        'Upstream "s" waits for the user\'s consent: /p/sluice.json defines it, and nothing of it has been started',
      hint: 'Only the user can give it: the command "sluice approve" shows what would be started.',
    };
    expect(await status('s')).toMatchObject({ state: 'waiting', error: waits, toolCount: 0 });
    await registry.settled('s', never, { retry: true });
    expect(await refusal(call('s', 'pid'))).toEqual(waits);
    expect(existsSync(starts)).toBe(false);

    registry.configure([server], 'the user agreed');
    expect((await status('s')).state).toBe('ready');
    expect(existsSync(starts)).toBe(true);
    await registry.close();
  });
});
