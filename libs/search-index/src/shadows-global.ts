/** What a program finds as globals (docs/guide/programs.md, "Globals"). */
const PROGRAM = `tools call data search describe emit progress console recall results ask saveFile
  readFile ToolError PolicyError`;

const LANGUAGE = `AggregateError Array ArrayBuffer AsyncDisposableStack AsyncFunction Atomics BigInt
  BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error EvalError
  FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array
  Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError
  Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError
  URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly
  arguments async decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis
  isFinite isNaN parseFloat parseInt undefined unescape`;

const WEB = `AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy Cache
  CacheStorage CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent
  DOMException DecompressionStream ErrorEvent Event EventSource EventTarget File FileReader FormData
  Headers ImageBitmap ImageData Location MessageChannel MessageEvent MessagePort Navigator
  Performance ProgressEvent PromiseRejectionEvent ReadableStream Request Response Storage
  SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream URL
  URLPattern URLSearchParams WebSocket Window Worker WritableStream XMLHttpRequest addEventListener
  alert atob btoa caches clearInterval clearTimeout close closed confirm createImageBitmap crypto
  dispatchEvent document fetch frames history localStorage location name navigator onerror onload
  onmessage opener origin parent performance postMessage prompt queueMicrotask removeEventListener
  reportError requestAnimationFrame screen self sessionStorage setInterval setTimeout status stop
  structuredClone top window`;

/** Absent in a runner, but a program that names them must get the error that says so. */
const HOSTS = `Buffer Deno Bun clearImmediate exports global module process require setImmediate
  __dirname __filename`;

const GLOBALS = new Set([PROGRAM, LANGUAGE, WEB, HOSTS].join(' ').split(/\s+/));

/**
 * Whether a bare global of this name would hide something that a program means otherwise: one of
 * our own functions, a JavaScript or web global, or a host's name whose absence has its own error.
 * Such a server is reached as `tools.<identifier>` only.
 *
 * @example shadowsGlobal('fetch') // true
 * @example shadowsGlobal('github') // false
 */
export function shadowsGlobal(identifier: string): boolean {
  return GLOBALS.has(identifier);
}
