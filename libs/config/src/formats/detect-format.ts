import type { ConfigSource } from '../config-source.js';

/** The formats that a configuration can have. */
export type ConfigFormat = 'json' | 'yaml' | 'toml';

/**
 * The format of a configuration, by its first line that says something; only where that leaves it open, by the
 * ending of the file's name.
 *
 * @example detectFormat({ path: 'config', text: '[mcp_servers.docs]\n' }) // 'toml'
 */
export function detectFormat({ path, text }: Pick<ConfigSource, 'path' | 'text'>): ConfigFormat {
  const named = formatOfName(path);
  const first = firstLine(text);
  if (/^(\{|\/\/|\/\*)/.test(first)) return named === 'yaml' && isFlowYaml(text) ? 'yaml' : 'json';
  if (isJsonList(first)) return 'json';
  if (tableHeader.test(first)) return 'toml';
  if (keyBeforeEquals.test(first)) return 'toml';
  if (/^(---(\s|$)|%YAML\b|- |[A-Za-z_][\w.-]*\s*:(\s|$))/.test(first)) return 'yaml';
  return named ?? 'json';
}

function formatOfName(path: string): ConfigFormat | undefined {
  if (/\.toml$/i.test(path)) return 'toml';
  return /\.ya?ml$/i.test(path) ? 'yaml' : undefined;
}

const tableHeader = /^\[{1,2}\s*[A-Za-z0-9_"'-][^\],]*\]{1,2}\s*(#.*)?$/;
const tomlKey = String.raw`(?:[\w-]+|"[^"]*"|'[^']*')`;
const keyBeforeEquals = new RegExp(`^${tomlKey}(?:\\s*\\.\\s*${tomlKey})*\\s*=`);

function isJsonList(line: string): boolean {
  return /^\[+\s*("[^"]*"\s*[,\]]|true\b|false\b|null\b|\d+\s*[,\]])/.test(line);
}

/** `{ servers: … }`: names without quotes, which JSON has not. */
function isFlowYaml(text: string): boolean {
  return /^\s*\{\s*[A-Za-z_]/.test(text.slice(0, 65_536));
}

/** The first line that is neither empty nor a `#` comment, trimmed and bounded. */
function firstLine(text: string): string {
  const match = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*([^\n]*)/.exec(text.slice(0, 65_536));
  return (match?.[1] ?? '').trim().slice(0, 200);
}
