import { readFile } from 'node:fs/promises';
import { SluiceError, type Json } from '@sluice/contracts';
import { showLine, type TestedCall } from '@sluice/gateway';
import { parseJson, printJson } from '@sluice/json-text';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { outcomesText } from './outcomes-text.js';
import { allSettled, withGateway } from './with-gateway.js';

/** What `sluice policy test` was given. */
export interface PolicyTestOptions {
  readonly file: string;
  readonly json: boolean;
}

/**
 * `sluice policy test FILE`: holds the rules against what the user expects of them.
 *
 * @returns exit code 1 when an expectation is not met
 */
export async function policyTest(
  options: HostOptions,
  { file, json }: PolicyTestOptions,
  terminal: Terminal,
): Promise<number> {
  const expectations = await readJsonFile(file);
  return withGateway(options, terminal, async (gateway) => {
    await allSettled(gateway, terminal);
    const tested = gateway.policyDesk.test(expectations);
    const failed = tested.filter(({ isMet }) => !isMet).length;
    if (json) terminal.print(printJson({ ok: failed === 0, tested } as unknown as Json, 2));
    else
      terminal.print(
        [
          ...tested.flatMap(testedLines),
          `${tested.length - failed} of ${tested.length} expectations are met.`,
        ].join('\n'),
      );
    return failed === 0 ? 0 : 1;
  });
}

async function readJsonFile(file: string): Promise<Json> {
  try {
    return parseJson(await readFile(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SluiceError(
      'USAGE',
      `Cannot read the expectations ${JSON.stringify(file)}: ${code ?? `it is not JSON: ${message}`}`,
      {
        hint: 'Write a list of { "tool": "mcp__server__tool", "args": { … }, "action": "allow" | "deny" | "ask" }.',
        cause: error,
      },
    );
  }
}

function testedLines(
  { tool, args, expected, isMet, isKnownTool, outcomes }: TestedCall,
  index: number,
): readonly string[] {
  const call = `[${index}] ${showLine(tool, 300)}${args === undefined ? '' : ` ${showLine(printJson(args), 300)}`}`;
  const unknown = isKnownTool
    ? []
    : [`note ${call}: no server lists this tool now; it is taken for one without annotations`];
  if (isMet) return unknown;
  return [
    `FAIL ${call}: ${expected} was expected, the rules say ${outcomesText(outcomes)}`,
    ...outcomes.map(({ action, by }) => `     ${action} by ${showLine(by, 1000)}`),
    ...unknown,
  ];
}
