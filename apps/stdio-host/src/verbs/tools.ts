import { SluiceError, toolIdOf } from '@sluice/contracts';
import { showLine, type Gateway, type ToolAnswer } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { howToConfigure } from './how-to-configure.js';
import { allSettled, withGateway } from './with-gateway.js';

/** One tool as `list_tools` tells of it. */
interface ListedTool {
  readonly name: string;
  readonly description?: string;
}

/** What one server has, or why that is not known. */
type ServerTools =
  | { readonly server: string; readonly tools: readonly ListedTool[] }
  | { readonly server: string; readonly error: string };

/**
 * `sluice tools [server]`: every tool that programs may call, by its id and with a line on it; of one server with its
 * signatures.
 *
 * @returns exit code 1 when a server could not be asked
 */
export async function tools(
  options: HostOptions,
  { server, json }: { readonly server: string | undefined; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const run = async (gateway: Gateway) => {
    await allSettled(gateway, terminal);
    const names = gateway.upstreams
      .statuses()
      .filter(
        ({ name, state }) => server === name || (server === undefined && state !== 'disabled'),
      )
      .map(({ name }) => name);
    const wanted = server === undefined ? names : [server];
    const answers = await Promise.all(wanted.map((name) => listTools(gateway, terminal, name)));
    if (json) terminal.print(JSON.stringify(answers.map(toServerTools), undefined, 2));
    else if (server === undefined) printAll(gateway, answers.map(toServerTools), terminal);
    else printOne(answers[0]?.answer, terminal);
    return answers.every(({ answer }) => !answer.isError) ? 0 : 1;
  };
  return withGateway(options, terminal, run, 'servers');
}

interface Answer {
  readonly server: string;
  readonly answer: ToolAnswer;
}

async function listTools(gateway: Gateway, terminal: Terminal, server: string): Promise<Answer> {
  const session = gateway.openSession({ isBrief: true });
  const pending = gateway.callTool(
    'list_tools',
    { server },
    { session, signal: terminal.interrupted },
  );
  if (!pending) throw new SluiceError('INTERNAL', 'This build has no tool list_tools');
  return { server, answer: await pending };
}

function toServerTools({ server, answer }: Answer): ServerTools {
  if (answer.isError) return { server, error: textOf(answer) };
  return answer.structuredContent as unknown as ServerTools;
}

function printOne(answer: ToolAnswer | undefined, terminal: Terminal): void {
  if (answer === undefined) return;
  if (answer.isError) terminal.note(textOf(answer));
  else terminal.print(textOf(answer));
}

function printAll(gateway: Gateway, servers: readonly ServerTools[], terminal: Terminal): void {
  if (servers.length === 0) {
    terminal.print('No servers are configured.');
    terminal.note(`  hint: ${howToConfigure(gateway)}`);
    return;
  }
  for (const one of servers) {
    if ('error' in one) noteFailure(gateway, one, terminal);
    else for (const tool of one.tools) terminal.print(toolLine(one.server, tool));
  }
}

function noteFailure(
  gateway: Gateway,
  { server, error }: Extract<ServerTools, { readonly error: string }>,
  terminal: Terminal,
): void {
  const status = gateway.upstreams.statuses().find(({ name }) => name === server);
  terminal.note(`${server}: ${status?.error?.message ?? error}`);
  if (status?.error?.hint) terminal.note(`  hint: ${status.error.hint}`);
}

/** Longest line of what a tool does, in characters. */
const maxDescription = 100;

function toolLine(server: string, { name, description }: ListedTool): string {
  const [first = ''] = (description ?? '').trim().split(/\r?\n/);
  const id = showLine(toolIdOf(server, name), 300);
  return first === '' ? id : `${id}  ${showLine(first, maxDescription)}`;
}

function textOf({ content }: ToolAnswer): string {
  return content.map((block) => (block.type === 'text' ? String(block.text) : '')).join('\n');
}
