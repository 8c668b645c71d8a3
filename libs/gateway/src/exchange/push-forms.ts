import { SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { AskOutcome } from '@sluice/core';
import type { ToolForm } from '../tools/tool-outcome.js';

/**
 * Shows forms to the person at a client of 2025-11-25 or older by `elicitation/create`, all at once,
 * on the stream of the request that they belong to. Never rejects: a client that fails at it, or is
 * not answered in time, is an outcome. The SDK's own shim would end the whole request then, and leave
 * a parked run behind.
 */
export async function pushForms(
  forms: Readonly<Record<string, ToolForm>>,
  context: ServerContext,
): Promise<Readonly<Record<string, AskOutcome>>> {
  const replies = await Promise.all(
    Object.entries(forms).map(async ([key, form]) => [key, await pushForm(form, context)] as const),
  );
  return Object.fromEntries(replies);
}

async function pushForm(
  { message, schema, waitMs }: ToolForm,
  { mcpReq }: ServerContext,
): Promise<AskOutcome> {
  try {
    const { action, content } = await mcpReq.send(
      { method: 'elicitation/create', params: { message, requestedSchema: schema } },
      { signal: mcpReq.signal, timeout: waitMs },
    );
    return action === 'accept' ? { kind: 'accept', content } : { kind: action };
  } catch (error) {
    const isTimeout = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
    return { kind: isTimeout ? 'timeout' : 'unavailable' };
  }
}
