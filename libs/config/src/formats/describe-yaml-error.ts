import type { SluiceError } from '@sluice/contracts';
import type { ErrorCode, YAMLError } from 'yaml';
import type { ConfigSource } from '../config-source.js';
import { foundAt } from './found-at.js';
import { syntaxError } from './syntax-error.js';
import { tooDeep } from './too-deep.js';

/** The error to throw for the parser's: what was expected and what stands there, without any value. */
export function describeYamlError(source: ConfigSource, error: YAMLError): SluiceError {
  const offset = error.pos[0];
  if (error.code === 'RESOURCE_EXHAUSTION') return tooDeep(source, offset);
  const { expected, hint } = explanations[error.code] ?? {
    expected: 'YAML',
    hint: 'Put texts with special characters in quotes, and indent alike what belongs together.',
  };
  const found = foundAt(source.text, offset);
  return syntaxError(source, offset, `expected ${expected}, found ${found}`, hint);
}

interface Explanation {
  readonly expected: string;
  readonly hint: string;
}

const indent = 'Indent with spaces, and alike what belongs together.';
const onePair: Explanation = {
  expected: 'one "name: value" on a line',
  hint: 'Indent alike what belongs together; put a text that holds ": " in quotes.',
};
const closed: Explanation = {
  expected: 'a closing quote or bracket, or ":" after a name',
  hint: 'Close what is open, and put a space after each ":".',
};

const explanations: Readonly<Partial<Record<ErrorCode, Explanation>>> = {
  TAB_AS_INDENT: { expected: 'spaces', hint: indent },
  BAD_INDENT: { expected: 'another indentation, or a closing bracket', hint: indent },
  BLOCK_AS_IMPLICIT_KEY: onePair,
  MULTILINE_IMPLICIT_KEY: onePair,
  MISSING_CHAR: closed,
  BAD_SCALAR_START: {
    expected: 'a text in quotes',
    hint: 'Put a text in quotes that starts with a special character.',
  },
  BAD_DQ_ESCAPE: {
    expected: 'an escape that YAML has',
    hint: 'Write each backslash of a Windows path twice, or use single quotes.',
  },
  TAG_RESOLVE_FAILED: {
    expected: 'a value without a tag of its own',
    hint: 'Remove the tag.',
  },
  BAD_DIRECTIVE: { expected: 'YAML 1.2', hint: 'Remove the directive.' },
  UNEXPECTED_TOKEN: {
    expected: 'a value or the end of the line',
    hint: 'Put texts with special characters in quotes.',
  },
};
