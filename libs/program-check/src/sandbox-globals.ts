/**
 * The globals of a runner of which nothing is said but that they are there, as a runner lists them
 * (`Object.getOwnPropertyNames(globalThis)`, Deno 2.9.6; a test compares). What a runner has only to refuse it (`fetch`, `Worker`, …)
 * is not among them.
 */
export const sandboxGlobals: readonly string[] = [
  'AbortController AbortSignal AsyncDisposableStack Atomics BigInt64Array BigUint64Array Blob ByteLengthQueuingStrategy',
  'CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView',
  'DecompressionStream DisposableStack ErrorEvent Event EventTarget File FileReader FinalizationRegistry Float16Array',
  'Float32Array Float64Array FormData Headers Int16Array Int32Array Int8Array Intl Iterator MessageChannel MessageEvent',
  'MessagePort Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver',
  'PerformanceObserverEntryList PolicyError ProgressEvent PromiseRejectionEvent Proxy QuotaExceededError',
  'ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController ReadableStreamDefaultReader Reflect Request Response SubtleCrypto SuppressedError',
  'Temporal TextDecoder TextDecoderStream TextEncoder TextEncoderStream ToolError TransformStream',
  'TransformStreamDefaultController URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray',
  'WeakRef WebAssembly WritableStream WritableStreamDefaultController WritableStreamDefaultWriter',
  'ArrayBuffer SharedArrayBuffer atob btoa clearImmediate clearInterval clearTimeout close console crypto data emit',
  'performance progress queueMicrotask reportError self setImmediate setInterval setTimeout structuredClone',
].flatMap((line) => line.split(' '));
