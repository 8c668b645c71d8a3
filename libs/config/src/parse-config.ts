import type { ConfigNode } from './config-node.js';
import type { ConfigSource } from './config-source.js';
import { detectFormat } from './formats/detect-format.js';
import { parseJson } from './formats/parse-json.js';
import { parseToml } from './formats/parse-toml.js';
import { parseYaml } from './formats/parse-yaml.js';
import { syntaxError } from './formats/syntax-error.js';
import { textLimits } from './settings-limits.js';

/**
 * Parses JSON with comments, YAML or TOML, whichever the text is, into one kind of tree with places.
 *
 * @param maxLength in UTF-16 units @default textLimits.fileLength
 * @throws SluiceError `CONFIG_SYNTAX` with path, line, column, what stands there and what was expected;
 *   `CONFIG_INVALID` for a text that is too long or too deep, and for a key that stands twice in one object
 */
export function parseConfig(
  source: ConfigSource,
  maxLength: number = textLimits.fileLength,
): ConfigNode {
  refuseUnreadableText(source, maxLength);
  const format = detectFormat(source);
  switch (format) {
    case 'json':
      return parseJson(source);
    case 'yaml':
      return parseYaml(source);
    case 'toml':
      return parseToml(source);
    default:
      return format satisfies never;
  }
}

function refuseUnreadableText(source: ConfigSource, maxLength: number): void {
  const { text } = source;
  if (text.length > maxLength)
    throw source.invalid(
      0,
      `the file has ${text.length} characters; at most ${maxLength} are read`,
      'Check that this is the right file.',
    );
  if (text.trim() === '')
    throw syntaxError(
      source,
      0,
      'expected "{", found an empty file',
      'Write { "mcpServers": {} }, or remove the file.',
    );
  const nul = text.indexOf('\0');
  if (nul >= 0)
    throw syntaxError(
      source,
      nul,
      'expected text in UTF-8, found a NUL character',
      'Save the file as UTF-8, not as UTF-16.',
    );
}
