import { SluiceError } from '@sluice/contracts';
import * as z from 'zod';
import type { AskingServers } from '../exchange/asking-servers.js';
import type { AskingTrust } from '../exchange/asking-trust.js';
import {
  presentFoundRefused,
  presentFoundStarted,
  presentPending,
  presentServerAnswer,
} from '../present/present-server-answer.js';
import { presentRefusal } from '../present/present-refusal.js';
import type { ServerDesk } from '../server-desk.js';
import type { TrustDesk } from '../trust-desk.js';
import { isQuestions, type ToolOutcome } from './tool-outcome.js';
import { defineTool, type ToolContext, type ToolRow } from './tool-row.js';

/** What a model may say of a server. */
export const wantedServer = {
  name: z.string().min(1).describe('A name for it.'),
  command: z.string().optional().describe('The program of a local server.'),
  args: z.array(z.string()).optional().describe('Its arguments, one by one.'),
  env: z.record(z.string(), z.string()).optional().describe('Variables for it, as they are.'),
  url: z.string().optional().describe('The address of a remote server, instead of a command.'),
};

const name = z.string().min(1).describe('Name of the server.');

/** The rows about servers that come while Sluice runs. None of them starts one without a person's yes. */
export function newServerRows(by: {
  readonly desk: ServerDesk;
  readonly asking: AskingServers;
  /** Those of files that nobody vouches for. */
  readonly askingTrust: AskingTrust;
  readonly trust: Pick<TrustDesk, 'waiting'>;
  /** The configuration file, for hints. */
  readonly configPlace: string;
}): readonly ToolRow[] {
  const { desk, asking, trust, configPlace } = by;
  return [
    defineTool({
      name: 'pending_servers',
      group: 'servers',
      title: 'Pending servers',
      description: () =>
        "Lists servers that wait for the user's approval; none of them is started.",
      input: z.strictObject({}),
      annotations: { ...careful, readOnlyHint: true },
      run: async () => presentPending(desk.pending(), trust.waiting()),
    }),
    defineTool({
      name: 'approve_server',
      group: 'servers',
      title: 'Ask for a pending server',
      description: () =>
        'Asks the user about a server that waits for approval. Only the user can approve it.',
      input: z.strictObject({ name }),
      annotations: { ...careful, readOnlyHint: false, openWorldHint: true },
      run: async (request, context) => {
        const server = desk.pending().find((one) => one.name === request.name);
        if (server === undefined) return approveFound(request.name, context, by);
        const outcome = await asking.turn(server, context);
        return isQuestions(outcome) ? outcome : presentServerAnswer(outcome, configPlace);
      },
    }),
    defineTool({
      name: 'add_server',
      group: 'servers',
      title: 'Ask for a new server',
      description: () =>
        'Asks the user for a new server, by its exact command line or URL. Nothing starts before the user says yes; it lasts until Sluice ends.',
      input: z.strictObject(wantedServer),
      annotations: { ...careful, readOnlyHint: false, openWorldHint: true },
      run: async (wanted, context) =>
        catching(async () => {
          const outcome = await asking.turn(desk.propose(wanted), context);
          return isQuestions(outcome) ? outcome : presentServerAnswer(outcome, configPlace);
        }),
    }),
    defineTool({
      name: 'remove_server',
      group: 'servers',
      title: 'Remove an added server',
      description: () =>
        'Ends a server that was added while Sluice runs. Those of the configuration are the user’s to remove.',
      input: z.strictObject({ name }),
      annotations: { ...careful, readOnlyHint: false, destructiveHint: true },
      run: async (request) => {
        const isRemoved = await desk.remove(request.name);
        if (!isRemoved) return presentRefusal(notOurs(request.name, configPlace));
        const text = `Removed ${JSON.stringify(request.name)}. Results that are kept stay.`;
        return { content: [{ type: 'text', text }], isError: false };
      },
    }),
  ];
}

/** The turns about a server of a file: the question, then what became of it. */
export async function approveFound(
  name: string,
  context: ToolContext,
  by: { readonly askingTrust: AskingTrust; readonly trust: Pick<TrustDesk, 'waiting'> },
  started = presentFoundStarted,
): Promise<ToolOutcome> {
  const isWaiting = () => by.trust.waiting().some((one) => one.name === name);
  const wasWaiting = isWaiting();
  const next = await by.askingTrust.resume(context);
  if (next !== undefined) return next;
  if (!isWaiting()) return wasWaiting ? started(name) : presentRefusal(noneWaits(name));
  return by.askingTrust.ask(context, [name], { again: true }) ?? presentFoundRefused(name);
}

const careful = { destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Refusals that are thrown are answers. */
export async function catching<Answer>(work: () => Promise<Answer>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SluiceError && error.code !== 'INTERNAL') return presentRefusal(error);
    throw error;
  }
}

/** Why nothing can be approved under a name. */
export function noneWaits(server: string) {
  return {
    code: 'USAGE',
    message: `Cannot ask for the server ${JSON.stringify(server)}: none of that name waits for approval`,
    hint: 'pending_servers lists those that do; add_server asks for a new one.',
  };
}

/** Why a server is not removed. */
export function notOurs(server: string, configPlace: string) {
  return {
    code: 'USAGE',
    message: `Cannot remove the server ${JSON.stringify(server)}: it was not added while Sluice runs`,
    hint: `The servers of the configuration are the user's, in ${configPlace}.`,
  };
}
