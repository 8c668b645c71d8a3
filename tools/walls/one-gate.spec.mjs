import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@nx/devkit';
import { describe, expect, it } from 'vitest';

/** Sources of all rooms but the tests, with their paths from the root. */
const sources = ['libs', 'apps']
  .flatMap((area) => readdirSync(join(workspaceRoot, area)).map((room) => `${area}/${room}/src`))
  .flatMap((folder) =>
    readdirSync(join(workspaceRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .filter((name) => !/(?:^|[/\\])(?:testing|fixtures|support)[/\\]/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  .filter((path) => !path.startsWith('apps/e2e/'))
  .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }));

/** Files whose code (not its comments) has the pattern. */
function filesWith(pattern) {
  const code = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return sources.filter(({ text }) => pattern.test(code(text))).map(({ path }) => path);
}

describe('one place in the code', () => {
  it('reads the sources of all rooms', () => {
    expect(sources.length).toBeGreaterThan(200);
  });

  it('calls upstreams: the gate, which alone is handed a port that can', () => {
    expect(filesWith(/\bupstreams\s*\.\s*call\b/)).toEqual(['libs/core/src/nested-call.ts']);
    expect(filesWith(/\bUpstreamPort\b/).sort()).toEqual([
      'libs/contracts/src/upstream-port.ts',
      'libs/core/src/nested-call.ts',
      'libs/upstream-registry/src/create-upstream-registry.ts',
    ]);
  });

  it("makes of a yes an approval; only a person's own places answer and revoke", () => {
    const outsideStore = (pattern) =>
      filesWith(pattern).filter((path) => !/^libs\/(?:store|contracts)\//.test(path));
    expect(outsideStore(/\bstore\s*\.\s*grant\b|\bconsents\s*\.\s*grant\b|\.grant\(/)).toEqual([
      'libs/core/src/consent/consents.ts',
    ]);
    expect(outsideStore(/\.grantServers\b/)).toEqual(['libs/core/src/consent/server-consents.ts']);
    // An answer about a server comes from a person's own place: a client's form, a terminal, what was answered on the page.
    expect(outsideStore(/\b(?:trust|consents|own)\s*\.\s*settle\b/).sort()).toEqual([
      'apps/stdio-host/src/verbs/approve.ts',
      'libs/gateway/src/exchange/asking-trust.ts',
      'libs/gateway/src/open-server-questions.ts',
      'libs/gateway/src/trust-desk.ts',
    ]);
    expect(outsideStore(/\b(?:store|consents)\s*\.\s*answer\b/).sort()).toEqual([
      'apps/stdio-host/src/verbs/approve.ts',
      'libs/http-face/src/approval-page/create-approval-page.ts',
    ]);
    expect(outsideStore(/\b(?:store|consents)\s*\.\s*revoke\b/)).toEqual([
      'apps/stdio-host/src/verbs/approvals.ts',
    ]);
  });
});
