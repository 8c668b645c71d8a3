import { SluiceError } from '@sluice/contracts';
import type { Json, PolicyAction } from '@sluice/contracts';
import type { PolicyExpectation } from './test-policy.js';

/**
 * Reads a user's file of expectations: a list of `{ "tool", "args"?, "action" }`.
 *
 * @throws SluiceError `USAGE`, naming the index and the key.
 * @example readExpectations([{ tool: 'mcp__mail__send', args: { to: 'a@b.example' }, action: 'deny' }])
 */
export function readExpectations(value: Json): readonly PolicyExpectation[] {
  if (!Array.isArray(value)) throw invalid('', 'it is no list');
  return (value as readonly Json[]).map(readExpectation);
}

const shape =
  'Write a list of { "tool": "mcp__server__tool", "args": { … }, "action": "allow" | "deny" | "ask" }; without "args" it is meant for any.';
const actions: readonly unknown[] = ['allow', 'deny', 'ask'] satisfies PolicyAction[];

function readExpectation(value: Json, index: number): PolicyExpectation {
  const place = `[${index}]`;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid(place, 'it is no object');
  for (const key of Object.keys(value))
    if (!['tool', 'args', 'action'].includes(key))
      throw invalid(place, `it has the unknown key ${JSON.stringify(key)}`);
  const { tool, args, action } = value as Readonly<Record<string, Json | undefined>>;
  if (typeof tool !== 'string') throw invalid(`${place}.tool`, 'it is no text');
  if (!actions.includes(action))
    throw invalid(`${place}.action`, 'it must be one of allow, deny, ask');
  if (args !== undefined && (args === null || typeof args !== 'object' || Array.isArray(args)))
    throw invalid(`${place}.args`, 'it is no object');
  return { tool, action: action as PolicyAction, ...(args === undefined ? {} : { args }) };
}

function invalid(place: string, problem: string): SluiceError {
  const what = place === '' ? 'the expectations' : `expectation ${place}`;
  return new SluiceError('USAGE', `Cannot read ${what}: ${problem}`, { hint: shape });
}
