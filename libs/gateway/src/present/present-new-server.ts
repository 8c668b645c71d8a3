import { showLine, showText } from './show-text.js';
import type { PendingServer } from '../server-desk.js';

/** Longest question in characters; nobody reads more than that of one command line. */
export const maxServerQuestion = 8192;

/**
 * The question before a server starts that a model asked for: the exact command line or URL, and the
 * variables with their values, each on a line of its own.
 */
export function presentNewServer({ name, definition }: PendingServer): string {
  const { transport } = definition;
  const what =
    transport.kind === 'stdio'
      ? [
          `command line: ${quoted([transport.command, ...transport.args])}`,
          ...Object.entries(transport.env).map(
            ([key, value]) => `variable: ${quoted([key, value])}`,
          ),
        ]
      : [`URL: ${quoted([transport.url])}`];
  const reach =
    transport.kind === 'stdio'
      ? 'It runs on this machine with your rights, outside of the sandbox.'
      : 'It sees what its tools are called with.';
  return [
    `The model asks for a new server. May Sluice ${transport.kind === 'stdio' ? 'start' : 'connect to'} it?`,
    '',
    `name: ${quoted([name])}`,
    ...what,
    '',
    `${reach} Yes lasts until Sluice ends; calls of its tools are held to your rules all the same.`,
  ].join('\n');
}

/** `npx -y @acme/tracker`, or a URL: in one line. */
export function viaOf({ definition: { shown } }: PendingServer): string {
  return showLine(shown, 1000);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => showText(JSON.stringify(word))).join(' ');
}

/** The form of the question: one field, no default. */
export const newServerForm = {
  type: 'object',
  properties: {
    decision: {
      type: 'string',
      title: 'Your decision',
      enum: ['session', 'refuse'],
      enumNames: ['Yes, until Sluice ends', 'Refuse'],
    },
  },
  required: ['decision'],
} as const;
