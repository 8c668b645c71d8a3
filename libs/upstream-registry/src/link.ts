import type { Client, JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Clock, ErrorCode, Logger } from '@sluice/contracts';
import type { Redact } from './redact.js';
import type { StdioCalls } from './stdio-calls.js';

/** What one connection is made with. */
export interface LinkDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Our own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly redact: Redact;
  /** The upstream says that its tools changed. */
  readonly onListChanged: () => void;
  /** Largest message taken from an upstream, in bytes. */
  readonly maxMessageBytes: number;
  /** Most values of JSON in one message. */
  readonly maxMessageValues: number;
}

/** A negotiated client and what carries it: a child process, or HTTP requests. */
export interface Link {
  readonly client: Client;
  /** Where tool calls need not go through the client. */
  readonly calls?: StdioCalls;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Lines on stdout that were not protocol. */
  readonly noiseLines: () => number;
  /** The end of stderr, redacted; undefined where there is none. */
  readonly stderrTail: () => string | undefined;
  /** What a failure of a request means here. */
  readonly explain: (error: unknown) => Promise<Explanation>;
  /** Ends it with all it holds. Idempotent. */
  readonly close: () => Promise<void>;
}

/** Why a request failed, in words that go after a colon. */
export interface Explanation {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly hint?: string;
  /** The connection is of no more use. */
  readonly isLost: boolean;
  /** The request was refused or never sent, so it can be sent again on a new connection. */
  readonly neverRan: boolean;
}

/** A link, or why there is none. */
export type OpenedLink =
  | { readonly ok: true; readonly link: Link }
  | { readonly ok: false; readonly why: Explanation; readonly stderrTail?: string };

/** The size of a message on the wire, where known. */
export type SizeOf = (message: JSONRPCMessage) => number | undefined;
