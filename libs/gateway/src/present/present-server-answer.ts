import type { QuestionServer } from '@sluice/contracts';
import type { ServerAnswer } from '../exchange/asking-servers.js';
import type { PendingServer } from '../server-desk.js';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { showLine } from './show-text.js';
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

/** The person agreed to a server of a file. */
export function presentFoundStarted(name: string): ToolAnswer {
  const text = `The user said yes: ${JSON.stringify(name)} is starting. list_servers shows how it stands.`;
  return { content: [{ type: 'text', text }], isError: false };
}

/** Nobody has agreed to a server of a file. */
export function presentFoundRefused(name: string): ToolAnswer {
  return presentRefusal({
    code: 'POLICY_NEEDS_APPROVAL',
    message: `Cannot start the server ${JSON.stringify(name)}: it waits for the user's consent, and the user did not give it here`,
    hint: 'Do not ask again unchanged. Only the user can give it: the command "sluice approve" shows what would be started.',
  });
}

/** Servers that wait, one line each: those that a model asked for, and those of files. */
export function presentPending(
  servers: readonly PendingServer[],
  found: readonly QuestionServer[],
): ToolAnswer {
  const lines = [
    ...servers.map((server) => `${JSON.stringify(server.name)}: ${viaOf(server)}`),
    ...found.map(
      (server) =>
        `${JSON.stringify(server.name)}, from ${showLine(server.file, 500)}: ${viaOfFound(server)}`,
    ),
  ];
  const text = lines.length === 0 ? 'No server waits for approval.' : lines.join('\n');
  return { content: [{ type: 'text', text }], isError: false };
}

/** The command line or URL, in one line. */
export function viaOfFound({ shown: { command, url } }: QuestionServer): string {
  return showLine(command === undefined ? (url ?? '') : command.join(' '), 1000);
}
