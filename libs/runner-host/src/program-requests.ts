import type {
  CallReply,
  ProgramHost,
  ProgramVisibleError,
  ReadReply,
  TextReply,
} from '@sluice/contracts';
import type { JsonValue } from '@sluice/json-text';
import type { RunnerMessage } from '@sluice/runner-protocol';

/** A request of the program: answered by the host, by one message. */
export type ProgramRequest = Extract<
  RunnerMessage,
  {
    name:
      | 'call-start'
      | 'search-start'
      | 'describe-start'
      | 'ask-start'
      | 'recall-start'
      | 'select-start'
      | 'keep-start'
      | 'save-start'
      | 'read-start';
  }
>;

/** What the host answered. */
export type HostAnswer = CallReply | ReadReply | TextReply | { readonly ok: true };

/** Lets the host answer a request. Never rejects: what goes wrong is an error for the program. */
export async function answerRequest(
  request: ProgramRequest,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<HostAnswer> {
  try {
    return await answer(request, host, signal);
  } catch {
    return { ok: false, error: internalError };
  }
}

/** The host promised not to fail. What it failed with is for its own log, not for a program. */
export const internalError = {
  name: 'Error',
  code: 'INTERNAL',
  message: 'The host could not answer this request',
} satisfies ProgramVisibleError;

async function answer(
  request: ProgramRequest,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<HostAnswer> {
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
    case 'ask-start': {
      const { question, schema } = request.payload;
      return host.ask({ question, ...(schema === undefined ? {} : { schema }) }, signal);
    }
    case 'describe-start': {
      const value = await host.describe(request.payload.toolId);
      return value === undefined
        ? { ok: true }
        : { ok: true, value: value as unknown as JsonValue };
    }
    case 'recall-start':
      return host.recall(request.payload.ref);
    case 'select-start':
      return host.select(request.payload.ref, request.payload.expression, signal);
    case 'keep-start':
      return host.keep(request.payload.value);
    case 'save-start': {
      const { name, bytes } = request.payload;
      const reply = await host.saveFile(name, bytes);
      return reply.ok ? { ok: true, value: reply.path } : reply;
    }
    case 'read-start':
      return 'ref' in request.payload
        ? host.readMedia(request.payload.ref)
        : host.readFile(request.payload.name);
  }
}
