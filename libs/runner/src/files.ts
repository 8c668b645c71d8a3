import { intrinsics, readWireJson } from '@sluice/runner-protocol';
import type { Reply } from '@sluice/runner-protocol';
import { errorClass, isWellFormed, nextTurn, promiseThen, resolvedPromise } from './built-ins.js';
import { takeReply } from './call-tool.js';
import { keepCallSite } from './call-sites.js';
import type { Connection } from './connection.js';
import { fileContent } from './file-content.js';
import type { ReadWindow } from './read-window.js';
import { codedError } from './tool-error.js';

const { decodeText, isView, jsonStringify } = intrinsics;

/** Saving and reading files of the session. */
export interface Files {
  /** `saveFile(name, data)`: its path. Without a promise in `data`, the bytes are on their way when it returns. */
  save(name: unknown, data: unknown): Promise<unknown>;
  /** `readFile(nameOrPath, { as? })` */
  read(name: unknown, options: unknown): Promise<unknown>;
  /** The bytes behind a media handle. */
  readRef(ref: string): Promise<Uint8Array>;
  /** Settles when everything that was to be saved is answered; never rejects. */
  saved(): Promise<unknown>;
}

/** Longest name or path that is asked for, in characters; the host takes far shorter names. */
const maxNameLength = 10_000;

/**
 * Makes `saveFile` and `readFile` of one run. The host has the files; names are checked there. A large one
 * comes through the window, if there is one, else with the reply.
 */
export function createFiles(
  connection: Connection,
  maxFileBytes: number,
  readWindow: ReadWindow | undefined,
): Files {
  let lastSave: Promise<unknown> | undefined;
  let lastRead: Promise<unknown> = resolvedPromise;
  const ignore = () => undefined;

  const sendFile = (name: string, bytes: Uint8Array): Promise<Reply> =>
    connection.requestSave(`"name":${jsonStringify(name)}`, bytes);

  const save = async (name: unknown, data: unknown): Promise<unknown> => {
    const callSite = new errorClass('call');
    try {
      const fileName = nameIn('saveFile', name);
      const content = fileContent(data, fileName, maxFileBytes);
      // A text or bytes go out at once, so that the program may go on to change them.
      const bytes = isBytes(content) ? content : await content;
      return takeReply(await sendFile(fileName, bytes));
    } catch (error) {
      throw keepCallSite(error, callSite);
    }
  };

  const read = async (name: unknown, options: unknown): Promise<unknown> => {
    const callSite = new errorClass('call');
    try {
      const fileName = nameIn('readFile', name);
      const form = formIn(options);
      return inForm(await request(`"name":${jsonStringify(fileName)}`), fileName, form);
    } catch (error) {
      throw keepCallSite(error, callSite);
    }
  };

  const readRef = async (ref: string): Promise<Uint8Array> => {
    const callSite = new errorClass('call');
    try {
      return await request(`"ref":${jsonStringify(ref)}`);
    } catch (error) {
      throw keepCallSite(error, callSite);
    }
  };

  /** One at a time, for there is one window. */
  const request = (members: string): Promise<Uint8Array> => {
    const send = () => connection.request('read-start', members);
    const bytes = promiseThen(promiseThen(lastRead, send), takeBytes) as Promise<Uint8Array>;
    lastRead = promiseThen(bytes, ignore, ignore);
    return bytes;
  };

  const takeBytes = (given: unknown): Uint8Array => {
    const reply = given as Reply;
    const sizeBytes = takeReply(reply);
    if (reply.ok && reply.bytes !== undefined) return reply.bytes;
    if (readWindow !== undefined && typeof sizeBytes === 'number') return readWindow(sizeBytes);
    throw new errorClass('The host sent no file');
  };

  return {
    save(name, data) {
      const path = save(name, data);
      const earlier = lastSave;
      const both = () => earlier;
      lastSave = promiseThen(path, both, both);
      // Another promise than the one above: a refusal that the program does not look at is logged.
      return promiseThen(path, (value) => value);
    },
    read,
    readRef,
    async saved() {
      if (lastSave === undefined) return;
      await lastSave;
      // Deno tells of a refusal that nobody looks at in the next turn.
      await nextTurn();
    },
  };
}

function isBytes(content: Uint8Array | Promise<Uint8Array>): content is Uint8Array {
  return isView(content);
}

type Form = 'text' | 'bytes' | 'json';

function inForm(bytes: Uint8Array, name: string, form: Form): unknown {
  if (form === 'bytes') return bytes;
  try {
    const text = decodeText(bytes);
    return form === 'text' ? text : readWireJson(text);
  } catch {
    throw codedError(
      'FILE_CONTENT',
      `Cannot read the file ${jsonStringify(name)} as ${form === 'text' ? 'text: it is not UTF-8' : 'JSON: it is not JSON text'}`,
      form === 'text'
        ? 'readFile(name, { as: "bytes" }) gives a Uint8Array.'
        : 'readFile(name) gives its text.',
    );
  }
}

function nameIn(called: string, name: unknown): string {
  if (typeof name === 'string' && name.length <= maxNameLength && isWellFormed(name)) return name;
  const what =
    typeof name !== 'string'
      ? `a value of type ${typeof name}`
      : name.length > maxNameLength
        ? 'a long text'
        : 'a text with half a character in it';
  throw codedError(
    'USAGE',
    `${called}() wants a file name as its first argument, not ${what}`,
    called === 'saveFile' ? 'saveFile("report.csv", text)' : 'readFile("report.csv")',
  );
}

/** `{ as }`, or the form itself, as programs for Node write it. */
function formIn(options: unknown): Form {
  const form =
    typeof options === 'object' && options !== null ? (options as { as?: unknown }).as : options;
  switch (form) {
    case undefined:
    case null:
    case 'text':
    case 'utf8':
    case 'utf-8':
      return 'text';
    case 'bytes':
      return 'bytes';
    case 'json':
      return 'json';
    default:
      throw codedError(
        'USAGE',
        'readFile() gives a file as "text", "bytes" or "json"',
        'readFile("logo.png", { as: "bytes" })',
      );
  }
}
