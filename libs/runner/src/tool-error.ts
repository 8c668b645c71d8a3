import { intrinsics } from '@sluice/runner-protocol';
import type { WireError } from '@sluice/runner-protocol';

/** A nested call failed: the tool said so (`isError`), or it could not be reached or called. */
export class ToolError extends Error {
  declare readonly code: string;
  declare readonly server?: string;
  declare readonly tool?: string;
  /** Content of an `isError` result. */
  declare readonly content?: unknown;
  /** Structured content of an `isError` result. */
  declare readonly structured?: unknown;
  declare readonly hint?: string;

  static {
    this.prototype.name = 'ToolError';
  }
}

/** The user's rules refused a nested call. */
export class PolicyError extends Error {
  declare readonly code: string;
  declare readonly server?: string;
  declare readonly tool?: string;
  declare readonly hint?: string;

  static {
    this.prototype.name = 'PolicyError';
  }
}

/** An error of this runner with a code, as the program sees it. */
export function codedError(code: string, message: string, hint?: string): Error {
  return fill(new Error(message), { code, hint });
}

/** The error of a refused or failed nested call, as the program catches it. */
export function errorFromWire(error: WireError): Error {
  const { name, message, code, hint, server, tool, content, structured } = error;
  const thrown =
    name === 'ToolError'
      ? new ToolError(message)
      : name === 'PolicyError'
        ? new PolicyError(message)
        : new Error(message);
  return fill(thrown, { code, hint, server, tool, content, structured });
}

function fill(error: Error, members: Record<string, unknown>): Error {
  for (const key in members)
    if (members[key] !== undefined)
      intrinsics.defineProperty(error, key, {
        value: members[key],
        enumerable: true,
        writable: true,
        configurable: true,
      });
  return error;
}
