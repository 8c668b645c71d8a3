import type { Json } from '../json.js';
import type { RunnerPort } from '../runner-port.js';
import type { ProgramHost, RunEnd, RunRequest } from '../run.js';

/** What a fake run does in place of a program. */
export type FakeProgram = (
  host: ProgramHost,
  request: RunRequest,
  signal: AbortSignal,
) => RunEnd | Promise<RunEnd>;

/** A {@link RunnerPort} that runs a function of the test, with what it was given. */
export interface FakeRunner extends RunnerPort {
  readonly requests: readonly RunRequest[];
}

/**
 * Makes a runner whose programs are functions of the test. As a real runner does, it aborts the
 * signal of the nested calls when the run ends, and ends with `RUN_CANCELLED` when it is aborted.
 *
 * @example fakeRunner(async (host, _request, signal) => valueEnd(await host.call({ toolId, args: {} }, signal)))
 */
export function fakeRunner(program: FakeProgram): FakeRunner {
  const requests: RunRequest[] = [];
  return {
    requests,
    async run(request, host, signal) {
      requests.push(request);
      const ended = new AbortController();
      const cancelled = new Promise<RunEnd>((resolve) => {
        const cancel = () =>
          resolve({ kind: 'stopped', code: 'RUN_CANCELLED', message: 'The run was cancelled' });
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
      });
      try {
        return await Promise.race([cancelled, program(host, request, ended.signal)]);
      } finally {
        ended.abort();
      }
    },
    inspect: () =>
      Promise.resolve({
        ok: true,
        denoPath: '/fake/deno',
        denoVersion: '0.0.0',
        denoFrom: 'PATH',
        layers: [],
        protections: [],
        problems: [],
      }),
    close: () => Promise.resolve(),
  };
}

/** The end of a run that returned `value`. */
export function valueEnd(value: Json): RunEnd {
  return textEnd(JSON.stringify(value));
}

/** The end of a run whose value has this wire text. */
export function textEnd(json: string): RunEnd {
  return { kind: 'value', json, sizeBytes: new TextEncoder().encode(json).length };
}
