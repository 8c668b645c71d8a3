import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@sluice/contracts';

/** Who may use the approval page: whoever holds a one-time secret, and then the key it was turned into. */
export interface ApprovalKeys {
  /** A new secret for one entry. One that was not used yet is worth nothing any more. */
  issue(): string;
  /** Turns the secret into a key, once; undefined for any other text. */
  enter(secret: string): string | undefined;
  /** Whether this is a key; using it keeps it. */
  holds(key: string): boolean;
}

/** A page that was left alone this long is closed: somebody else may sit in front of it. */
const idleMs = 30 * 60 * 1000;

/** Makes keys of 256 random bits. Only their digests are kept, so that a comparison tells nothing by its time. */
export function createApprovalKeys(clock: Clock): ApprovalKeys {
  let secretDigest: string | undefined;
  const usedAt = new Map<string, number>();
  return {
    issue() {
      const secret = newKey();
      secretDigest = digestOf(secret);
      return secret;
    },
    enter(secret) {
      if (secretDigest === undefined || digestOf(secret) !== secretDigest) return undefined;
      secretDigest = undefined;
      const key = newKey();
      usedAt.set(digestOf(key), clock.monotonic());
      return key;
    },
    holds(key) {
      const digest = digestOf(key);
      const last = usedAt.get(digest);
      if (last === undefined) return false;
      if (clock.monotonic() - last > idleMs) {
        usedAt.delete(digest);
        return false;
      }
      usedAt.set(digest, clock.monotonic());
      return true;
    },
  };
}

function newKey(): string {
  return randomBytes(32).toString('base64url');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
