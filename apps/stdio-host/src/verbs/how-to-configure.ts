import type { Gateway } from '@sluice/gateway';

/** The next step of a user whose configuration has no servers, or who has none. */
export function howToConfigure({ settings, configPlace }: Gateway): string {
  return settings.files.length > 0
    ? `Add them under "mcpServers" in ${configPlace}.`
    : `Take over the servers of your MCP clients with "sluice import", write ${configPlace}, or name a file with --config.`;
}
