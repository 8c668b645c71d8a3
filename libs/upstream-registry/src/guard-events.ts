import { SluiceError } from '@sluice/contracts';
import { createLineSplitter } from './line-splitter.js';

const dataField = Buffer.from('data:');
const lineFeed = Buffer.from('\n');

/**
 * A pass-through for an event stream (text/event-stream) in front of the SDK's parser. It ends the
 * stream with an error when a line grows beyond the limit (the parser would collect for ever), and
 * lets the JSON of an event be rewritten where it stands on one line, as servers print it.
 *
 * @param rewrite gets the text of a `data` line; undefined leaves it as it came
 * @param onFailure told why the stream was ended
 */
export function guardEvents(
  maxLineBytes: number,
  rewrite: (data: string) => string | undefined,
  onFailure: (error: SluiceError) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const splitter = createLineSplitter(maxLineBytes);
  let isCarriageReturns = false;

  return new TransformStream({
    transform(chunk, controller) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      // Lines may also end with \r alone; such a stream is not looked into.
      if (!isCarriageReturns && !bytes.includes('\n') && /\r[^\n]/.test(bytes.toString('latin1'))) {
        isCarriageReturns = true;
        controller.enqueue(splitter.takePending());
      }
      if (isCarriageReturns) return controller.enqueue(chunk);
      for (const line of splitter.push(bytes)) {
        if (line.kind === 'oversize') return fail(controller);
        controller.enqueue(rewritten(line.bytes, rewrite));
        controller.enqueue(lineFeed);
      }
      if (splitter.pendingBytes() > maxLineBytes) fail(controller);
    },
    flush: (controller) => controller.enqueue(splitter.takePending()),
  });

  function fail(controller: TransformStreamDefaultController): void {
    const error = new SluiceError(
      'RESULT_TOO_LARGE',
      `the upstream sent an event of more than ${maxLineBytes} bytes`,
      { hint: 'Ask the tool for less at a time.' },
    );
    onFailure(error);
    controller.error(error);
  }
}

function rewritten(line: Buffer, rewrite: (data: string) => string | undefined): Buffer {
  if (!line.subarray(0, dataField.length).equals(dataField)) return line;
  const text = rewrite(line.toString('utf8', dataField.length));
  return text === undefined ? line : Buffer.from(`data: ${text}`);
}
