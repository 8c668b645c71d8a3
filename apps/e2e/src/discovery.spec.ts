import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './support/connect-client.js';
import type { AnswerPerson, Asked, TestClient } from './support/connect-client.js';
import { createWorkplace, markedServer, type Workplace } from './support/workplace.js';

let place: Workplace;
let client: TestClient | undefined;
beforeEach(() => {
  place = createWorkplace({}, { cwd: 'project' });
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await place.close();
});

const marker = (name: string) => join(place.folder, `started-${name}`);
const isStarted = (name: string) => existsSync(marker(name));
const write = (path: string, content: unknown) => {
  const file = join(place.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return file;
};
const askedOf = async (...words: readonly string[]) => {
  const asked: Asked[] = [];
  const left = [...words];
  const person: AnswerPerson = async (question) => {
    asked.push(question);
    return { action: 'accept', content: { decision: left.shift() ?? 'refuse' } };
  };
  client = await connectClient('v1', { kind: 'stdio', launch: place.sluice() }, person);
  return { asked, client };
};

describe('without a configuration of its own', () => {
  beforeEach(() => {
    const same = markedServer(marker('shared'));
    write('.claude.json', {
      mcpServers: { shared: same, sluice: { command: 'npx', args: ['sluice'] } },
      projects: { [join(place.folder, 'project')]: { mcpServers: {} } },
      tipsHistory: { 'new-user': 3 },
    });
    write('.cursor/mcp.json', {
      mcpServers: {
        shared: same,
        notes: markedServer(marker('notes')),
        off: { command: 'x', disabled: true },
      },
    });
    write('.codex/config.toml', 'model = "o"\n[mcp_servers.broken\nx = 1\n');
    write('project/.mcp.json', { mcpServers: { shared: markedServer(marker('theirs')) } });
  });

  it("Sluice fronts the servers of the user's clients once the user agrees, all at once or one by one", async () => {
    const { asked, client } = await askedOf('each', 'session', 'always', 'refuse');
    const first = await client.call('search_tools', {});
    expect(asked[0]?.message.split('\n').filter((line) => /^\d\./.test(line))).toEqual([
      `1. "shared", from ${join(place.folder, '.claude.json')}, your configuration of another client`,
      `2. "shared-claude-code", from ${join(place.folder, 'project/.mcp.json')}, which came with the folder`,
      `3. "notes", from ${join(place.folder, '.cursor/mcp.json')}, your configuration of another client`,
    ]);
    expect(asked).toHaveLength(4);
    expect(['shared', 'notes', 'theirs'].map(isStarted)).toEqual([true, false, true]);
    expect(first.texts[0]).toContain('tools.shared_claude_code');
    expect(first.texts[0]).toContain("Waiting for the user's consent, and not started: notes.");
  });

  it('starts nothing of them by itself; a broken file is a warning with its line', async () => {
    const { stdout, stderr, exitCode } = await place.runVerb(['servers']);
    expect(stdout.match(/^\S+: \w+/gm)).toEqual([
      'shared: waiting',
      'shared-claude-code: waiting',
      'notes: waiting',
    ]);
    expect(stderr).toMatch(/config\.toml: line [23], column \d+: .*; none of its servers is used/);
    expect(exitCode).toBe(0);
    expect(['shared', 'notes', 'theirs'].some(isStarted)).toBe(false);
  });

  it('leaves their files as they are, and looks at none of them once there is a file of its own', async () => {
    const path = join(place.folder, '.claude.json');
    const before = readFileSync(path, 'utf8');
    await (await askedOf('always')).client.call('search_tools', {});
    expect(readFileSync(path, 'utf8')).toBe(before);
    write('config/sluice/sluice.json', {});
    expect((await place.runVerb(['servers'])).stdout).toBe('No servers are configured.\n');
  });
});
