import { intrinsics } from '@sluice/runner-protocol';
import type { LogLevel } from '@sluice/runner-protocol';
import { errorClass, monotonic, stringSplit } from './built-ins.js';
import { formatLog, showValue } from './format-log.js';
import { formatTable } from './format-table.js';
import type { LogSender } from './log-sender.js';
import { programFrames } from './program-position.js';

/**
 * The `console` of a program: every method of the console standard, each entry sent to the host.
 * Nothing of it reaches the runner's own stdout or stderr.
 */
export function createProgramConsole(log: LogSender): object {
  let indent = '';
  const counts: Map<string, number> = new intrinsics.mapClass();
  const timers: Map<string, number> = new intrinsics.mapClass();

  const write = (level: LogLevel, text: string) => log.add(level, indentText(text, indent));
  const writer =
    (level: LogLevel) =>
    (...values: unknown[]) =>
      write(level, formatLog(values));
  const elapsed = (label: unknown) => {
    const start = intrinsics.mapGet(timers, labelOf(label));
    return start === undefined ? undefined : `${trimDigits(monotonic() - start)}ms`;
  };
  const openGroup = (...values: unknown[]) => {
    if (values.length > 0) write('log', formatLog(values));
    indent += '  ';
  };

  const methods = {
    log: writer('log'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    debug: writer('debug'),
    dir: (value: unknown, options?: { depth?: unknown }) =>
      write('log', showValue(value, depthIn(options))),
    dirxml: writer('log'),
    table: (value: unknown) => write('log', tableText(value)),
    trace: (...values: unknown[]) => write('debug', `Trace: ${formatLog(values)}${traceText()}`),
    assert(condition?: unknown, ...values: unknown[]) {
      if (!condition)
        write('error', `Assertion failed${values.length > 0 ? `: ${formatLog(values)}` : ''}`);
    },
    group: openGroup,
    groupCollapsed: openGroup,
    groupEnd() {
      indent = intrinsics.stringSlice(indent, 2);
    },
    count(label?: unknown) {
      const name = labelOf(label);
      const count = (intrinsics.mapGet(counts, name) ?? 0) + 1;
      intrinsics.mapSet(counts, name, count);
      write('log', `${name}: ${count}`);
    },
    countReset: (label?: unknown) => void intrinsics.mapSet(counts, labelOf(label), 0),
    time: (label?: unknown) => void intrinsics.mapSet(timers, labelOf(label), monotonic()),
    timeLog(label?: unknown, ...values: unknown[]) {
      const rest = values.length > 0 ? ` ${formatLog(values)}` : '';
      write('log', `${labelOf(label)}: ${elapsed(label) ?? 'no such timer'}${rest}`);
    },
    timeEnd(label?: unknown) {
      write('log', `${labelOf(label)}: ${elapsed(label) ?? 'no such timer'}`);
      intrinsics.mapDelete(timers, labelOf(label));
    },
    timeStamp: () => undefined,
    clear: () => undefined,
    profile: () => undefined,
    profileEnd: () => undefined,
  };
  return methods;
}

function labelOf(label: unknown): string {
  return label === undefined ? 'default' : typeof label === 'string' ? label : showValue(label);
}

function depthIn(options: { depth?: unknown } | undefined): number | undefined {
  try {
    const depth = options?.depth;
    return typeof depth === 'number' && depth >= 0 && depth <= 10 ? depth : undefined;
  } catch {
    return undefined;
  }
}

function tableText(value: unknown): string {
  try {
    return formatTable(value) ?? showValue(value);
  } catch {
    return showValue(value);
  }
}

function traceText(): string {
  const frames = programFrames(new errorClass('trace').stack);
  let text = '';
  for (let index = 0; index < frames.length; index += 1) {
    const frame = frames[index];
    if (frame !== undefined)
      text += `\n  at ${frame.name ?? 'program'} (line ${frame.position.line}, column ${frame.position.column})`;
  }
  return text;
}

function trimDigits(milliseconds: number): string {
  const hundredths = milliseconds * 100;
  return `${(hundredths - (hundredths % 1)) / 100}`;
}

function indentText(text: string, indent: string): string {
  if (indent === '') return text;
  const lines = stringSplit(text, '\n');
  let indented = '';
  for (let index = 0; index < lines.length; index += 1)
    indented += `${index > 0 ? '\n' : ''}${indent}${lines[index]}`;
  return indented;
}
