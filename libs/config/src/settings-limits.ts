import type {
  CatalogueSettings,
  ConsentSettings,
  ResultSettings,
  SandboxSettings,
} from '@sluice/contracts';

/** The allowed range of one whole-number setting, its default and why it is so. */
export interface NumberLimit {
  /** What it bounds, as a part of a sentence. */
  readonly meaning: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: 'seconds' | 'milliseconds' | 'MiB' | 'bytes' | 'calls' | 'messages' | 'runners';
  /** Why the range ends where it does. */
  readonly reason: string;
}

type SandboxNumbers = Omit<SandboxSettings, 'deno' | 'reads' | 'require'>;

/** `sandbox.*`. */
export const sandboxLimits = {
  timeoutSeconds: {
    meaning: 'the wall clock of a run; `timeoutMs` of a call lowers it',
    default: 120,
    min: 5,
    max: 86_400,
    unit: 'seconds',
    reason: 'a runner needs a moment to start; a day is the longest run that makes sense',
  },
  heapMb: {
    meaning: "V8's heap: objects, text, arrays",
    default: 256,
    min: 32,
    max: 16_384,
    unit: 'MiB',
    reason: 'below 32 MiB V8 gives up on ordinary programs',
  },
  memoryMb: {
    meaning: 'the whole process, with array buffers, WebAssembly and blobs',
    default: 512,
    min: 64,
    max: 65_536,
    unit: 'MiB',
    reason: 'an idle Deno holds about 60 MiB by itself',
  },
  maxProgramBytes: {
    meaning: 'the text of a program',
    default: 262_144,
    min: 1_024,
    max: 16_777_216,
    unit: 'bytes',
    reason: 'the text is parsed in the gateway, which must stay answering',
  },
  maxCalls: {
    meaning: 'nested calls of a run',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    unit: 'calls',
    reason: 'each call is kept in the journal of its run',
  },
  maxParallelCalls: {
    meaning: 'nested calls at once; more wait',
    default: 32,
    min: 1,
    max: 1_024,
    unit: 'calls',
    reason: 'each open call holds its result in memory',
  },
  maxLogBytes: {
    meaning: 'log text that is kept for `fetch_logs`',
    default: 1_048_576,
    min: 0,
    max: 104_857_600,
    unit: 'bytes',
    reason: 'logs are kept in memory for the session',
  },
  logTailBytes: {
    meaning: 'log text in the answer',
    default: 4_096,
    min: 0,
    max: 1_048_576,
    unit: 'bytes',
    reason: "the tail goes into the model's context",
  },
  maxFileBytes: {
    meaning: 'one saved file',
    default: 52_428_800,
    min: 1_024,
    max: 536_870_888,
    unit: 'bytes',
    reason: 'a file is in memory as a whole when it is saved and read, and V8 holds no longer text',
  },
  cpuSeconds: {
    meaning: 'CPU time of all threads of a run',
    default: 120,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    reason:
      'a program that only waits uses next to none; a busy one uses at most what the clock gives it, a helper thread or two aside',
  },
  maxOutputBytes: {
    meaning: 'all that a runner sends in one run',
    default: 1_073_741_824,
    min: 1_048_576,
    max: 1_099_511_627_776,
    unit: 'bytes',
    reason: 'arguments, blocks, logs and the value of one run pass through the gateway',
  },
  maxErrorBytes: {
    meaning: 'all that a runner writes on stderr in one run',
    default: 16_777_216,
    min: 65_536,
    max: 1_073_741_824,
    unit: 'bytes',
    reason: 'an honest runner writes nothing to stderr, and V8 a few kilobytes as it dies',
  },
  maxFrames: {
    meaning: 'messages of a runner in one run',
    default: 2_000_000,
    min: 10_000,
    max: 1_000_000_000,
    unit: 'messages',
    reason: 'each message takes the gateway microseconds that others wait for',
  },
  pool: {
    meaning: 'started, empty runners that wait for a program',
    default: 2,
    min: 0,
    max: 16,
    unit: 'runners',
    reason: 'each waits in about 15 MiB; two keep two cores busy',
  },
} as const satisfies Record<keyof SandboxNumbers, NumberLimit>;

/** `results.*`. */
export const resultLimits = {
  inlineMaxBytes: {
    meaning:
      'the largest value that is shown whole; a larger one becomes a reference and a preview',
    default: 32_768,
    min: 0,
    max: 16_777_216,
    unit: 'bytes',
    reason: "an inline value goes into the model's context",
  },
  previewMaxBytes: {
    meaning: 'a preview',
    default: 4_096,
    min: 0,
    max: 1_048_576,
    unit: 'bytes',
    reason: "a preview goes into the model's context",
  },
  readMaxBytes: {
    meaning: 'one page of a kept result',
    default: 16_384,
    min: 256,
    max: 16_777_216,
    unit: 'bytes',
    reason: 'one page of a stored result; smaller pages cannot hold one line',
  },
  maxResultBytes: {
    meaning: 'the value of a run; arguments and result of one call',
    default: 104_857_600,
    min: 1_024,
    max: 536_870_888,
    unit: 'bytes',
    reason: 'V8 holds no text beyond 2^29 - 24 characters',
  },
  maxStoreBytes: {
    meaning: 'everything that is kept; the oldest goes first',
    default: 1_073_741_824,
    min: 1_024,
    max: 1_099_511_627_776,
    unit: 'bytes',
    reason: 'a share of the disk; one TiB is a typing mistake',
  },
  ttlSeconds: {
    meaning: 'how long a result is kept',
    default: 3_600,
    min: 1,
    max: 31_536_000,
    unit: 'seconds',
    reason: 'results are working data, not an archive: a year at most',
  },
} as const satisfies Record<keyof Omit<ResultSettings, 'mode'>, NumberLimit>;

/** `catalogue.*`. */
export const catalogueLimits = {
  inlineMaxBytes: {
    meaning: 'the largest catalogue whose signatures stand in the description of `run_code`',
    default: 4_096,
    min: 0,
    max: 1_048_576,
    unit: 'bytes',
    reason: 'the signatures stand in a tool description, which clients send with every turn',
  },
} as const satisfies Record<keyof CatalogueSettings, NumberLimit>;

/** `consent.*`. */
export const consentLimits = {
  timeoutSeconds: {
    meaning:
      'how long a person may take for a question in the client; the clock of a run stands still meanwhile',
    default: 300,
    min: 5,
    max: 86_400,
    unit: 'seconds',
    reason:
      'a person must be able to read the question; a run that is asked waits in a process of its own',
  },
} as const satisfies Record<keyof ConsentSettings, NumberLimit>;

/** Numbers of one server. */
export const serverLimits = {
  timeout: {
    meaning: 'connecting and listing its tools',
    default: 30_000,
    min: 100,
    max: 3_600_000,
    unit: 'milliseconds',
    reason: 'a value below 100 is mostly one that was meant in seconds',
  },
  concurrency: {
    meaning: 'calls to it at once',
    default: 16,
    min: 1,
    max: 1_024,
    unit: 'calls',
    reason: 'each open call holds its result in memory',
  },
} as const satisfies Record<string, NumberLimit>;

/** Bounds of what is read at all. */
export const textLimits = {
  /** UTF-16 units of another client's file, which may hold its whole history. */
  clientFileLength: 8_388_608,
  /** UTF-16 units of one configuration file: thousands of servers fit; a wrong file does not stall the start. */
  fileLength: 1_048_576,
  /** Objects and lists inside each other; ours need 6. Parsers recurse, so that deep text ends the stack. */
  depth: 64,
  /** Pieces of a YAML text, spaces and line breaks among them: a megabyte of nothing else takes seconds. */
  yamlTokens: 250_000,
  /** Values of a YAML text with its aliases written out. */
  yamlNodes: 100_000,
  /** UTF-16 units of one `{file:…}`: a key or a certificate chain, not a disk image. */
  insertedFileLength: 1_048_576,
  /** Characters of a server name. */
  serverNameLength: 128,
} as const;

/** The sandbox without a configuration. */
export const defaultSandbox: SandboxSettings = {
  ...defaultsOf(sandboxLimits),
  reads: 'folder',
  require: [],
};

/** The handling of results without a configuration. */
export const defaultResults: ResultSettings = defaultsOf(resultLimits);

/** Questions to people without a configuration. */
export const defaultConsent: ConsentSettings = defaultsOf(consentLimits);

/** The catalogue without a configuration. */
export const defaultCatalogue: CatalogueSettings = defaultsOf(catalogueLimits);

function defaultsOf<Key extends string>(
  limits: Readonly<Record<Key, NumberLimit>>,
): Record<Key, number> {
  const pairs = (Object.keys(limits) as Key[]).map((key) => [key, limits[key].default]);
  return Object.fromEntries(pairs) as Record<Key, number>;
}
