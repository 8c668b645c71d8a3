import type { ServerDefinition, SluiceError, UpstreamStatus } from '@sluice/contracts';
import type { Connection } from './connection.js';
import type { Redact } from './redact.js';
import { waitsForConsent } from './upstream-refusals.js';

/** Where one upstream stands. */
export type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly done: Promise<void>; readonly abort: AbortController }
  | { readonly kind: 'ready'; readonly connection: Connection; readonly since: number }
  | {
      readonly kind: 'failed';
      readonly error: SluiceError;
      readonly stderrTail?: string;
      readonly noiseLines?: number;
      readonly retryAt?: number;
      readonly cancelRetry: () => void;
    };

/** The status of one upstream as the rest of the house sees it, secrets replaced. */
export function upstreamStatus(
  server: ServerDefinition,
  state: State,
  redact: Redact,
  tools: Pick<UpstreamStatus, 'toolsFrom' | 'toolCount'>,
): UpstreamStatus {
  const base = {
    name: server.name,
    file: server.file,
    trusted: server.trusted,
    transport: server.transport.kind,
    noiseLines: 0,
    ...tools,
    ...(server.checkArguments !== undefined && { checkArguments: server.checkArguments }),
    ...(server.description !== undefined && { description: server.description }),
  };
  if (!server.enabled) return { ...base, state: 'disabled' };
  if (server.problem !== undefined)
    return { ...base, state: 'failed', error: { code: 'UPSTREAM_START', ...server.problem } };
  if (server.consent !== undefined) {
    const { code, message, hint = '' } = waitsForConsent(server);
    return { ...base, state: 'waiting', error: { code, message, hint } };
  }
  switch (state.kind) {
    case 'idle':
    case 'connecting':
      return { ...base, state: state.kind };
    case 'ready': {
      const { serverInfo, protocolVersion, noiseLines } = state.connection;
      return {
        ...base,
        state: 'ready',
        noiseLines: noiseLines(),
        ...(serverInfo !== undefined && { serverInfo }),
        ...(protocolVersion !== undefined && { protocolVersion }),
      };
    }
    case 'failed': {
      const { error, stderrTail, retryAt, noiseLines = 0 } = state;
      return {
        ...base,
        state: 'failed',
        noiseLines,
        error: {
          code: error.code,
          message: redact(error.message),
          ...(error.hint !== undefined && { hint: error.hint }),
          ...(stderrTail !== undefined && { stderrTail }),
        },
        ...(retryAt !== undefined && { retryAt }),
      };
    }
  }
}
