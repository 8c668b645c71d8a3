import type { JsonObject } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { plainJson } from './plain-json.js';

/** An answer as structure, and as its JSON in the text, as other products give it. */
export function presentStructured(value: JsonObject): ToolAnswer {
  return {
    content: [{ type: 'text', text: printJson(value) }],
    isError: false,
    structuredContent: plainJson(value),
  };
}
