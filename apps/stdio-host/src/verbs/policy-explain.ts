import { SluiceError, type Json } from '@sluice/contracts';
import { showLine, type ExplainedCall } from '@sluice/gateway';
import { parseJson } from '@sluice/json-text';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { outcomesText } from './outcomes-text.js';
import { allSettled, withGateway } from './with-gateway.js';

/** What `sluice policy explain` was given. */
export interface PolicyExplainOptions {
  /** Id or call path. */
  readonly tool: string;
  /** JSON text of an object; undefined: any arguments. */
  readonly args?: string;
  readonly json: boolean;
}

/** `sluice policy explain TOOL`: which rule decides a call, and why those before it do not. */
export async function policyExplain(
  options: HostOptions,
  { tool, args: text, json }: PolicyExplainOptions,
  terminal: Terminal,
): Promise<number> {
  const args = text === undefined ? undefined : parseArguments(text);
  return withGateway(options, terminal, async (gateway) => {
    await allSettled(gateway, terminal);
    const explained = gateway.policyDesk.explain(tool, args);
    terminal.print(
      json ? JSON.stringify(explained, undefined, 2) : lines(explained, text).join('\n'),
    );
    return 0;
  });
}

function parseArguments(text: string): Json {
  try {
    const args = parseJson(text);
    if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args;
  } catch (error) {
    throw new SluiceError('USAGE', `--args is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
  throw new SluiceError('USAGE', '--args wants a JSON object', {
    hint: `sluice policy explain mcp__mail__send --args '{"to":"ann@ours.example"}'`,
  });
}

function lines({ tool, state, outcomes, steps }: ExplainedCall, args: string | undefined) {
  return [
    `${showLine(tool, 300)} with ${args === undefined ? 'any arguments' : showLine(args, 300)}: ${outcomesText(outcomes)}`,
    ...notes[state],
    ...steps.map(({ rule, verdict, reason = '' }) => {
      const said = {
        decides: 'decides',
        'may-decide': 'decides where its conditions hold, which depends on the arguments',
        passed: `is passed over: ${showLine(reason, 300)}`,
      }[verdict];
      return `  ${showLine(rule, 1000)} ${said}`;
    }),
    ...(outcomes.some(({ by }) => by === 'policyDefault')
      ? ['  policyDefault decides where no rule does']
      : []),
  ];
}

const notes: Readonly<Record<ExplainedCall['state'], readonly string[]>> = {
  known: [],
  hidden: [
    '  but blocked_tools or readOnly of its server hides this tool: for programs it does not exist',
  ],
  unknown: ['  (no server lists this tool now; it is taken for one without annotations)'],
};
