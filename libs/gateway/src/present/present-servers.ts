import type { Json, JsonObject, UpstreamStatus } from '@sluice/contracts';
import type { ToolList } from '@sluice/core';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { count } from './format-size.js';
import { plainJson } from './plain-json.js';
import { presentRefusal } from './present-refusal.js';
import { presentProblems } from './present-problems.js';
import { showLine, showText } from './show-text.js';

/** Longest description in a line, in characters. */
const maxDescription = 300;

/**
 * How the servers stand: one line each, and as jsmcp has it `{ servers: [{ name, description?, ok: true } |
 * { name, description?, error: { message, stderr? } }] }`.
 */
export function presentServers(
  servers: readonly UpstreamStatus[],
  problems: readonly string[] = [],
): ToolAnswer {
  const lines = servers.flatMap((status) => {
    const { name, description, toolCount } = status;
    const about = description === undefined ? '' : `: ${showLine(description, maxDescription)}`;
    const error = errorOf(status);
    if (error === undefined)
      return [`${showLine(name, maxDescription)}${about}; ok, ${count(toolCount, 'tool')}`];
    const indented = [error.message, error.stderr ?? ''].filter((part) => part !== '');
    return [
      `${showLine(name, maxDescription)}${about}; ${status.state === 'waiting' ? "waiting for the user's consent" : 'down'}`,
      ...indented.map((part) => `  ${showText(part).replace(/\n/g, '\n  ')}`),
    ];
  });
  const structured = servers.map((status) => {
    const { name, description } = status;
    const error = errorOf(status);
    return {
      name,
      ...(description === undefined ? {} : { description }),
      ...(error === undefined ? { ok: true } : { error }),
    };
  });
  return {
    content: [
      {
        type: 'text',
        text: [lines.join('\n') || 'No servers are configured.', ...presentProblems(problems)].join(
          '\n',
        ),
      },
    ],
    isError: false,
    structuredContent: { servers: structured as Json },
  };
}

function errorOf({ state, error }: UpstreamStatus) {
  if (state === 'ready') return undefined;
  if (error === undefined) return { message: 'It has not started yet.' };
  const { message, hint, stderrTail } = error;
  return {
    message: hint === undefined ? message : `${message}. ${hint}`,
    ...(stderrTail === undefined || stderrTail === '' ? {} : { stderr: stderrTail }),
  };
}

/**
 * The tools of a server: their signatures as text, and as jsmcp has it `{ server, tools: [{ name, alias?,
 * title?, description?, inputSchema, outputSchema? }] }`.
 */
export function presentTools(list: ToolList): ToolAnswer {
  if (list.status === 'refused') return presentRefusal(list);
  const { server, tools } = list;
  const signatures = tools.map(({ signature }) => signature).join('\n\n');
  return {
    content: [{ type: 'text', text: signatures || `${JSON.stringify(server)} has no tools.` }],
    isError: false,
    structuredContent: {
      server,
      tools: tools.map(({ tool: { name, alias, tool } }): JsonObject => {
        const { title, description, inputSchema, outputSchema } = tool;
        return {
          name,
          ...(alias === name ? {} : { alias }),
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          inputSchema: plainJson(inputSchema),
          ...(outputSchema === undefined ? {} : { outputSchema: plainJson(outputSchema) }),
        };
      }),
    },
  };
}
