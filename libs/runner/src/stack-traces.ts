import { intrinsics } from '@sluice/runner-protocol';
import { mediaType, prefix, programName } from './program-text.js';

const { stringStartsWith } = intrinsics;

/** The part of V8's CallSite that is read; Deno has mapped its positions back to the source. */
interface CallSite {
  getFileName(): string | null;
  getFunctionName(): string | null;
  getTypeName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  isAsync(): boolean;
  isConstructor(): boolean;
}

/**
 * Makes every stack trace one of the program's: its own frames, in its own positions, without the
 * wrapper, the runner or a path of this machine. So `error.stack`, the console and reports all say the same.
 * A program cannot replace the hook; setting it does nothing.
 */
export function holdStackTraces(): void {
  Reflect.defineProperty(Error, 'prepareStackTrace', {
    get: () => formatStack,
    set: () => undefined,
    configurable: false,
  });
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
}

/** Frames that V8 keeps; those of the runner, which are then left out, count too. */
const stackTraceLimit = 30;

function formatStack(error: unknown, sites: readonly CallSite[]): string {
  let text = headerOf(error);
  for (let index = 0; index < sites.length; index += 1) {
    const site = sites[index] as CallSite;
    const file = site.getFileName();
    if (typeof file === 'string' && stringStartsWith(file, mediaType)) text += frameText(site);
  }
  return text;
}

function frameText(site: CallSite): string {
  const line = site.getLineNumber() ?? 1;
  const column = programColumn(line, site.getColumnNumber() ?? 1);
  const place = `${programName}:${line}:${column}`;
  const name = nameOf(site);
  const start = `\n    at ${site.isAsync() ? 'async ' : ''}`;
  return name === undefined ? `${start}${place}` : `${start}${name} (${place})`;
}

/** The wrapper's own function is the program, which has no name. */
function nameOf(site: CallSite): string | undefined {
  const name = site.getFunctionName();
  if (name === null || name === '') return undefined;
  const type = site.getTypeName();
  if (name === 'default' && (type === null || type === 'Module')) return undefined;
  if (site.isConstructor()) return `new ${name}`;
  const isMethod = type !== null && type !== 'Object' && type !== 'Module';
  return isMethod && !stringStartsWith(name, `${type}.`) ? `${type}.${name}` : name;
}

/** The column in the program of a column in the module. */
export function programColumn(line: number, column: number): number {
  if (line > 1) return column;
  return column > prefix.length ? column - prefix.length : 1;
}

function headerOf(error: unknown): string {
  try {
    const { name, message } = error as Error;
    return message === '' ? `${name}` : `${name}: ${message}`;
  } catch {
    return 'Error';
  }
}
