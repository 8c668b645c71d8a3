import type { ConsentAnswer, ConsentQuestion, ConsentScope } from '@sluice/contracts';
import { showLine } from './show-text.js';

/** The key of the question before a start among the forms of a turn. */
export const consentKey = 'consent';

/** One way to answer the question before a start. */
export type ConsentChoice = ConsentScope | 'refuse';

/** The choices of a question, in the order in which they are offered. */
export function consentChoices({ scopes }: ConsentQuestion): readonly ConsentChoice[] {
  return [...scopes, 'refuse'];
}

/** What each choice does, in a few words. */
export function describeChoice(choice: ConsentChoice, question: ConsentQuestion): string {
  if (question.servers !== undefined) return describeForServers(choice, question.servers.length);
  const these = question.tools.length === 1 ? 'this tool' : 'these tools';
  switch (choice) {
    case 'once':
      return 'Once: this program, this run, as shown';
    case 'session':
      return `Session: ${these}, any program and arguments, until the client disconnects`;
    case 'workspace':
      return `Workspace: ${these}, any program and arguments, in ${showLine(question.workspace, 300)}`;
    case 'always':
      return `Always: ${these}, any program and arguments, everywhere`;
    case 'refuse':
      return 'Refuse';
  }
}

function describeForServers(choice: ConsentChoice, count: number): string {
  const [these, they] = count === 1 ? ['this server', 'it is'] : ['these servers', 'they are'];
  switch (choice) {
    case 'session':
      return `Session: ${these}, until Sluice ends`;
    case 'always':
      return `Always: ${these}, as long as ${they} started like this`;
    case 'once':
    case 'workspace':
    case 'refuse':
      return 'Refuse';
  }
}

/**
 * The form of the question as MCP elicitation has it: one field, no default. Titles stand in
 * `enumNames`, which every revision of MCP since 2025-06-18 knows.
 */
export function consentForm(question: ConsentQuestion) {
  const choices = consentChoices(question);
  return {
    type: 'object',
    properties: {
      decision: {
        type: 'string',
        title: 'Your decision',
        enum: [...choices],
        enumNames: choices.map((choice) => describeChoice(choice, question)),
      },
    },
    required: ['decision'],
  } as const;
}

/**
 * Reads an accepted form strictly: exactly the one field with exactly one of the choices. Clients
 * hand on whatever a hook or a person typed, so anything else is no answer, and so a refusal.
 */
export function readConsentForm(content: unknown, question: ConsentQuestion): ConsentAnswer {
  const isForm = typeof content === 'object' && content !== null && !Array.isArray(content);
  const entries = isForm ? Object.entries(content) : [];
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0 || entry[0] !== 'decision') return invalid;
  const choice = consentChoices(question).find((one) => one === entry[1]);
  if (choice === undefined) return invalid;
  if (choice === 'refuse') return { decision: 'refuse', reason: 'declined' };
  return { decision: 'allow', scope: choice };
}

const invalid: ConsentAnswer = { decision: 'refuse', reason: 'invalid' };
