import { SluiceError } from '@sluice/contracts';
import type { Gateway } from '@sluice/gateway';
import { hasTerminal } from '../require-terminal.js';
import type { Terminal } from '../terminal.js';
import { callAsking } from './call-asking.js';

/**
 * Calls one of our own tools as a client would, through the same row and the same gate, and prints the
 * answer: the first block on stdout, what was said about the run on stderr. Where a person sits in
 * front, and not a script that wants JSON, they are asked what needs their yes.
 *
 * @returns exit code 0, or 1 when the tool answered with an error.
 */
export async function callTool(
  gateway: Gateway,
  terminal: Terminal,
  name: string,
  args: Record<string, unknown>,
  json: boolean,
): Promise<number> {
  const session = gateway.openSession({ isBrief: true, isLocal: true });
  const context = { session, signal: terminal.interrupted };
  const pending =
    hasTerminal(terminal) && !json
      ? callAsking(gateway, { name, args }, context, terminal)
      : gateway.callTool(name, args, context);
  if (!pending) throw new SluiceError('INTERNAL', `This build has no tool ${name}`);
  const answer = await pending;
  if (json) {
    terminal.print(JSON.stringify(answer, undefined, 2));
    return answer.isError ? 1 : 0;
  }
  const [first, ...rest] = answer.content.map((block) =>
    block.type === 'text' ? String(block.text) : JSON.stringify(block),
  );
  if (answer.isError) terminal.note(first ?? '');
  else terminal.print(first ?? '');
  for (const text of rest) terminal.note(text);
  return answer.isError ? 1 : 0;
}
