import { intrinsics } from '@sluice/runner-protocol';
import { importStub } from './hide-imports.js';
import { holdStackTraces } from './stack-traces.js';
import { codedError } from './tool-error.js';

/**
 * The globals that a program keeps. All others go, whatever a later Deno adds: the runner needs no
 * list of dangers. This keeps honest programs off the wrong path; the walls are Deno's permissions
 * and the host.
 */
const kept: ReadonlySet<PropertyKey> = new Set(
  `globalThis self undefined NaN Infinity Object Function Array Number parseFloat parseInt Boolean String Symbol
  Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError
  URIError SuppressedError JSON Math Intl Temporal ArrayBuffer Atomics Uint8Array Int8Array Uint16Array
  Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float16Array
  Float32Array Float64Array DataView Map BigInt Set Iterator AsyncIterator WeakMap WeakSet WeakRef Proxy
  Reflect FinalizationRegistry DisposableStack AsyncDisposableStack decodeURI decodeURIComponent
  encodeURI encodeURIComponent escape unescape isFinite isNaN eval WebAssembly
  queueMicrotask setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate
  AbortController AbortSignal Event EventTarget CustomEvent ErrorEvent MessageEvent ProgressEvent
  PromiseRejectionEvent CloseEvent DOMException QuotaExceededError structuredClone reportError
  MessageChannel MessagePort URL URLPattern URLSearchParams TextDecoder TextEncoder TextDecoderStream
  TextEncoderStream atob btoa Blob File FileReader FormData Headers Request Response
  ByteLengthQueuingStrategy CountQueuingStrategy CompressionStream DecompressionStream ReadableStream
  ReadableStreamDefaultReader ReadableStreamDefaultController ReadableStreamBYOBReader
  ReadableStreamBYOBRequest ReadableByteStreamController TransformStream
  TransformStreamDefaultController WritableStream WritableStreamDefaultWriter
  WritableStreamDefaultController crypto Crypto CryptoKey SubtleCrypto performance Performance
  PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver
  PerformanceObserverEntryList`.split(/\s+/),
);

/** Functions and classes that programs call by habit; each says what to do instead. */
const stubs = `fetch require importScripts XMLHttpRequest WebSocket EventSource Worker alert confirm
  prompt close`.split(/\s+/);

/** Takes away what a program may not see, and holds fast what every `await` relies on. Once, before the program. */
export function lockDown(): void {
  for (const key of Reflect.ownKeys(globalThis))
    if (!kept.has(key) && typeof key === 'string') Reflect.deleteProperty(globalThis, key);
  Reflect.deleteProperty(URL, 'createObjectURL');
  Reflect.deleteProperty(URL, 'revokeObjectURL');
  for (const name of stubs) defineGlobal(name, refusal(name));
  defineGlobal(importStub, importRefusal());
  holdPromises();
  holdStackTraces();
}

/** Defines a global as the language's own are: there, but not listed, and the program may shadow or replace it. */
export function defineGlobal(name: string, value: unknown): void {
  intrinsics.defineProperty(globalThis, name, {
    // Without a prototype, on which a program could have put a member of descriptors.
    __proto__: null,
    value,
    writable: true,
    configurable: true,
    enumerable: false,
  } as PropertyDescriptor);
}

/** The same for a value that is made when the program first looks at it, if it does. */
export function defineLateGlobal(name: string, make: () => unknown): void {
  intrinsics.defineProperty(globalThis, name, {
    get() {
      const value = make();
      defineGlobal(name, value);
      return value;
    },
    set: (value: unknown) => defineGlobal(name, value),
    configurable: true,
    enumerable: false,
  });
}

function refusal(name: string): () => never {
  const refuse = function () {
    throw codedError(
      'NOT_AVAILABLE',
      `${name} is not available in a program: call a tool instead`,
      'search("what you need") finds the tool.',
    );
  };
  Reflect.defineProperty(refuse, 'name', { value: name });
  return refuse;
}

/** What stands for `import` in `import(…)`. Rejects, as a failed import does. */
function importRefusal(): unknown {
  const refuse = async (specifier: unknown) => {
    throw codedError(
      'PROGRAM_IMPORT',
      `import(${typeof specifier === 'string' ? `"${specifier}"` : '…'}) is not available in a program: call a tool instead`,
      'A program can import nothing. search("what you need") finds the tool.',
    );
  };
  return Object.freeze(Object.assign(refuse, { defer: refuse, source: refuse }));
}

/**
 * Every `await` asks a promise for `constructor` and `then`. A program that patches them would change
 * tool results or hang the run, so they are read-only; subclasses still work.
 */
function holdPromises(): void {
  const { prototype } = Promise;
  for (const key of ['then', 'constructor'])
    Reflect.defineProperty(prototype, key, { writable: false, configurable: false });
  Reflect.defineProperty(Promise, Symbol.species, { configurable: false });
}
