import { SluiceError } from '@sluice/contracts';
import { countJsonValues } from '@sluice/json-text';
import { createLineSplitter } from './line-splitter.js';
import { tooManyValues } from './value-limit.js';

const dataField = Buffer.from('data:');
const carriageReturn = 0x0d;
const lineFeed = Buffer.from('\n');

/** What {@link guardEvents} takes. */
export interface EventGuardOptions {
  readonly maxLineBytes: number;
  /** Most values of JSON in one event. */
  readonly maxValues: number;
  /** Gets the text of a `data` line; undefined leaves it as it came. */
  readonly rewrite: (data: string) => string | undefined;
  /** Told why the stream was ended. */
  readonly onFailure: (error: SluiceError) => void;
}

/**
 * A pass-through for an event stream (text/event-stream) in front of the SDK's parser. It ends the
 * stream with an error when a line grows beyond the limit (the parser would collect for ever) or an
 * event holds too many values, and lets the JSON of an event be rewritten where it stands on one
 * line, as servers print it.
 */
export function guardEvents(options: EventGuardOptions): TransformStream<Uint8Array, Uint8Array> {
  const { maxLineBytes, maxValues, rewrite, onFailure } = options;
  const countValues = createEventCounter();
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
        if (line.kind === 'oversize') return fail(controller, tooLong(maxLineBytes));
        const values = countValues(line.bytes);
        if (values > maxValues) return fail(controller, tooManyValues(values, maxValues));
        controller.enqueue(rewritten(line.bytes, rewrite));
        controller.enqueue(lineFeed);
      }
      if (splitter.pendingBytes() > maxLineBytes) fail(controller, tooLong(maxLineBytes));
    },
    flush: (controller) => controller.enqueue(splitter.takePending()),
  });

  function fail(controller: TransformStreamDefaultController, error: SluiceError): void {
    onFailure(error);
    controller.error(error);
  }
}

function tooLong(maxLineBytes: number): SluiceError {
  return new SluiceError(
    'RESULT_TOO_LARGE',
    `the upstream sent an event of more than ${maxLineBytes} bytes`,
    { hint: 'Ask the tool for less at a time.' },
  );
}

/** Counts the values of an event, line by line; an empty line ends it. JSON has no string across lines. */
function createEventCounter(): (line: Buffer) => number {
  let values = 0;
  return (line) => {
    if (line.length === 0 || (line.length === 1 && line[0] === carriageReturn)) values = 0;
    else if (isData(line))
      values += countJsonValues(line.subarray(dataField.length), Infinity) as number;
    return values;
  };
}

function isData(line: Buffer): boolean {
  return line.subarray(0, dataField.length).equals(dataField);
}

function rewritten(line: Buffer, rewrite: (data: string) => string | undefined): Buffer {
  if (!isData(line)) return line;
  const text = rewrite(line.toString('utf8', dataField.length));
  return text === undefined ? line : Buffer.from(`data: ${text}`);
}
