import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkplace, type Workplace } from './support/workplace.js';

let workplace: Workplace;
beforeEach(() => (workplace = createWorkplace()));
afterEach(() => workplace.close());

/** Ends the process as a power cut would, before its n-th write; a text that is written then is written by half. */
const stopAt = `
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.STOP_AT);
for (const name of ['writeFile', 'rename', 'rm', 'open']) {
  const real = fs[name];
  fs[name] = async (path, ...rest) => {
    const counts = name !== 'open' || String(rest[0]).startsWith('w');
    if (counts && (left -= 1) === 0) {
      if (name === 'writeFile') await real(path, rest[0].slice(0, rest[0].length / 2), rest[1]);
      process.kill(process.pid, 'SIGKILL');
    }
    return real(path, ...rest);
  };
}
syncBuiltinESMExports();`;

const canary = 'CANARY-7f3a9c2e5b81';
const clientFile = () => join(workplace.folder, '.claude.json');
const ownFile = () => join(workplace.folder, 'config/sluice/sluice.jsonc');
const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Every file, but for what the process keeps of its own code. */
function everything(): Readonly<Record<string, string>> {
  const entries = readdirSync(workplace.folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name));
  const own = paths.filter((path) => !path.includes('/cache/')).sort();
  return Object.fromEntries(own.map((path) => [path, text(path)]));
}

/** @returns whether it was stopped */
async function isStopped(step: number, ...words: string[]): Promise<boolean> {
  const { command, args, env } = workplace.sluice(...words);
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(stopAt)}`];
  const child = spawn(command, [...preload, ...args], {
    env: { ...env, STOP_AT: String(step) },
    stdio: 'ignore',
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null) expect(code).toBe(0);
  return signal === 'SIGKILL';
}

async function sluice(verb: 'install' | 'uninstall'): Promise<void> {
  const move = verb === 'install' ? ['--move'] : [];
  const { exitCode, stderr } = await workplace.runVerb([verb, 'claude-code', ...move, '--yes']);
  expect([exitCode, stderr.replace(/^sluice: .* seems to be running; .*\n/gm, '')]).toEqual([
    0,
    '',
  ]);
}

function putClient(): void {
  const env = { DOCS_TOKEN: canary };
  const servers = { docs: { command: 'docs', env }, web: { command: 'web' } };
  writeFileSync(clientFile(), JSON.stringify({ mcpServers: servers }, null, 2));
}

function expectNoServerLost(step: number): void {
  for (const name of ['"docs"', '"web"'])
    expect([step, name, text(clientFile()) + text(ownFile())]).toEqual([
      step,
      name,
      expect.stringContaining(name),
    ]);
}

describe('a process that is killed in the middle', () => {
  it('of an installation loses no server, and uninstall leaves no trace of it', async () => {
    putClient();
    const before = everything();
    let step = 1;
    for (; await isStopped(step, 'install', 'claude-code', '--move', '--yes'); step += 1) {
      expectNoServerLost(step);
      await sluice('uninstall');
      expect([step, text(clientFile())]).toEqual([step, before[clientFile()]]);
      // A copy without a record goes with the next one.
      await sluice('install');
      await sluice('uninstall');
      expect([step, everything()]).toEqual([step, before]);
    }
    expect(step).toBeGreaterThan(8);
  }, 180_000);

  it('of the way back loses no server, and the way back can be gone again', async () => {
    putClient();
    const before = everything();
    let step = 1;
    for (; ; step += 1) {
      await sluice('install');
      if (!(await isStopped(step, 'uninstall', 'claude-code', '--yes'))) break;
      expectNoServerLost(step);
      await sluice('uninstall');
      expect([step, text(clientFile())]).toEqual([step, before[clientFile()]]);
      await sluice('install');
      await sluice('uninstall');
      expect([step, everything()]).toEqual([step, before]);
    }
    expect(step).toBeGreaterThan(6);
  }, 180_000);
});

describe('several installations at once', () => {
  it('leave one that can be taken back', async () => {
    putClient();
    const before = everything();
    const words = ['install', 'claude-code', '--move', '--yes'];
    const ended = await Promise.all(Array.from({ length: 4 }, () => workplace.runVerb(words)));
    expect(ended.map(({ exitCode }) => exitCode)).toContain(0);
    for (const { exitCode, stderr } of ended)
      if (exitCode !== 0) expect(stderr).toContain('another program changed it meanwhile');
    expect(text(clientFile())).toContain('"sluice"');
    expectNoServerLost(0);
    await sluice('uninstall');
    expect(everything()).toEqual(before);
  }, 60_000);
});
