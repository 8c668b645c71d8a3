import { intrinsics } from '@sluice/runner-protocol';
import type { LogLevel } from '@sluice/runner-protocol';
import { promiseThen, resolvedPromise } from './built-ins.js';

const { jsonStringify, newList, stringSlice } = intrinsics;

/** Entries that go out one by one, so that a program which hangs right after them still shows them. */
const promptEntries = 256;

/** Size at which a batch goes out, in characters. */
const batchLength = 32_768;

/** Longest entry, in characters; with all of them escaped it still fits in one `log` message. */
const maxEntryLength = 262_144;

/** Sends console entries within the run's limit and counts the rest. */
export interface LogSender {
  add(level: LogLevel, text: string): void;
  /** Sends what waits: the batch, the last entries beyond the limit, and how many were left out. */
  finish(): void;
}

interface Entry {
  readonly level: LogLevel;
  readonly text: string;
  /** Length before it was shortened: an entry that falls out is counted whole. */
  readonly wholeLength: number;
}

/**
 * Makes the log of one run. The first entries within the limit are sent as they come. Beyond it the
 * newest are held back, an eighth of the limit, and sent at the end (a failure shows itself in the
 * last lines); what falls out between is counted.
 *
 * @param send writes the payload of one `log` message
 */
export function createLogSender(send: (payload: string) => void, maxLogBytes: number): LogSender {
  const tailMax = (maxLogBytes - (maxLogBytes % 8)) / 8;
  let room = maxLogBytes - tailMax;
  let sent = 0;
  let batch = '';
  let isScheduled = false;
  let tail = newList<Entry | undefined>();
  let tailStart = 0;
  let tailLength = 0;
  const dropped = { entries: 0, bytes: 0, reportAt: 1 };

  /** Empty lines have no bytes; of an entry that was cut, only bytes are missing. */
  const isAnyDropped = () => dropped.entries > 0 || dropped.bytes > 0;

  const flush = () => {
    isScheduled = false;
    const isDue = dropped.entries >= dropped.reportAt;
    if (batch === '' && !isDue) return;
    if (isDue) dropped.reportAt = dropped.entries * 2;
    const counts = `{"entries":${dropped.entries},"bytes":${dropped.bytes}}`;
    const payload = `{"entries":[${batch}]${isAnyDropped() ? `,"dropped":${counts}` : ''}}`;
    batch = '';
    send(payload);
  };

  const push = ({ level, text, wholeLength }: Entry) => {
    // Of an entry that is sent in part, the rest counts.
    if (wholeLength > text.length) dropped.bytes += wholeLength - text.length;
    batch += `${batch === '' ? '' : ','}{"level":"${level}","text":${jsonStringify(text)}}`;
    sent += 1;
    if (sent <= promptEntries || batch.length > batchLength) flush();
    else schedule();
  };

  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    void promiseThen(resolvedPromise, flush);
  };

  /** Keeps the newest entries; the oldest of them fall out and are counted. */
  const hold = (entry: Entry) => {
    tail[tail.length] = entry;
    tailLength += entry.text.length + 1;
    while (tailLength > tailMax && tailStart < tail.length) {
      const { text, wholeLength } = tail[tailStart] as Entry;
      // The place may stay for long, and the text would stay with it.
      tail[tailStart] = undefined;
      tailStart += 1;
      tailLength -= text.length + 1;
      dropped.entries += 1;
      dropped.bytes += wholeLength;
    }
    if (tailStart > 1024) {
      const rest = newList<Entry | undefined>();
      for (let index = tailStart; index < tail.length; index += 1) rest[rest.length] = tail[index];
      tail = rest;
      tailStart = 0;
    }
    if (dropped.entries >= dropped.reportAt) schedule();
  };

  return {
    add(level, whole) {
      const text = shorten(whole, maxEntryLength);
      if (tail.length === 0 && text.length <= room) {
        room -= text.length + 1;
        return push({ level, text, wholeLength: whole.length });
      }
      const held = tailMax < maxEntryLength ? shorten(whole, tailMax) : text;
      return hold({ level, text: held, wholeLength: whole.length });
    },
    finish() {
      for (let index = tailStart; index < tail.length; index += 1) push(tail[index] as Entry);
      tail = newList();
      tailStart = 0;
      if (isAnyDropped()) dropped.reportAt = dropped.entries;
      flush();
    },
  };
}

/** An entry that is too long: its beginning, with a count of the rest. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = maxLength > 64 ? maxLength - 64 : 0;
  return `${stringSlice(text, 0, kept)}… (${text.length - kept} more characters)`;
}
