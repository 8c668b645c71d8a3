import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandGroups } from '../command-groups.js';
import { clients } from '@sluice/gateway/clients';
import { commandTable } from '../command-table.js';
import { clientArgument } from '../commands/writing-options.js';
import { bashScript } from './bash-script.js';
import { completionModel } from './completion-model.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

const model = completionModel(commandTable, commandGroups);

describe('the table of verbs', () => {
  it('has no name twice, and no option that takes a value for one verb only', () => {
    const names = commandTable.flatMap(({ name, alias }) => [name, ...(alias ? [alias] : [])]);
    expect(names).toEqual([...new Set(names)]);
    const flags = commandTable.flatMap(({ options = [] }) => options.map((option) => option.flags));
    const bare = flags.filter((flag) => !flag.includes('<'));
    expect(bare.filter((flag) => model.values.has(flag))).toEqual([]);
  });

  it('offers every client that can be written into, and names them', () => {
    const { offered, summary } = clientArgument;
    expect(offered).toEqual(clients.map(({ id }) => id));
    expect(summary).toBe(`${offered.slice(0, -1).join(', ')} or ${offered.at(-1)}`);
  });

  it('says of every group what it is for', () => {
    expect([...model.groups.keys()].sort()).toEqual(Object.keys(commandGroups).sort());
  });
});

describe('completions for bash', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-completions-'));
    writeFileSync(join(folder, 'sluice.bash'), bashScript(model));
    writeFileSync(join(folder, 'my program.ts'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What a real bash offers for the last of these words. */
  const complete = (...words: string[]) => {
    const script = `set -eu; source ./sluice.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); set +e
      _sluice; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ['--norc', '--noprofile', '-c', script, 'bash', 'sluice', ...words];
    return execFileSync('bash', args, { cwd: folder, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  };

  it.each<[string[], string[]]>([
    [['se'], ['serve', 'server', 'search', 'servers']],
    [
      ['policy', ''],
      ['explain', 'test', 'simulate'],
    ],
    [['--config', 'x.json', 'policy', 's'], ['simulate']],
    [
      ['serve', '--log-level', ''],
      ['silent', 'error', 'warn', 'info', 'debug'],
    ],
    [['server', '--po'], ['--port']],
    [['--exp'], ['--expose']],
    [['daemon', '--expose', 'code,re'], ['code,results']],
    [['daemon', '--expose', 'co'], ['code']],
    [['approvals', 're'], ['revoke']],
    [['approvals', 'revoke', 'x'], []],
    [
      ['completions', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['uninstall', 'cl'],
      ['claude-code', 'claude-desktop'],
    ],
    [['exec', 'my'], ['my program.ts']],
    [['search', '--limit', ''], []],
    [
      ['config', 'schema', '--'],
      ['--help', '--version'],
    ],
    [
      ['frobnicate', '--'],
      ['--help', '--version'],
    ],
  ])('offer for %j %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered);
  });

  it('offer every verb and alias first', () => {
    expect(complete('')).toEqual(model.firstWords.map(({ word }) => word));
  });
});

describe('completions for zsh and fish', () => {
  it.each([
    ['zsh', zshScript(model)],
    ['fish', fishScript(model)],
  ])('for %s name every verb, option and choice', (_, script) => {
    const words = [
      ...model.firstWords.map(({ word }) => word),
      ...model.verbs.flatMap(({ options }) => options.map(({ word }) => word.replace(/^--?/, ''))),
      ...['explain', 'silent', 'signature', 'revoke', 'toolpipe', 'fish'],
    ];
    expect(words.filter((word) => !script.includes(word))).toEqual([]);
    expect(script).not.toMatch(/undefined|\[object/);
  });

  it('quote what a summary holds', () => {
    const row = { name: 'x', summary: "it's $HOME `a` \\", run: () => 0 };
    const odd = completionModel([row], {});
    expect(zshScript(odd)).toContain("'x:it'\\''s $HOME `a` \\'");
    expect(fishScript(odd)).toContain("'it\\'s $HOME `a` \\\\'");
  });
});
