import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeEnvironment } from '@sluice/gateway/environment';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../start.js';
import { fakeTerminal } from '../testing/fake-terminal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-approve-page-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the verb until `stop` says so. */
async function page(
  words: readonly string[],
  variables: Record<string, string>,
  stop: (terminal: ReturnType<typeof fakeTerminal>) => Promise<void>,
) {
  const terminal = fakeTerminal();
  terminal.interrupt('stop now');
  const running = start({
    words: ['approve', '--page', ...words],
    terminal,
    environment: {
      ...nodeEnvironment(),
      platform: 'linux',
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: `${folder}:${process.env.PATH}`, HOME: folder, ...variables },
    },
    version: '1.2.3',
    runnerUrl: new URL('file:///no-runner.mjs'),
    workerUrl: new URL('file:///no-worker.mjs'),
  });
  await stop(terminal);
  terminal.print('stop now');
  return { exitCode: await running, screen: terminal.screen(), notes: terminal.notes() };
}

describe('sluice approve --page', () => {
  it('tells the link on stderr where there is no screen, serves it, and is gone after Ctrl-C', async () => {
    let link = '';
    const { exitCode, screen, notes } = await page([], {}, async (terminal) => {
      await expect.poll(() => terminal.notes(), { timeout: 15_000 }).toContain('Ctrl-C');
      link = /http:\S+/.exec(terminal.notes())?.[0] ?? '';
      const answer = await fetch(link);
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('name="secret"'),
      ]);
    });
    expect([exitCode, screen]).toEqual([0, 'stop now\n']);
    expect(notes).toMatch(
      /^Open this link; it works once: http:\/\/127\.0\.0\.1:\d+\/approve#[\w-]{43}\nCtrl-C ends the page\.\n$/,
    );
    await expect(fetch(link)).rejects.toThrow();
  });

  it('tells the link where the browser is not wanted', async () => {
    const { notes } = await page(['--no-browser'], { DISPLAY: ':0' }, async (terminal) => {
      await expect.poll(() => terminal.notes(), { timeout: 15_000 }).toContain('Ctrl-C');
    });
    expect(notes).toContain('Open this link');
  });

  it.runIf(process.platform === 'linux')(
    'gives the link to the browser and to nobody else, and tells it where that fails',
    async () => {
      const opened = join(folder, 'opened');
      const browser = (exitCode: number) => {
        writeFileSync(
          join(folder, 'xdg-open'),
          `#!/bin/sh\necho "$1" > ${opened}\nexit ${exitCode}\n`,
        );
        chmodSync(join(folder, 'xdg-open'), 0o755);
      };
      const untilTold = async (terminal: ReturnType<typeof fakeTerminal>) => {
        await expect.poll(() => terminal.notes(), { timeout: 15_000 }).toContain('Ctrl-C');
      };
      browser(0);
      const { notes } = await page([], { DISPLAY: ':0' }, untilTold);
      expect(notes).toBe('The page is open in your browser. Ctrl-C ends it.\n');
      expect(readFileSync(opened, 'utf8')).toMatch(/^http:\/\/127[^#]*#[\w-]{43}\n$/);
      browser(3);
      expect((await page([], { DISPLAY: ':0' }, untilTold)).notes).toContain('Open this link');
    },
  );

  it.each([
    [
      ['approve', '--page'],
      'sluice: sluice approve --page needs a terminal: stdin is none\n  hint: Run it yourself in a terminal window, without a pipe or redirection.\n',
    ],
    [
      ['approve', 'q_1', '--page'],
      'sluice: approve takes a question or --page, one of them\n  hint: The page shows every question that waits.\n',
    ],
  ])('refuses %j without a terminal', async (words, notes) => {
    const terminal = fakeTerminal({ input: false, output: true });
    const exitCode = await start({
      words,
      terminal,
      environment: { ...nodeEnvironment(), homeFolder: folder, variables: { HOME: folder } },
      version: '1.2.3',
      runnerUrl: new URL('file:///no-runner.mjs'),
      workerUrl: new URL('file:///no-worker.mjs'),
    });
    expect([exitCode, terminal.screen(), terminal.notes()]).toEqual([2, '', notes]);
  });
});
