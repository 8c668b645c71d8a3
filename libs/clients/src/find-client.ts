import { clients } from './clients.js';
import type { McpClient } from './mcp-client.js';

/**
 * The client of that word, whatever its case; a few other words that people use for it count too.
 *
 * @returns undefined for a word that names none
 * @example findClient('VSCode')?.title // 'VS Code'
 */
export function findClient(word: string): McpClient | undefined {
  const lower = word.trim().toLowerCase();
  const id = otherWords.get(lower) ?? lower;
  return clients.find((client) => client.id === id);
}

const otherWords: ReadonlyMap<string, string> = new Map([
  ['claude', 'claude-code'],
  ['claudecode', 'claude-code'],
  ['code', 'vscode'],
  ['vs-code', 'vscode'],
  ['copilot', 'vscode'],
  ['gemini-cli', 'gemini'],
]);
