import { createHash } from 'node:crypto';
import type { ServerDefinition } from '@sluice/contracts';

/**
 * The digest under which a server's last known tools are cached: of its name and of what it starts
 * or calls. Names of variables and headers count, their values (secrets) do not.
 *
 * @returns `sha256:` and 64 hexadecimal digits
 */
export function definitionDigest({ name, transport }: ServerDefinition): string {
  const parts =
    transport.kind === 'stdio'
      ? [
          transport.command,
          transport.args,
          transport.cwd ?? null,
          Object.keys(transport.env).sort(),
          [...transport.inheritEnv].sort(),
        ]
      : [transport.url, transport.mode, Object.keys(transport.headers).sort()];
  const text = JSON.stringify([name, transport.kind, ...parts]);
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
