import { hasLongDigits, parseJson } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import type { Frame } from './frame-reader.js';
import { splitFilePayload } from './file-payload.js';
import { copyBytes, decodeText, jsonParse } from './intrinsics.js';
import type { MessageNameFrom } from './messages.js';
import type { LogLevel, Payloads, Reply, RunThrow, WirePosition } from './payloads.js';

/** A message of a runner, its payload checked. */
export type RunnerMessage = {
  [Name in MessageNameFrom<'runner'>]: { readonly name: Name; readonly payload: Payloads[Name] };
}[MessageNameFrom<'runner'>];

/**
 * Reads a frame of a runner. A runner's words are its program's words, so every member is checked
 * and nothing that was not declared is taken over.
 *
 * @throws TypeError or SyntaxError saying what is wrong with the payload.
 */
export function readRunnerMessage(frame: Frame<MessageNameFrom<'runner'>>): RunnerMessage {
  const { name } = frame;
  if (name === 'save-start') return { name, payload: readSaveStart(frame.payload) };
  const text = decodeText(frame.payload);
  if (name === 'run-end') return { name, payload: text };
  const body = asObject(parseJson(text), name);
  switch (name) {
    case 'ready':
      return { name, payload: readReady(body) };
    case 'call-start':
      return { name, payload: readCallStart(body) };
    case 'search-start':
      return {
        name,
        payload: { id: readId(body), query: readQuery(body['query']), ...optionalLimit(body) },
      };
    case 'describe-start':
      return { name, payload: { id: readId(body), toolId: asText(body['toolId'], 'toolId') } };
    case 'ask-start':
      return { name, payload: readAsk(body) };
    case 'recall-start':
      return { name, payload: { id: readId(body), ref: readRef(body['ref']) } };
    case 'select-start':
      return {
        name,
        payload: {
          id: readId(body),
          ref: readRef(body['ref']),
          expression: asText(body['expression'], 'expression'),
        },
      };
    case 'keep-start':
      if (body['value'] === undefined) throw new TypeError('value is missing');
      return { name, payload: { id: readId(body), value: body['value'] } };
    case 'read-start':
      return { name, payload: readReadStart(body) };
    case 'log':
      return { name, payload: readLog(body) };
    case 'progress':
      return { name, payload: readProgress(body) };
    case 'emit':
      return { name, payload: { ...body, type: asText(body['type'], 'type') } };
    case 'run-throw':
      return { name, payload: readThrow(body) };
    case 'probe-end':
      return { name, payload: { id: readId(body), walls: asList(body['walls']).map(readWall) } };
  }
}

/** A message of the host. */
export type HostMessage = {
  [Name in MessageNameFrom<'host'>]: { readonly name: Name; readonly payload: Payloads[Name] };
}[MessageNameFrom<'host'>];

/**
 * Reads a frame of the host, whose words a runner takes as they are. Text without long integers is
 * read with nothing that a program can have patched.
 */
export function readHostMessage({ name, payload }: Frame<MessageNameFrom<'host'>>): HostMessage {
  if (name !== 'read-end')
    return { name, payload: readHostJson(decodeText(payload)) } as unknown as HostMessage;
  const { text, bytes } = splitFilePayload(payload);
  const reply = readWireJson(decodeText(text)) as unknown as Reply;
  if (!reply.ok) return { name, payload: reply };
  if (reply.value !== undefined) return { name, payload: reply };
  // The payload may be a part of a chunk that is written to again.
  const { id } = reply;
  return { name, payload: { id, ok: true, bytes: copyBytes(bytes) } };
}

/**
 * As {@link readWireJson}, but a value that is a text is not looked through for integers: that takes a runner, whose compiler
 * has not come to it, as long as to parse it.
 */
function readHostJson(text: string): JsonValue {
  if (text.length < largeReply) return readWireJson(text);
  const payload = jsonParse(text) as { readonly value?: JsonValue };
  return typeof payload.value === 'string' || !hasLongDigits(text) ? payload : parseJson(text);
}

/** In characters; below it neither takes long. */
const largeReply = 65_536;

/** The value of JSON text that is trusted to be no attack on a parser: integers beyond 2^53 keep their digits. */
export function readWireJson(text: string): JsonValue {
  return hasLongDigits(text) ? parseJson(text) : (jsonParse(text) as JsonValue);
}

type Body = { readonly [key: string]: JsonValue };

function readReady(body: Body): Payloads['ready'] {
  const version = asNumber(body['version'], 'version');
  if (body['hardened'] === undefined) return { version };
  return { version, hardened: asList(body['hardened']).map((step) => asText(step, 'step')) };
}

function readCallStart(body: Body): Payloads['call-start'] {
  const timeoutMs = optional(body['timeoutMs'], asNumber, 'timeoutMs');
  return {
    id: readId(body),
    toolId: asText(body['toolId'], 'toolId'),
    args: asObject(body['args'], 'args'),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(body['raw'] === true ? { raw: true } : {}),
  };
}

function readSaveStart(payload: Uint8Array): Payloads['save-start'] {
  const { text, bytes } = splitFilePayload(payload);
  const body = asObject(parseJson(decodeText(text)), 'save-start');
  return { id: readId(body), name: asText(body['name'], 'name'), bytes };
}

function readReadStart(body: Body): Payloads['read-start'] {
  const id = readId(body);
  return body['ref'] === undefined
    ? { id, name: asText(body['name'], 'name') }
    : { id, ref: asText(body['ref'], 'ref') };
}

function readRef(ref: JsonValue | undefined): number | string {
  return typeof ref === 'number' ? ref : asText(ref, 'ref');
}

function readQuery(query: JsonValue | undefined): string | readonly string[] {
  return typeof query === 'string' ? query : asList(query).map((text) => asText(text, 'query'));
}

function optionalLimit(body: Body): { readonly limit?: number } {
  const limit = optional(body['limit'], asNumber, 'limit');
  return limit === undefined ? {} : { limit };
}

function readAsk(body: Body): Payloads['ask-start'] {
  const question = asText(body['question'], 'question');
  const { schema } = body;
  return { id: readId(body), question, ...(schema === undefined ? {} : { schema }) };
}

function readLog(body: Body): Payloads['log'] {
  const entries = asList(body['entries']).map((entry) => {
    const { level, text } = asObject(entry, 'entry') as Body;
    return { level: asLevel(level), text: asText(text, 'text') };
  });
  if (body['dropped'] === undefined) return { entries };
  const dropped = asObject(body['dropped'], 'dropped');
  return {
    entries,
    dropped: {
      entries: asNumber(dropped['entries'], 'entries'),
      bytes: asNumber(dropped['bytes'], 'bytes'),
    },
  };
}

const levels: readonly unknown[] = ['debug', 'log', 'info', 'warn', 'error'] satisfies LogLevel[];

function asLevel(level: JsonValue | undefined): LogLevel {
  if (!levels.includes(level)) throw new TypeError('level is none of ours');
  return level as LogLevel;
}

function readProgress(body: Body): Payloads['progress'] {
  const total = optional(body['total'], asNumber, 'total');
  const message = optional(body['message'], asText, 'message');
  return {
    done: asNumber(body['done'], 'done'),
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

function readThrow(body: Body): RunThrow {
  const { phase } = body;
  if (phase !== 'compile' && phase !== 'run' && phase !== 'value')
    throw new TypeError('phase is none of ours');
  const frames = asList(body['frames']).map((entry) => {
    const frame = asObject(entry, 'frame');
    const name = optional(frame['name'], asText, 'name');
    return { position: readPosition(frame['position']), ...(name === undefined ? {} : { name }) };
  });
  const thrown: Record<string, unknown> = {
    phase,
    name: asText(body['name'], 'name'),
    message: asText(body['message'], 'message'),
    frames,
  };
  for (const key of ['code', 'hint', 'server', 'tool'])
    if (body[key] !== undefined) thrown[key] = asText(body[key], key);
  if (body['position'] !== undefined) thrown['position'] = readPosition(body['position']);
  return thrown as unknown as RunThrow;
}

function readPosition(value: JsonValue | undefined): WirePosition {
  const position = asObject(value, 'position');
  return {
    line: asNumber(position['line'], 'line'),
    column: asNumber(position['column'], 'column'),
  };
}

function readWall(value: JsonValue): { readonly name: string; readonly held: boolean } {
  const wall = asObject(value, 'wall');
  return { name: asText(wall['name'], 'name'), held: wall['held'] === true };
}

/** Ids are small whole numbers that the sender counts up. */
function readId(body: Body): number {
  const { id } = body;
  if (!Number.isSafeInteger(id)) throw new TypeError('id is no whole number');
  return id as number;
}

function asObject(value: JsonValue | undefined, what: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${what} is no object`);
  return value as Body;
}

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value as readonly JsonValue[];
}

function asText(value: JsonValue | undefined, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what} is no text`);
  return value;
}

function asNumber(value: JsonValue | undefined, what: string): number {
  if (typeof value !== 'number') throw new TypeError(`${what} is no number`);
  return value;
}

function optional<Value>(
  value: JsonValue | undefined,
  read: (value: JsonValue, what: string) => Value,
  what: string,
): Value | undefined {
  return value === undefined ? undefined : read(value, what);
}
