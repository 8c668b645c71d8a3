import { encodeBase64 } from './base64.js';
import * as built from './intrinsics.js';
import { mediaHandlePrototype } from './media-handle.js';
import { tooLarge } from './wire-limits.js';
import type { WirePen } from './wire-pen.js';
import { tagKey } from './wire-tag.js';

const datePrototype = Date.prototype;
const mapPrototype = Map.prototype;
const setPrototype = Set.prototype;
const regExpPrototype = RegExp.prototype;
const errorPrototype = Error.prototype;
const promisePrototype = Promise.prototype;
const arrayBufferPrototype = ArrayBuffer.prototype;
const numberPrototype = Number.prototype;
const stringPrototype = String.prototype;
const booleanPrototype = Boolean.prototype;
const numberValue = built.uncurryThis<object, [], unknown>(Number.prototype.valueOf);
const stringValue = built.uncurryThis<object, [], unknown>(String.prototype.valueOf);
const booleanValue = built.uncurryThis<object, [], unknown>(Boolean.prototype.valueOf);

/**
 * Writes a value of one of the language's own classes (see the table of `encodeWireValue`).
 * Returns false, and writes nothing, when the value is none of them.
 */
export function encodeSpecialValue(pen: WirePen, value: object): boolean {
  const is = built.isPrototypeOf;
  if (pen.isForArguments && is(mediaHandlePrototype, value))
    pen.refuse(
      'a media handle',
      'Its bytes stay here: pass (await handle.bytes()).toBase64(), or whatever the tool wants.',
    );
  if (is(promisePrototype, value))
    pen.refuse('a promise', 'Await it, or a list of them with Promise.all, first.');
  if (is(datePrototype, value)) writeDate(pen, value as Date);
  else if (is(mapPrototype, value)) writeMap(pen, value as Map<unknown, unknown>);
  else if (is(setPrototype, value)) writeSet(pen, value as Set<unknown>);
  else if (is(regExpPrototype, value)) writeRegExp(pen, value);
  else if (is(errorPrototype, value)) writeError(pen, value as Error);
  else if (built.isView(value)) writeView(pen, value);
  else if (is(arrayBufferPrototype, value))
    writeBytes(pen, 'ArrayBuffer', new built.bytesClass(value as ArrayBuffer));
  // Boxed primitives are their primitives, as in JSON.
  else if (is(numberPrototype, value)) pen.writeValue(pen, numberValue(value));
  else if (is(stringPrototype, value)) pen.writeValue(pen, stringValue(value));
  else if (is(booleanPrototype, value)) pen.writeValue(pen, booleanValue(value));
  else return false;
  return true;
}

function writeDate(pen: WirePen, value: Date): void {
  const time = built.dateGetTime(value);
  const text = time === time ? `"${built.dateToIso(value)}"` : undefined;
  if (!pen.isForArguments) pen.writeTag('Date', `,"value":${text ?? 'null'}`, '');
  else if (text === undefined) pen.refuse('an invalid Date');
  else pen.write(text);
}

function writeMap(pen: WirePen, value: Map<unknown, unknown>): void {
  if (pen.isForArguments) pen.refuse('a Map', 'Pass a plain object: Object.fromEntries(map).');
  pen.write(`{"${tagKey}":"Map","value":[`);
  let index = 0;
  built.mapForEach(value, (member, key) => {
    pen.at(index);
    pen.write(index === 0 ? '[' : ',[');
    pen.writeValue(pen, key);
    pen.write(',');
    pen.writeValue(pen, member);
    pen.write(']');
    index += 1;
  });
  pen.write(']}');
}

function writeSet(pen: WirePen, value: Set<unknown>): void {
  if (pen.isForArguments) pen.refuse('a Set', 'Pass an array: [...set].');
  pen.write(`{"${tagKey}":"Set","value":[`);
  let index = 0;
  built.setForEach(value, (member) => {
    pen.at(index);
    if (index > 0) pen.write(',');
    pen.writeValue(pen, member);
    index += 1;
  });
  pen.write(']}');
}

function writeRegExp(pen: WirePen, value: object): void {
  const text = `/${built.regExpSource(value)}/${built.regExpFlags(value)}`;
  pen.writeTag('RegExp', `,"value":${built.jsonStringify(text)}`, 'a RegExp');
}

function writeError(pen: WirePen, value: Error): void {
  const { name, message } = value;
  const { code } = value as { code?: unknown };
  let members = `,"name":${jsonText(name, 'Error')},"message":${jsonText(message, '')}`;
  if (typeof code === 'string') members += `,"code":${built.jsonStringify(code)}`;
  pen.writeTag('Error', members, 'an Error');
}

function jsonText(value: unknown, fallback: string): string {
  return built.jsonStringify(typeof value === 'string' ? value : fallback);
}

function writeView(pen: WirePen, value: ArrayBufferView): void {
  const name = built.typedArrayName(value);
  const bytes =
    name === undefined
      ? new built.bytesClass(
          built.dataViewBuffer(value),
          built.dataViewOffset(value),
          built.dataViewByteLength(value),
        )
      : new built.bytesClass(
          built.typedArrayBuffer(value),
          built.typedArrayOffset(value),
          built.typedArrayByteLength(value),
        );
  writeBytes(pen, name ?? 'DataView', bytes);
}

function writeBytes(pen: WirePen, type: string, bytes: Uint8Array): void {
  if (pen.isForArguments)
    pen.refuse(
      type === 'ArrayBuffer' ? 'an ArrayBuffer' : `a ${type}`,
      'Pass base64 text or an array of numbers.',
    );
  if (bytes.length > pen.options.maxBytes) pen.fail(tooLarge(pen.options));
  pen.write(`{"${tagKey}":"${type}","base64":"`);
  pen.write(encodeBase64(bytes));
  pen.write('"}');
}
