import { SluiceError } from '@sluice/contracts';
import type { ConfigSource } from './config-source.js';

/**
 * Refuses what is not JSON by its looks, with a message that helps more than a syntax error would.
 *
 * @throws SluiceError `CONFIG_INVALID` for TOML and YAML, `CONFIG_SYNTAX` for an empty file.
 */
export function refuseForeignText(source: ConfigSource): void {
  const format = formatOf(source);
  if (format !== undefined)
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot use the configuration ${source.path}: it is ${format}, which this version does not read yet`,
      { hint: 'Write it as JSON with comments: { "mcpServers": { … } }.' },
    );
  if (source.text.trim() === '')
    throw new SluiceError(
      'CONFIG_SYNTAX',
      `Cannot read the configuration ${source.path}: line 1, column 1: expected "{", found an empty file`,
      { hint: 'Write { "mcpServers": {} }, or remove the file.' },
    );
}

function formatOf({ path, text }: ConfigSource): 'TOML' | 'YAML' | undefined {
  if (/\.toml$/i.test(path)) return 'TOML';
  if (/\.ya?ml$/i.test(path)) return 'YAML';
  const first = firstLine(text);
  if (/^\[{1,2}[A-Za-z_"][^\],]*\]{1,2}\s*(#.*)?$/.test(first) && !isJsonList(first)) return 'TOML';
  if (/^[A-Za-z_][\w.-]*\s*=/.test(first)) return 'TOML';
  if (/^(---|[A-Za-z_][\w-]*:(\s|$))/.test(first)) return 'YAML';
  return undefined;
}

/** The first line that is neither empty nor a `#` comment, trimmed and bounded. */
function firstLine(text: string): string {
  const match = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*([^\n]*)/.exec(text.slice(0, 65_536));
  return (match?.[1] ?? '').trim().slice(0, 200);
}

function isJsonList(line: string): boolean {
  return /^\[+\s*("|true\b|false\b|null\b)/.test(line);
}
