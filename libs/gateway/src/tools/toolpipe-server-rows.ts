import type { JsonObject, ServerDefinition, UpstreamStatus, UpstreamView } from '@sluice/contracts';
import { consentScopes, resultModes } from '@sluice/contracts';
import type { ListServers, ResultModes } from '@sluice/core';
import * as z from 'zod';
import type { AskingServers } from '../exchange/asking-servers.js';
import type { AskingTrust } from '../exchange/asking-trust.js';
import { viaOf } from '../present/present-new-server.js';
import { presentRefusal } from '../present/present-refusal.js';
import { presentServerAnswer, viaOfFound } from '../present/present-server-answer.js';
import { presentStructured } from '../present/present-structured.js';
import type { PendingServer, ServerDesk } from '../server-desk.js';
import type { TrustDesk } from '../trust-desk.js';
import { approveFound, catching, notOurs, wantedServer } from './new-server-rows.js';
import { isQuestions } from './tool-outcome.js';
import { defineTool, type ToolContext, type ToolRow } from './tool-row.js';

/** What the server and mode tools of ToolPipe need. */
export interface ToolpipeServerOptions {
  readonly desk: ServerDesk;
  readonly asking: AskingServers;
  /** Those of files that nobody vouches for. */
  readonly askingTrust: AskingTrust;
  readonly trust: Pick<TrustDesk, 'waiting'>;
  readonly modes: ResultModes;
  readonly listServers: ListServers;
  readonly upstreams: UpstreamView;
  /** As they are configured now. */
  readonly serverOf: (name: string) => ServerDefinition | undefined;
  /** The configuration file, for hints. */
  readonly configPlace: string;
}

const name = z.string().min(1).describe('Name of the server.');
const scope = z
  .enum(consentScopes)
  .default('workspace')
  .describe('Taken for the sake of ToolPipe; what is set here lasts for the session.');

/** ToolPipe's other seven tools, with its names, arguments and shapes. None grants anything: people do. */
export function toolpipeServerRows(options: ToolpipeServerOptions): readonly ToolRow[] {
  const { desk, asking, trust, modes, listServers, upstreams, serverOf, configPlace } = options;
  const group = 'toolpipe';
  const ask = async (server: PendingServer, context: ToolContext) => {
    const outcome = await asking.turn(server, context);
    if (isQuestions(outcome)) return outcome;
    return outcome.status === 'started'
      ? presentStructured({ approved: true, name: server.name, scope: 'session' })
      : presentServerAnswer(outcome, configPlace);
  };
  return [
    defineTool({
      name: 'toolpipe_pending_servers',
      group,
      title: 'Pending servers',
      description: () =>
        "Lists servers that wait for the user's approval; none of them is started.",
      input: z.object({}),
      annotations: { ...careful, readOnlyHint: true },
      run: async () => {
        const pending = [
          ...desk.pending().map((one) => ({ name: one.name, via: viaOf(one) })),
          ...trust.waiting().map((one) => ({ name: one.name, via: viaOfFound(one) })),
        ];
        return presentStructured({ pending });
      },
    }),
    defineTool({
      name: 'toolpipe_approve_server',
      group,
      title: 'Ask for a pending server',
      description: () =>
        'Asks the user about a server that waits for approval. Only the user can approve it.',
      input: z.object({ name, scope }),
      annotations: { ...careful, readOnlyHint: false, openWorldHint: true },
      run: async (request, context) => {
        const server = desk.pending().find((one) => one.name === request.name);
        return server === undefined
          ? approveFound(request.name, context, options, (started) =>
              presentStructured({ approved: true, name: started, scope: 'session' }),
            )
          : ask(server, context);
      },
    }),
    defineTool({
      name: 'toolpipe_add_server',
      group,
      title: 'Ask for a new server',
      description: () =>
        'Asks the user for a new server, by its exact command line or URL. Nothing starts before the user says yes.',
      input: z.object({
        name: wantedServer.name,
        scope,
        command: wantedServer.command.nullable(),
        args: wantedServer.args.nullable(),
        url: wantedServer.url.nullable(),
        env: wantedServer.env.nullable(),
      }),
      annotations: { ...careful, readOnlyHint: false, openWorldHint: true },
      run: async ({ name: wanted, command, args, url, env }, context) =>
        catching(async () => {
          const server = desk.propose({
            name: wanted,
            command: command ?? undefined,
            args: args ?? undefined,
            url: url ?? undefined,
            env: env ?? undefined,
          });
          return ask(server, context);
        }),
    }),
    defineTool({
      name: 'toolpipe_remove_server',
      group,
      title: 'Remove an added server',
      description: () =>
        'Ends a server that was added while Sluice runs. Those of the configuration are the user’s to remove.',
      input: z.object({ name }),
      annotations: { ...careful, readOnlyHint: false, destructiveHint: true },
      run: async (request) =>
        (await desk.remove(request.name))
          ? presentStructured({ removed: true, name: request.name })
          : presentRefusal(notOurs(request.name, configPlace)),
    }),
    defineTool({
      name: 'toolpipe_list_servers',
      group,
      title: 'List servers',
      description: () => 'Lists the servers with their state; values of variables are not shown.',
      input: z.object({}),
      annotations: { ...careful, readOnlyHint: true },
      run: async (_request, context) => {
        // Those on their way are waited for, as everywhere.
        await listServers(context);
        const listed = upstreams.statuses().map((status) => {
          const configured = serverOf(status.name);
          return describe(status, configured ?? desk.added(status.name), configured !== undefined);
        });
        return presentStructured({ servers: listed });
      },
    }),
    defineTool({
      name: 'toolpipe_set_policy',
      group,
      title: 'Set a result mode',
      description: () =>
        'Sets what becomes of the results of a server or server:tool: auto keeps large ones and shows a reference, always keeps all, never shows all. It permits nothing.',
      input: z.object({
        target: z.string().describe('A server, or "server:tool".'),
        mode: z.enum(resultModes),
        scope,
      }),
      annotations: { ...careful, readOnlyHint: false },
      run: async ({ target, mode }, { session }) =>
        catching(async () => {
          modes.set(session, target, mode);
          return presentStructured({ target, mode, scope: 'session' });
        }),
    }),
    defineTool({
      name: 'toolpipe_get_policy',
      group,
      title: 'Get result modes',
      description: () => 'Lists the modes that are set; all others are auto.',
      input: z.object({ target: z.string().nullish().describe('A server, or "server:tool".') }),
      annotations: { ...careful, readOnlyHint: true },
      run: async ({ target }, { session }) => {
        const policies = modes.list(session, target ?? undefined).map((set) => ({
          target: set.target,
          mode: set.mode,
          scope: set.from === 'session' ? 'session' : 'config',
        }));
        return presentStructured({ policies, default: 'auto' });
      },
    }),
  ];
}

const careful = { destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

function describe(
  status: UpstreamStatus,
  definition: ServerDefinition | undefined,
  isConfigured: boolean,
): JsonObject {
  const transport = definition?.transport;
  const variables = transport?.kind === 'stdio' ? Object.entries(transport.env) : [];
  return {
    name: status.name,
    via: definition?.shown ?? '',
    env: Object.fromEntries(variables.map(([key, value]) => [key, value ? '<set>' : '<empty>'])),
    scope: isConfigured ? 'config' : 'session',
    approved: status.state !== 'disabled' && status.state !== 'waiting',
    mounted: status.state === 'ready',
    tools: status.toolCount,
  };
}
