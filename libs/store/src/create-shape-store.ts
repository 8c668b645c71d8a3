import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Json, JsonSchema, Logger, ShapeStore } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { makeFolder } from './make-folder.js';
import { writeWholeFile } from './write-whole-file.js';

/** What {@link createShapeStore} needs. */
export interface ShapeStoreOptions {
  /** The file, absolute. Several processes may share it. */
  readonly path: string;
  readonly logger: Logger;
}

/** A larger file is not read and not written: 2,000 shapes of 2 KB fit. */
const maxFileBytes = 4 * 1024 * 1024;

/**
 * Remembers shapes in one JSON file (0600), replaced whole. What cannot be read counts as unknown, and what cannot be
 * written is lost; both are logged.
 */
export function createShapeStore({ path, logger }: ShapeStoreOptions): ShapeStore {
  const complain = (message: string, error: unknown) =>
    logger.warn(message, { reason: (error as NodeJS.ErrnoException).code ?? String(error) });

  return {
    async read() {
      try {
        const { size } = await stat(path);
        if (size > maxFileBytes) throw new Error(`the file has ${size} bytes`);
        return readShapes(parseJson(await readFile(path, 'utf8')));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          complain('Cannot read the shapes of results; they count as unknown', error);
        return new Map();
      }
    },
    async write(shapes) {
      try {
        const text = printJson({ version: 1, shapes: Array.from(shapes) as Json });
        if (Buffer.byteLength(text) > maxFileBytes)
          throw new Error(`they have more than ${maxFileBytes} bytes`);
        await makeFolder(dirname(path));
        await writeWholeFile(path, text, { replace: true });
      } catch (error) {
        complain('Cannot keep the shapes of results', error);
      }
    },
  };
}

/** @throws Error when the text is not one of ours */
function readShapes(value: Json): ReadonlyMap<string, JsonSchema> {
  const { version, shapes } = value as { version?: Json; shapes?: Json };
  if (version !== 1 || !Array.isArray(shapes)) throw new Error('it holds no shapes');
  const read = new Map<string, JsonSchema>();
  for (const entry of shapes as readonly Json[]) {
    const [digest, shape] = Array.isArray(entry) ? (entry as readonly Json[]) : [];
    if (typeof digest !== 'string' || typeof shape !== 'object' || shape === null)
      throw new Error('it holds something else than shapes');
    read.set(digest, shape as JsonSchema);
  }
  return read;
}
