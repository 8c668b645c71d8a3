import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { createLongArguments } from '@sluice/gateway';
import type { Gateway } from '@sluice/gateway';

/** A gateway with one tool that says who asked; records its arguments, and the sessions that were opened and closed. */
export function stubGateway() {
  const opened: string[] = [];
  const closed: string[] = [];
  const calls: unknown[] = [];
  const listeners = new Set<() => void>();
  const tool = {
    name: 'whoami',
    title: 'Who am I',
    description: 'Says the session.',
    inputSchema: { type: 'object' as const },
    annotations: {},
    _meta: {},
  };
  const gateway = {
    version: '1.2.3',
    upstreams: { statuses: () => [{ name: 'box', state: 'ready' }] },
    openSession() {
      const id = `session-${opened.length + 1}`;
      opened.push(id);
      return { id };
    },
    async closeSession(session: { id: string }) {
      closed.push(session.id);
    },
    exposed: ['code'],
    listTools: () => [tool],
    toolsReady: () => Promise.resolve(),
    callTool: (name: string, args: unknown, context: { session: { id: string } }) => {
      calls.push(args);
      return name === 'whoami'
        ? Promise.resolve({ content: [{ type: 'text', text: context.session.id }], isError: false })
        : undefined;
    },
    longArguments: createLongArguments(),
    requestStates: createRequestStateCodec({ key: 'k'.repeat(32) }),
    onToolsChanged(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Gateway;
  return { gateway, opened, closed, calls, listeners };
}
