import type { ConsentQuestion, QuestionTool } from '@sluice/contracts';

/** A question for tests, with what a test wants different. */
export function exampleQuestion(more: Partial<ConsentQuestion> = {}): ConsentQuestion {
  return {
    id: 'q_00000000000000000000000000000001',
    digest: 'digest',
    sessionId: 's1',
    workspace: '/home/ann/project',
    program: 'return await tools.mail.send({ to: "ann@ours.example" });',
    tools: [exampleTool()],
    hasDynamic: false,
    scopes: ['once', 'session', 'workspace', 'always'],
    askedAt: 1_000,
    expiresAt: 301_000,
    ...more,
  };
}

/** A tool of it. */
export function exampleTool(more: Partial<QuestionTool> = {}): QuestionTool {
  return {
    id: 'mcp__mail__send',
    server: 'mail',
    name: 'send',
    title: 'Send a mail',
    effect: 'writes',
    args: [{ to: 'ann@ours.example' }],
    definition: { digest: 'd1', upstream: 'npx -y @acme/mail', tool: '{"title":"Send a mail"}' },
    ...more,
  };
}
