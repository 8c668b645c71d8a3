import type { HttpDefinition, StdioDefinition } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { definitionDigest } from './definition-digest.js';
import { commandServer, httpServer } from './fixtures/harness.js';

const local = (more: Partial<StdioDefinition>, name = 'a') => {
  const server = commandServer(name, 'node', ['x.js']);
  return definitionDigest({
    ...server,
    transport: { ...(server.transport as StdioDefinition), ...more },
  });
};
const remote = (more: Partial<HttpDefinition>) => {
  const server = httpServer('a', 'https://h/mcp');
  return definitionDigest({
    ...server,
    transport: { ...(server.transport as HttpDefinition), ...more },
  });
};

describe('definitionDigest()', () => {
  it('is a digest, the same for the same definition whatever the order and the values of secrets', () => {
    expect(local({})).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(local({ env: { A: '1', B: '2' } })).toBe(local({ env: { B: 'x', A: 'y' } }));
    expect(remote({ headers: { A: '1' } })).toBe(remote({ headers: { A: '2' } }));
  });

  it('changes with all that decides what is started or called', () => {
    const digests = [
      local({}),
      local({}, 'b'),
      local({ command: 'deno' }),
      local({ args: ['x.js', ''] }),
      local({ cwd: '/x' }),
      local({ env: { A: '1' } }),
      local({ inheritEnv: ['A'] }),
      remote({}),
      remote({ url: 'https://h/other' }),
      remote({ mode: 'sse' }),
      remote({ headers: { A: '1' } }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});
