import type { ServerAnswer } from '../exchange/asking-servers.js';
import type { PendingServer } from '../server-desk.js';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { viaOf } from './present-new-server.js';
import { presentRefusal } from './present-refusal.js';

/** What became of a server that a model asked for. */
export function presentServerAnswer(answer: ServerAnswer, configPlace: string): ToolAnswer {
  const { status, server } = answer;
  const name = JSON.stringify(server.name);
  switch (status) {
    case 'started': {
      const text = `The user said yes: ${name} is starting, and lasts until Sluice ends. list_servers shows how it stands.`;
      return { content: [{ type: 'text', text }], isError: false };
    }
    case 'refused':
      return presentRefusal({
        code: 'POLICY_REFUSED',
        message: `Cannot add the server ${name}: the user was asked and did not say yes`,
        hint: 'Do not ask again unchanged: ask the user what they want instead.',
      });
    case 'unasked':
      return presentRefusal({
        code: 'POLICY_NEEDS_APPROVAL',
        message: `Cannot add the server ${name}: only the user can, and cannot be asked here`,
        hint: `The user adds it to "mcpServers" in ${configPlace}: ${server.entry}`,
      });
  }
}

/** Servers that wait, one line each. */
export function presentPending(servers: readonly PendingServer[]): ToolAnswer {
  const lines = servers.map((server) => `${JSON.stringify(server.name)}: ${viaOf(server)}`);
  const text = lines.length === 0 ? 'No server waits for approval.' : lines.join('\n');
  return { content: [{ type: 'text', text }], isError: false };
}
