import { intrinsics, WireValueError } from '@sluice/runner-protocol';
import { isPlainBuffer, isWellFormed } from './built-ins.js';
import { encodeArguments } from './call-tool.js';
import { codedError } from './tool-error.js';

const { bytesClass, copyBytes, encodeText, isPrototypeOf, isView, jsonStringify } = intrinsics;

/**
 * The bytes of what a program saves: a text in UTF-8, bytes as they are, everything else as JSON text by the
 * rules of a call's arguments. At once, unless a promise stands in it.
 *
 * @throws `FILE_TOO_LARGE`, `VALUE_UNSUPPORTED` with the path of what JSON cannot say
 */
export function fileContent(
  data: unknown,
  name: string,
  maxBytes: number,
): Uint8Array | Promise<Uint8Array> {
  const refuseLarge = (bytes: Uint8Array) => {
    if (bytes.length > maxBytes) throw tooLarge(name, bytes.length, maxBytes);
    return bytes;
  };
  if (typeof data === 'string') return refuseLarge(bytesOfText(data, name, maxBytes));
  const bytes = bytesOf(data);
  if (bytes !== undefined) return refuseLarge(bytes);
  if (isPromise(data)) return settled(data, name, maxBytes);
  try {
    const text = encodeArguments(data, { mode: 'arguments', root: 'data', maxBytes });
    return typeof text === 'string'
      ? refuseLarge(encodeText(text))
      : laterText(text, refuseLarge, name, maxBytes);
  } catch (error) {
    throw inOurWords(error, name, maxBytes);
  }
}

async function settled(data: Promise<unknown>, name: string, maxBytes: number) {
  return fileContent(await data, name, maxBytes);
}

async function laterText(
  text: Promise<string>,
  refuseLarge: (bytes: Uint8Array) => Uint8Array,
  name: string,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    return refuseLarge(encodeText(await text));
  } catch (error) {
    throw inOurWords(error, name, maxBytes);
  }
}

const promisePrototype: object = Promise.prototype;

function isPromise(data: unknown): data is Promise<unknown> {
  return typeof data === 'object' && data !== null && isPrototypeOf(promisePrototype, data);
}

function bytesOfText(text: string, name: string, maxBytes: number): Uint8Array {
  if (text.length > maxBytes) throw tooLarge(name, undefined, maxBytes);
  if (isWellFormed(text)) return encodeText(text);
  throw codedError(
    'VALUE_UNSUPPORTED',
    `Cannot save the file ${jsonStringify(name)}: its text holds half a character (a lone surrogate), which UTF-8 cannot say`,
    'text.toWellFormed() replaces it.',
  );
}

/** The bytes behind a typed array, a DataView or a buffer; undefined for all else. */
function bytesOf(data: unknown): Uint8Array | undefined {
  if (isPlainBuffer(data)) return new bytesClass(data);
  if (!isView(data)) return undefined;
  const isTyped = intrinsics.typedArrayName(data) !== undefined;
  const bytes = isTyped
    ? new bytesClass(
        intrinsics.typedArrayBuffer(data),
        intrinsics.typedArrayOffset(data),
        intrinsics.typedArrayByteLength(data),
      )
    : new bytesClass(
        intrinsics.dataViewBuffer(data),
        intrinsics.dataViewOffset(data),
        intrinsics.dataViewByteLength(data),
      );
  // Memory that WebAssembly shares cannot be written from.
  return isPlainBuffer(bytes.buffer) ? bytes : copyBytes(bytes);
}

function inOurWords(error: unknown, name: string, maxBytes: number): unknown {
  const isTooLarge = error instanceof WireValueError && error.code === 'RESULT_TOO_LARGE';
  return isTooLarge ? tooLarge(name, undefined, maxBytes) : error;
}

function tooLarge(name: string, sizeBytes: number | undefined, maxBytes: number): Error {
  const size = sizeBytes === undefined ? `more than ${maxBytes}` : `${sizeBytes}`;
  return codedError(
    'FILE_TOO_LARGE',
    `Cannot save the file ${jsonStringify(name)}: it has ${size} bytes, and a file may have ${maxBytes}`,
    'Save less, or several files, or raise sandbox.maxFileBytes.',
  );
}
