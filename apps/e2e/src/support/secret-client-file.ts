import type { Canaries } from './canaries.js';

/** A client's own file, with secrets where people write them. */
export function secretClientFile(secret: Canaries['of']) {
  return {
    mcpServers: {
      docs: {
        command: 'docs',
        args: ['--token', secret('client-argument'), `--key=${secret('client-assigned')}`],
        env: { DOCS_TOKEN: secret('client-environment') },
      },
      web: {
        url: `https://web.test/mcp?api_key=${encodeURIComponent(secret('client-query'))}`,
        headers: { 'X-Custom': secret('client-header') },
      },
    },
  };
}
