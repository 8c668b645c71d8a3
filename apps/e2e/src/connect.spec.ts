import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRawHost, type RawHost } from './support/raw-host.js';
import { createWorkplace, fixtureServer, until, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let bridge: RawHost | undefined;
let second: RawHost | undefined;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(async () => {
  if (bridge?.child.exitCode === null) await bridge.end();
  bridge = undefined;
  if (second?.child.kill('SIGTERM')) await until(() => second?.child.exitCode ?? undefined);
  second = undefined;
  await workplace.close();
});

const config = () =>
  workplace.writeConfig({
    mcpServers: { box: fixtureServer('ok'), gone: { command: 'no-such-command-anywhere' } },
    policy: [{ match: '*', action: 'allow' }],
  });
const portOf = ({ url }: { readonly url: string }) => new URL(url).port;

/** A client of 2025-11-25 behind `sluice connect`. */
async function connect(port: string) {
  bridge = startRawHost(workplace.sluice('connect', '--port', port), workplace.folder);
  await bridge.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  bridge.notify('notifications/initialized');
  return bridge;
}

const program = (code: string) => ({ name: 'run_code', arguments: { code } });

describe('sluice connect', () => {
  it('hands a message on with all its digits', async () => {
    const host = await connect(portOf(await workplace.startHttp(config())));
    await host.ask('tools/call', program('return 9007199254740993n'));
    expect(host.stdout()).toContain('9007199254740993');
  });

  it('opens a session anew where the daemon was started again', async () => {
    const daemon = await workplace.startHttp(config());
    const host = await connect(portOf(daemon));
    daemon.process.kill('SIGTERM');
    await until(() => daemon.process.exitCode ?? undefined);
    const refused = await host.ask('tools/call', program('return 1'));
    expect(refused.error).toEqual({
      code: -32002,
      message: 'The daemon does not answer. Start it with "sluice daemon", and try again.',
    });
    const again = workplace.sluice('daemon', '--config', config(), '--port', portOf(daemon));
    const other = (second = startRawHost(again, workplace.folder));
    await until(() => (other.stderr().includes('serves MCP') ? true : undefined));
    const { result } = await host.ask('tools/call', program('return 1 + 1'));
    expect(result).toMatchObject({ content: [{ text: '2' }] });
  });

  it('ends with the client, and answers what is open before', async () => {
    const host = await connect(portOf(await workplace.startHttp(config())));
    const answer = host.ask(
      'tools/call',
      program('await new Promise((done) => setTimeout(done, 200)); return "late"'),
    );
    const [exitCode] = await Promise.all([host.end(), answer]);
    expect(exitCode).toBe(0);
    expect((await answer).result).toMatchObject({ content: [{ text: 'late' }] });
  });

  it.each(['connect', 'status'])('%s says that no daemon is there', async (verb) => {
    const daemon = await workplace.startHttp(config());
    const port = portOf(daemon);
    daemon.process.kill('SIGTERM');
    await until(() => daemon.process.exitCode ?? undefined);
    expect(await workplace.runVerb([verb, '--port', port])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `sluice: Cannot reach a daemon at http://127.0.0.1:${port}: none answers\n  hint: Start it with "sluice daemon", or name its port with --port.\n`,
    });
  });
});

describe('sluice status', () => {
  it('shows the daemon and its servers, or one of them', async () => {
    const daemon = await workplace.startHttp(config());
    const status = (...words: string[]) =>
      workplace.runVerb(['status', '--port', portOf(daemon), ...words]);
    let shown = await status();
    // Its servers start in the background.
    for (let tries = 0; tries < 100 && /connecting|idle/.test(shown.stdout); tries += 1)
      shown = await status();
    const file = `${workplace.folder}/sluice.json`;
    expect(shown).toEqual({
      exitCode: 1,
      stdout: [
        `Sluice 0.1.0 serves MCP at ${daemon.url}`,
        `box: ready, 14 tools (stdio, from ${file})`,
        `gone: failed (stdio, from ${file})`,
        '  Cannot start upstream "gone": the command "no-such-command-anywhere" was not found',
        '  hint: Install it, or set command to a full path.',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await status('box')).toMatchObject({
      exitCode: 0,
      stdout: `box: ready, 14 tools (stdio, from ${file})\n`,
    });
    expect(await status('bx')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'The daemon has no server "bx"\n  hint: There are "box", "gone".\n',
    });
    const { stdout } = await status('--json', 'gone');
    expect(JSON.parse(stdout)).toMatchObject({
      version: '0.1.0',
      url: daemon.url,
      servers: [{ name: 'gone', state: 'failed' }],
    });
    expect(stdout + shown.stdout).not.toContain(daemon.key);
  });

  it('says that none was ever started', async () => {
    expect(await workplace.runVerb(['status'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `sluice: Cannot reach a daemon at http://127.0.0.1:41529: there is no key in ${workplace.folder}/state/sluice/api-key, so that none was ever started\n  hint: Start it with "sluice daemon", or name its port with --port.\n`,
    });
  });
});
