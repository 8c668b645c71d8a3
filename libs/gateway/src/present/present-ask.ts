import type { JsonObject } from '@sluice/contracts';
import type { AskForm } from '@sluice/core';
import { showLine, showText } from './show-text.js';

/** Longest title and description of a field that is shown, in characters. */
const maxLabel = 500;

/**
 * A question of a running program as people read it. It says whose words they are: a program may ask
 * anything, and no answer to it approves a call.
 */
export function presentAsk({ question, schema }: AskForm): Pick<AskForm, 'schema'> & {
  readonly message: string;
} {
  const lines = question.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `    ${showText(line)}`);
  const properties = Object.entries(schema.properties).map(([name, field]) => [name, shown(field)]);
  return {
    message: `A program that an agent wrote asks you (your answer goes to it, and approves nothing):\n\n${lines.join('\n')}`,
    schema: { ...schema, properties: Object.fromEntries(properties) },
  };
}

function shown(field: JsonObject): JsonObject {
  const { title, description } = field;
  return {
    ...field,
    ...(typeof title === 'string' ? { title: showLine(title, maxLabel) } : {}),
    ...(typeof description === 'string' ? { description: showLine(description, maxLabel) } : {}),
  };
}
