import type { Clock, Json, JsonSchema, ShapeStore } from '@sluice/contracts';
import { canonicalJson } from '@sluice/json-text';
import { mergeShapes, observedShape } from '@sluice/search-index';
import type { CatalogueTool } from '@sluice/search-index';

/** What is known of results whose tools declare no output schema: their shapes, never a value. */
export interface LearntShapes {
  /** Learns from a result, where it is one of those that are looked at. Costs 0.2 ms at most, or nothing. */
  learn(tool: CatalogueTool, value: Json): void;
  /** The shape of the tool's results so far; undefined for one that declares it, or was never seen. */
  shapeOf(tool: CatalogueTool): JsonSchema | undefined;
  /** Writes what was learnt. Idempotent. */
  close(): Promise<void>;
}

/** Tools whose shapes are kept; the longest unused goes first. */
const maxShapes = 2000;
/** A shape with more text than this, in UTF-16 code units, is not kept: no signature could show it. */
const maxShapeLength = 8000;
/** What was learnt is written together, so many milliseconds after the first of it. */
const writeAfterMs = 5000;
/** The first results of a tool are all looked at; after them the eighth, the sixteenth, and so on. */
const firstResults = 4;

/**
 * Makes the memory of shapes. They are kept by a digest of the tool's definition and its server's name: a changed
 * definition starts anew.
 *
 * @param options.hash SHA-256 of a text, in hex
 */
export function createLearntShapes(options: {
  readonly store: ShapeStore;
  readonly clock: Clock;
  readonly hash: (text: string) => string;
}): LearntShapes {
  const { store, clock, hash } = options;
  const shapes = new Map<string, JsonSchema>();
  const tools = new WeakMap<
    CatalogueTool['tool'],
    { readonly digest: string | undefined; seen: number }
  >();
  let cancelWrite: (() => void) | undefined;
  const reading = store.read().then((kept) => {
    for (const [digest, shape] of kept) add(digest, shape);
  });

  const add = (digest: string, shape: JsonSchema) => {
    const known = shapes.get(digest);
    const merged = known === undefined ? shape : mergeShapes(known, shape);
    shapes.delete(digest);
    if (JSON.stringify(merged).length <= maxShapeLength) shapes.set(digest, merged);
    for (const oldest of shapes.keys()) {
      if (shapes.size <= maxShapes) break;
      shapes.delete(oldest);
    }
  };
  const entryOf = ({ server, tool }: CatalogueTool) => {
    let entry = tools.get(tool);
    if (entry === undefined) {
      entry = { digest: digestOf(server, tool), seen: 0 };
      tools.set(tool, entry);
    }
    return entry;
  };
  const digestOf = (server: string, tool: CatalogueTool['tool']) => {
    const { rawName, description = '', inputSchema } = tool;
    try {
      return hash(canonicalJson([server, rawName, description, inputSchema]));
    } catch {
      // Nested deeper than the stack: such a tool is not learnt of.
      return undefined;
    }
  };
  const write = async () => {
    if (cancelWrite === undefined) return;
    cancelWrite();
    cancelWrite = undefined;
    await reading;
    await store.write(shapes);
  };

  return {
    learn(tool, value) {
      if (tool.tool.outputSchema !== undefined) return;
      const entry = entryOf(tool);
      if (entry.digest === undefined) return;
      entry.seen += 1;
      const isPowerOfTwo = (entry.seen & (entry.seen - 1)) === 0;
      if (entry.seen > firstResults && !isPowerOfTwo) return;
      const before = JSON.stringify(shapes.get(entry.digest));
      add(entry.digest, observedShape(value));
      if (JSON.stringify(shapes.get(entry.digest)) !== before)
        cancelWrite ??= clock.schedule(writeAfterMs, () => void write());
    },
    shapeOf(tool) {
      if (tool.tool.outputSchema !== undefined) return undefined;
      return shapes.get(entryOf(tool).digest ?? '');
    },
    close: write,
  };
}
