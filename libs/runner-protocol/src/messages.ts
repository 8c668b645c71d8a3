/**
 * Version of everything in this room. The runner states it in `ready`; a host that speaks another
 * one refuses the runner, so that a bundle from another release fails at once and by name.
 */
export const protocolVersion = 1;

/**
 * The messages between host and runner, each declared once for both ends. A frame is
 * `u32le length of payload | u8 kind | payload`; the payload is JSON text in UTF-8, and where a message
 * brings a file, see `encodeFileFrame`.
 *
 * - `from` is the only end that may send it.
 * - `maxBytes` caps the payload and is checked before any of it is kept. `value` stands for
 *   `maxValueBytes` of the run and room for the envelope, `file` for its `maxFileBytes` likewise.
 *
 * Requests carry an `id` of the sender's choosing, unique within a run; `x-start` is answered by `x-end`.
 */
export const messages = {
  /** First word of a runner: its protocol version. */
  ready: { kind: 1, from: 'runner', maxBytes: 1024 },
  /** A nested call; answered by `call-end`. */
  'call-start': { kind: 2, from: 'runner', maxBytes: 'value' },
  /** `search()`; answered by `search-end`. */
  'search-start': { kind: 3, from: 'runner', maxBytes: 65_536 },
  /** `describe()`; answered by `describe-end`. */
  'describe-start': { kind: 4, from: 'runner', maxBytes: 65_536 },
  /** `ask()`; answered by `ask-end`, once a person has answered or will not. */
  'ask-start': { kind: 16, from: 'runner', maxBytes: 65_536 },
  /** `recall()`; answered by `recall-end`. */
  'recall-start': { kind: 20, from: 'runner', maxBytes: 1024 },
  /** `results.select()`; answered by `select-end`. */
  'select-start': { kind: 21, from: 'runner', maxBytes: 262_144 },
  /** `results.keep()`, with the value's wire text; answered by `keep-end`. */
  'keep-start': { kind: 22, from: 'runner', maxBytes: 'value' },
  /** Console entries, and how many were not sent. */
  log: { kind: 5, from: 'runner', maxBytes: 4_194_304 },
  progress: { kind: 6, from: 'runner', maxBytes: 65_536 },
  /** A content block for the answer. */
  emit: { kind: 7, from: 'runner', maxBytes: 'value' },
  /** The run's value. The payload is its wire text itself, so that the host need not parse it. */
  'run-end': { kind: 8, from: 'runner', maxBytes: 'value' },
  /** The program threw, or could not be compiled, or its value could not be carried. */
  'run-throw': { kind: 9, from: 'runner', maxBytes: 1_048_576 },
  /** What held when the runner attacked its own walls. */
  'probe-end': { kind: 10, from: 'runner', maxBytes: 65_536 },
  /** `saveFile()`, with the bytes of the file; answered by `save-end`. */
  'save-start': { kind: 11, from: 'runner', maxBytes: 'file' },
  /** `readFile()`, and `bytes()` of a media handle; answered by `read-end`. */
  'read-start': { kind: 12, from: 'runner', maxBytes: 65_536 },

  /** The one program of this runner. */
  'run-start': { kind: 64, from: 'host', maxBytes: 'value' },
  'call-end': { kind: 65, from: 'host', maxBytes: 'value' },
  'search-end': { kind: 66, from: 'host', maxBytes: 'value' },
  'describe-end': { kind: 67, from: 'host', maxBytes: 'value' },
  'ask-end': { kind: 80, from: 'host', maxBytes: 'value' },
  'recall-end': { kind: 84, from: 'host', maxBytes: 'value' },
  'select-end': { kind: 85, from: 'host', maxBytes: 'value' },
  /** With the reference. */
  'keep-end': { kind: 86, from: 'host', maxBytes: 65_536 },
  /** Asks the runner to try its walls; only before `run-start`. Answered by `probe-end`. */
  'probe-start': { kind: 68, from: 'host', maxBytes: 1024 },
  'save-end': { kind: 69, from: 'host', maxBytes: 65_536 },
  /** With the bytes, unless they are in the window. */
  'read-end': { kind: 70, from: 'host', maxBytes: 'file' },
} as const satisfies Record<string, MessageRow>;

interface MessageRow {
  readonly kind: number;
  readonly from: MessageSender;
  readonly maxBytes: number | 'value' | 'file';
}

/** The two ends. */
export type MessageSender = 'host' | 'runner';

/** Name of any message. */
export type MessageName = keyof typeof messages;

/** Names of the messages that one end may send. */
export type MessageNameFrom<Sender extends MessageSender> = {
  [Name in MessageName]: (typeof messages)[Name]['from'] extends Sender ? Name : never;
}[MessageName];

/** Bytes that the envelope around a value may take, beyond `maxValueBytes`. */
export const envelopeBytes = 65_536;

/** What a run bounds its large messages by, in bytes. */
export interface PayloadLimits {
  readonly maxValueBytes: number;
  /** One file. @default 0 */
  readonly maxFileBytes?: number;
}

/** The largest payload of a message in bytes, given the limits of the run. */
export function maxPayloadBytes(name: MessageName, limits: PayloadLimits): number {
  const { maxBytes } = messages[name];
  if (maxBytes === 'value') return limits.maxValueBytes + envelopeBytes;
  if (maxBytes === 'file') return (limits.maxFileBytes ?? 0) + envelopeBytes;
  return maxBytes;
}
