import { SluiceError } from '@sluice/contracts';

/**
 * A pass-through for an event stream that ends it with an error when one event grows beyond
 * `maxEventBytes`: the parser behind it would collect for ever.
 */
export function limitEvents(maxEventBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let sizeBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      // An event ends with an empty line; one that is cut by a chunk border is counted into the next event.
      const end = Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\n\r\n'));
      sizeBytes = end < 0 ? sizeBytes + bytes.length : bytes.length - end;
      if (sizeBytes <= maxEventBytes) controller.enqueue(chunk);
      else
        controller.error(
          new SluiceError(
            'RESULT_TOO_LARGE',
            `The upstream sent an event of more than ${maxEventBytes} bytes`,
            { hint: 'Ask the tool for less at a time.' },
          ),
        );
    },
  });
}
