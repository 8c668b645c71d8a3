import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { RunProgress } from '@sluice/contracts';
import type { AskOutcome, Session } from '@sluice/core';
import type { Gateway } from '../gateway.js';
import { isQuestions } from '../tools/tool-outcome.js';
import type { AskingTurn, ToolForm, ToolQuestions } from '../tools/tool-outcome.js';
import { pushForms } from './push-forms.js';
import type { RequestState } from './request-states.js';

/** A call of one of our tools as a client made it. */
export interface ExchangedCall {
  readonly name: string;
  readonly args: unknown;
  readonly onProgress: ((progress: RunProgress) => void) | undefined;
}

/** Who calls, and through what. */
export interface ExchangeOptions {
  readonly gateway: Gateway;
  readonly session: Session;
  readonly server: Server;
  readonly context: ServerContext;
}

/** Turns of one request of a 2025 client: more than a program may ask questions. */
const maxTurns = 100;

/**
 * Answers a call over MCP, with the person at the client asked on the way where the client can show a
 * form. Of a 2026-07-28 client the request ends with `input_required`, and the same call comes again
 * with `inputResponses` and the sealed `requestState`; of an older one the request stays open, the
 * forms are pushed, and the next turn follows at once. Replies without a state of ours count for
 * nothing. Undefined when there is no such tool.
 */
export function exchangeCall(
  call: ExchangedCall,
  options: ExchangeOptions,
): Promise<CallToolResult | InputRequiredResult> | undefined {
  const { gateway, session, context } = options;
  const { signal } = context.mcpReq;
  const { onProgress } = call;
  const by = { session, signal, ...(onProgress === undefined ? {} : { onProgress }) };
  if (!canShowForms(options))
    return gateway.callTool(call.name, call.args, by) as Promise<CallToolResult> | undefined;

  const take = (turn: AskingTurn) => gateway.takeTurn(call.name, call.args, { ...by, turn });
  const first = take(turnOf(context, session));
  if (first === undefined) return undefined;
  return isModern(context) ? askBetween() : askWithin();

  /** 2026-07-28: between two requests. */
  async function askBetween() {
    const outcome = await first;
    if (outcome === undefined || !isQuestions(outcome)) return outcome as unknown as CallToolResult;
    const state = { resume: outcome.resume, sessionId: session.id };
    return inputRequired({
      inputRequests: inputRequestsOf(outcome),
      requestState: await gateway.requestStates.mint(state, context),
    });
  }

  /** 2025-11-25 and older: within this one. */
  async function askWithin() {
    let outcome = await first;
    for (let turns = 1; outcome !== undefined && isQuestions(outcome); turns += 1) {
      if (turns > maxTurns) throw new Error('A request asks without end');
      const { resume, forms } = outcome;
      outcome = await take({ resume, replies: await pushForms(forms, context) });
    }
    return outcome as unknown as CallToolResult;
  }
}

/** Form elicitation; `elicitation: {}` means forms, as before there were modes. */
function canShowForms({ server, context }: ExchangeOptions): boolean {
  const capabilities =
    (envelopeOf(context)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
    server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

function isModern(context: ServerContext): boolean {
  return envelopeOf(context)[PROTOCOL_VERSION_META_KEY] !== undefined;
}

/** What a 2026-07-28 request says of itself; empty for older ones. */
function envelopeOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> {
  return mcpReq.envelope ?? {};
}

/** What a retried request brings along, if it is the retry of a question of ours to this session. */
function turnOf({ mcpReq }: ServerContext, session: Session): AskingTurn {
  const state = mcpReq.requestState<RequestState>();
  if (state?.sessionId !== session.id) return { replies: {} };
  const replies = Object.keys(mcpReq.inputResponses ?? {}).flatMap((key) => {
    const reply = inputResponse(mcpReq.inputResponses, key);
    return reply.kind === 'elicit' ? [[key, outcomeOf(reply)] as const] : [];
  });
  return { resume: state.resume, replies: Object.fromEntries(replies) };
}

function outcomeOf({
  action,
  content,
}: {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: unknown;
}): AskOutcome {
  return action === 'accept' ? { kind: 'accept', content } : { kind: action };
}

function inputRequestsOf({ forms }: ToolQuestions) {
  const requests = Object.entries(forms).map(([key, { message, schema }]) => [
    key,
    inputRequired.elicit({ message, requestedSchema: schema as RequestedSchema }),
  ]);
  return Object.fromEntries(requests) as NonNullable<InputRequiredResult['inputRequests']>;
}

type RequestedSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'] &
  ToolForm['schema'];
