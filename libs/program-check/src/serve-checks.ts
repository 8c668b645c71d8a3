import { parentPort } from 'node:worker_threads';
import type { CheckOutcome, CheckRequest } from '@sluice/contracts';
import { createCheck } from './create-check.js';
import type { CheckProgram } from './create-check.js';
import { readyMessage } from './messages.js';
import type { CheckAnswer, CheckMessage } from './messages.js';

/** Makes ready what the first program would wait for: the library is bound, and the common paths are compiled. */
const sample: CheckRequest = {
  text: 'const found = await tools.a.b({ c: `${1}` });\nfor (const one of found.d) { console.log(one.e); }\nreturn [...new Map()].map((x) => x);',
  servers: [
    {
      names: ['a'],
      tools: [
        {
          id: 'mcp__a__b',
          names: ['b'],
          result: { text: '{ d: ({ e: string })[] }', named: [], isObserved: false },
        },
      ],
    },
  ],
};

/**
 * Makes this thread one that looks for mistakes in programs: the whole program of a worker.
 *
 * @param library declarations of the language, as TypeScript has them
 */
export function serveChecks(library: string): void {
  const check = createCheck(library);
  check(sample);
  const port = parentPort;
  port?.on('message', (request: CheckMessage) =>
    port.postMessage(outcomeOf(check, request) satisfies CheckAnswer),
  );
  port?.postMessage(readyMessage);
}

/** What TypeScript fails on, it fails on alone: the next program is looked at. */
function outcomeOf(check: CheckProgram, request: CheckRequest): CheckOutcome {
  try {
    return check(request);
  } catch {
    return { status: 'unchecked', reason: 'failed' };
  }
}
