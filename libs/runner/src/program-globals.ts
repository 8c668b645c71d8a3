import { encodeWireValue, intrinsics } from '@sluice/runner-protocol';
import type { RunStart } from '@sluice/runner-protocol';
import { askHost, createCallTool } from './call-tool.js';
import type { Connection } from './connection.js';
import type { Files } from './files.js';
import { createTakeHandles } from './media-handles.js';
import { createResults } from './results.js';
import { codedError, PolicyError, ToolError } from './tool-error.js';
import { createToolNamespaces } from './tool-namespaces.js';
import type { ToolNamespaces } from './tool-namespaces.js';

const { hasOwn, isArray, isFiniteNumber, jsonStringify } = intrinsics;

/** The globals of one run. */
export interface ProgramGlobals {
  readonly values: Readonly<Record<string, unknown>>;
  /** Made when the program first looks at them; one of `values` of the same name comes first. */
  readonly late: ToolNamespaces['bare'];
}

/** The globals of one run, by name: what a program has beyond the language and the web's own (docs/guide/programs.md, "Globals"). */
export function createProgramGlobals(
  connection: Connection,
  run: RunStart,
  files: Files,
): ProgramGlobals {
  const { maxValueBytes } = run.limits;
  const takeHandles = createTakeHandles(files.readRef);
  const callTool = createCallTool(connection, maxValueBytes, takeHandles);
  const { tools, bare } = createToolNamespaces(run.servers, callTool);
  const values = {
    tools,
    data: run.data,
    ToolError,
    PolicyError,
    call: async (id: unknown, args: unknown, options: unknown) =>
      callTool(toolIdIn('call', id), args, options),
    search: async (query: unknown, limit: unknown) =>
      askHost(connection, 'search-start', searchMembers(query, limit)),
    describe: async (id: unknown) =>
      askHost(connection, 'describe-start', `"toolId":${jsonStringify(toolIdIn('describe', id))}`),
    ask: async (question: unknown, schema: unknown) =>
      askHost(connection, 'ask-start', askMembers(question, schema)),
    ...createResults(connection, maxValueBytes, takeHandles),
    saveFile: files.save,
    readFile: files.read,
    emit: (content: unknown) => connection.send('emit', blockText(content, maxValueBytes)),
    progress: (done: unknown, total: unknown, message: unknown) =>
      connection.send('progress', progressText(done, total, message)),
  };
  return { values, late: bare };
}

/** Longest tool id, search query and progress message, in characters. No honest one comes near. */
const maxIdLength = 1000;
const maxQueryLength = 10_000;
const maxMessageLength = 1000;

/** Longest question of `ask()` in characters, and largest schema in bytes: a person must read them. */
const maxQuestionLength = 4000;
const maxSchemaBytes = 16_384;

function toolIdIn(name: string, id: unknown): string {
  if (typeof id === 'string' && id.length <= maxIdLength) return id;
  throw usage(
    `${name}() wants a tool id as its first argument, not ${typeof id === 'string' ? 'a long text' : `a value of type ${typeof id}`}`,
    'An id reads mcp__server__tool; search() shows them.',
  );
}

function searchMembers(query: unknown, limit: unknown): string {
  const text = typeof query === 'string' ? jsonStringify(query) : listText(query);
  if (text === undefined)
    throw usage('search() wants a text, or a list of texts', 'search("open issues")');
  if (text.length > maxQueryLength)
    throw usage(`search() wants at most ${maxQueryLength} characters`, 'search("open issues")');
  if (limit === undefined || limit === null) return `"query":${text}`;
  if (!intrinsics.isSafeInteger(limit) || (limit as number) < 1)
    throw usage('search() wants a whole number above 0 as its limit', 'search("open issues", 5)');
  return `"query":${text},"limit":${limit as number}`;
}

function askMembers(question: unknown, schema: unknown): string {
  if (typeof question !== 'string' || question === '' || question.length > maxQuestionLength)
    throw usage(
      `ask() wants a question of at most ${maxQuestionLength} characters as its first argument`,
      'ask("Delete 5 issues?", { type: "boolean" })',
    );
  const members = `"question":${jsonStringify(question)}`;
  if (schema === undefined || schema === null) return members;
  return `${members},"schema":${encodeWireValue(schema, { mode: 'arguments', root: 'schema', maxBytes: maxSchemaBytes })}`;
}

/** A list of texts as JSON, each element read once; as much of a long one as says that it is. */
function listText(list: unknown): string | undefined {
  if (!isArray(list)) return undefined;
  let text = '';
  for (let index = 0; index < list.length && text.length <= maxQueryLength; index += 1) {
    const element: unknown = list[index];
    if (typeof element !== 'string') return undefined;
    text += `${index === 0 ? '' : ','}${jsonStringify(element)}`;
  }
  return `[${text}]`;
}

function blockText(content: unknown, maxBytes: number): string {
  if (typeof content === 'string') return `{"type":"text","text":${jsonStringify(content)}}`;
  // Read once: what is looked at here must be what is sent, whatever getters, proxies or a toJSON say next.
  const block: unknown =
    typeof content === 'object' && content !== null ? { ...content, toJSON: undefined } : {};
  const isBlock =
    hasOwn(block as object, 'type') && typeof (block as { type: unknown }).type === 'string';
  if (isBlock) return encodeWireValue(block, { mode: 'arguments', maxBytes });
  throw usage(
    'emit() wants a text, a media handle or an MCP content block',
    'emit("text"), emit(result.content[0]), or emit({ type: "image", data: "<base64>", mimeType: "image/png" })',
  );
}

function progressText(done: unknown, total: unknown, message: unknown): string {
  if (!isFiniteNumber(done) || !(total === undefined || isFiniteNumber(total)))
    throw usage('progress() wants numbers', 'progress(3, 10, "third page")');
  let text = `{"done":${done as number}`;
  if (total !== undefined) text += `,"total":${total as number}`;
  if (message !== undefined) text += `,"message":${jsonStringify(shortText(message))}`;
  return `${text}}`;
}

function usage(problem: string, hint: string): Error {
  return codedError('USAGE', problem, hint);
}

function shortText(message: unknown): string {
  return intrinsics.stringSlice(intrinsics.toText(message), 0, maxMessageLength);
}
