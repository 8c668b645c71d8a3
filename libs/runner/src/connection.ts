import {
  encodeFileFrame,
  encodeFrame,
  FrameReader,
  intrinsics,
  readHostMessage,
} from '@sluice/runner-protocol';
import type { Frame, MessageNameFrom, ProbeStart, Reply, RunStart } from '@sluice/runner-protocol';
import { readStdin, writeStdout } from './built-ins.js';

const { bytesClass, bytesSubarray, mapDelete, mapGet, mapSet } = intrinsics;

/** A request of the program to the host. */
export type RequestName =
  | 'call-start'
  | 'search-start'
  | 'describe-start'
  | 'ask-start'
  | 'recall-start'
  | 'select-start'
  | 'keep-start'
  | 'read-start';

/** The runner's end of the wire. */
export interface Connection {
  /** Writes one frame at once; blocks while the host does not read. `text` is its JSON payload. */
  send(name: MessageNameFrom<'runner'>, text: string): void;
  /**
   * Sends a request and awaits its reply. `members` is JSON text: what follows the `id`. Where a value in it may be large,
   * `members` ends before it, and `rest` is what follows it.
   */
  request(name: RequestName, members: string, value?: string, rest?: string): Promise<Reply>;
  /** The same with a file. Its bytes are written before this returns. */
  requestSave(members: string, bytes: Uint8Array): Promise<Reply>;
  /** Reads frames until the host goes away. */
  listen(handlers: HostHandlers): Promise<void>;
}

/** What the runner does on the host's own messages. */
export interface HostHandlers {
  runStart(payload: RunStart): void;
  probeStart(payload: ProbeStart): void;
}

/** Size of one read. The pipe is a pair of sockets on Linux, whose buffer is 208 KiB; a read of a quarter of it takes a tenth longer. */
const readBytes = 262_144;

/** Nothing limits what the host sends: it is trusted, and has checked it. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** Opens the runner's end of the wire on stdin and stdout. */
export function openConnection(): Connection {
  const waiting: Map<number, (reply: Reply) => void> = new intrinsics.mapClass();
  let lastId = 0;

  const write = (parts: readonly Uint8Array[]) => {
    for (let index = 0; index < parts.length; index += 1) writeAll(parts[index] as Uint8Array);
  };

  const send: Connection['send'] = (name, text) => write(encodeFrame(name, text));

  const nextRequest = () => {
    lastId += 1;
    const id = lastId;
    const reply = new intrinsics.promiseClass<Reply>((resolve) => mapSet(waiting, id, resolve));
    return { id, reply };
  };

  const settle = (reply: Reply) => {
    const resolve = mapGet(waiting, reply.id);
    mapDelete(waiting, reply.id);
    resolve?.(reply);
  };

  return {
    send,
    request(name, members, value = '', rest = '') {
      const { id, reply } = nextRequest();
      write(encodeFrame(name, value, { before: `{"id":${id},${members}`, after: `${rest}}` }));
      return reply;
    },
    requestSave(members, bytes) {
      const { id, reply } = nextRequest();
      write(encodeFileFrame('save-start', `{"id":${id},${members}}`, bytes));
      return reply;
    },
    async listen(handlers) {
      const reader = new FrameReader({
        from: 'host',
        maxValueBytes: unlimited,
        maxFileBytes: unlimited,
      });
      const onFrame = (frame: Frame<MessageNameFrom<'host'>>) => {
        const message = readHostMessage(frame);
        if (message.name === 'run-start') handlers.runStart(message.payload);
        else if (message.name === 'probe-start') handlers.probeStart(message.payload);
        else settle(message.payload);
      };
      const target = new bytesClass(readBytes);
      for (;;) {
        const count = await readStdin(target);
        if (count === null) return;
        reader.push(bytesSubarray(target, 0, count), onFrame);
      }
    },
  };
}

function writeAll(bytes: Uint8Array): void {
  let rest = bytes;
  while (rest.length > 0) rest = bytesSubarray(rest, writeStdout(rest), rest.length);
}
