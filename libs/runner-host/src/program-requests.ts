import type { CallReply, ProgramHost, ProgramVisibleError } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import type { RunnerMessage } from '@sluice/runner-protocol';

/** A request of the program: answered by the host, by one message. */
export type ProgramRequest = Extract<
  RunnerMessage,
  { name: 'call-start' | 'search-start' | 'describe-start' }
>;

/** The reply to a request, as a message to send. */
export interface RequestReply {
  readonly name: 'call-end' | 'search-end' | 'describe-end';
  readonly text: string;
}

/** Lets the host answer a request. Never rejects: what goes wrong is an error for the program. */
export async function answerRequest(
  request: ProgramRequest,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<RequestReply> {
  const { id } = request.payload;
  const name = replyNames[request.name];
  try {
    const reply = await answer(request, host, signal);
    return { name, text: printJson({ id, ...reply } as JsonValue) };
  } catch {
    return { name, text: printJson({ id, ok: false, error: { ...internalError } }) };
  }
}

const replyNames = {
  'call-start': 'call-end',
  'search-start': 'search-end',
  'describe-start': 'describe-end',
} as const;

/** The host promised not to fail. What it failed with is for its own log, not for a program. */
const internalError = {
  name: 'Error',
  code: 'INTERNAL',
  message: 'The host could not answer this request',
} satisfies ProgramVisibleError;

async function answer(
  request: ProgramRequest,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<CallReply | { readonly ok: true }> {
  switch (request.name) {
    case 'call-start': {
      const { toolId, args, timeoutMs, raw } = request.payload;
      return host.call(
        {
          toolId,
          args,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          ...(raw === undefined ? {} : { raw }),
        },
        signal,
      );
    }
    case 'search-start': {
      const { query, limit } = request.payload;
      return { ok: true, value: await host.search(query, limit) };
    }
    case 'describe-start': {
      const value = await host.describe(request.payload.toolId);
      return value === undefined
        ? { ok: true }
        : { ok: true, value: value as unknown as JsonValue };
    }
  }
}
