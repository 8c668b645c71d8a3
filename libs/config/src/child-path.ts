import { quoteText } from './quote-text.js';

/**
 * The path of a value inside another, as a person would write it.
 *
 * @example childPath('mcpServers', 'my server') // 'mcpServers["my server"]'
 * @example childPath('policy', 2) // 'policy[2]'
 */
export function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^[A-Za-z_][\w-]{0,79}$/.test(key)) return `${path}[${quoteText(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
