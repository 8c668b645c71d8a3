import type { RawHost } from './raw-host.js';

/** Opens the session of a raw host. */
export async function initialize(host: RawHost): Promise<void> {
  await host.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  host.notify('notifications/initialized');
}

/** Calls a tool of a raw host. */
export async function callTool(host: RawHost, name: string, args: object) {
  const { result, error } = await host.ask('tools/call', {
    name,
    arguments: args,
    _meta: { progressToken: name },
  });
  const { content = [] } = (result ?? {}) as { content?: { text?: string }[] };
  return { text: content.map(({ text }) => text ?? '').join('\n'), error };
}
