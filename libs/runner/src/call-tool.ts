import {
  encodePlainValue,
  encodeWireValue,
  findPromises,
  intrinsics,
  reviveWireValue,
  settlePromises,
} from '@sluice/runner-protocol';
import type { Reply, WireOptions } from '@sluice/runner-protocol';
import { callOptions } from './call-options.js';
import type { Connection, RequestName } from './connection.js';
import { errorClass } from './built-ins.js';
import { keepCallSite } from './call-sites.js';
import type { TakeHandles } from './media-handles.js';
import { codedError, errorFromWire } from './tool-error.js';

const { isArray, jsonStringify } = intrinsics;

/** Makes a nested call by tool id. Its promise gives the tool's value or rejects with a `ToolError` or `PolicyError`. */
export type CallTool = (toolId: string, args: unknown, options: unknown) => Promise<unknown>;

/**
 * Makes the one function that every way of calling a tool ends in. The call is sent before it
 * returns, unless a promise stands in the arguments: that is awaited first.
 */
export function createCallTool(
  connection: Connection,
  maxValueBytes: number,
  takeHandles: TakeHandles,
): CallTool {
  const wire: WireOptions = { mode: 'arguments', maxBytes: maxValueBytes };
  return async (toolId, args, options) => {
    const callSite = new errorClass('call');
    try {
      // Before the options: of `add(1, 2)` the arguments are what is wrong.
      const object = asObject(args ?? {});
      const members = callOptions(options);
      const text = encodeArguments(object, wire);
      const request = (argsText: string) => {
        // A `toJSON` (that of a Date or URL, say) or a promise may have made something else of the object.
        if (argsText[0] !== '{') throw noObject(kindOfJson(argsText));
        return connection.request(
          'call-start',
          `"toolId":${jsonStringify(toolId)},"args":`,
          argsText,
          members,
        );
      };
      return takeHandles(takeReply(await request(typeof text === 'string' ? text : await text)));
    } catch (error) {
      takeHandles(error);
      throw keepCallSite(error, callSite);
    }
  };
}

/** The text of the arguments: at once, or after the promises in them. */
export function encodeArguments(args: unknown, wire: WireOptions): string | Promise<string> {
  const plain = encodePlainValue(args, wire);
  if (plain !== undefined) return plain;
  return findPromises(args).length === 0 ? encodeWireValue(args, wire) : encodeSettled(args, wire);
}

async function encodeSettled(args: unknown, wire: WireOptions): Promise<string> {
  return encodeWireValue(args, { ...wire, settled: await settlePromises(args) });
}

/** Makes any other request of the program; `members` and `value` as {@link Connection.request} has them. */
export async function askHost(
  connection: Connection,
  name: Exclude<RequestName, 'call-start'>,
  members: string,
  value?: string,
): Promise<unknown> {
  const callSite = new errorClass('call');
  try {
    return takeReply(await connection.request(name, members, value));
  } catch (error) {
    throw keepCallSite(error, callSite);
  }
}

/** The value of a reply. @throws the error that it brings instead */
export function takeReply(reply: Reply): unknown {
  if (reply.ok) return reply.wire === true ? reviveWireValue(reply.value) : reply.value;
  throw errorFromWire(reply.error);
}

function asObject(args: unknown): object {
  if (typeof args === 'object' && args !== null && !isArray(args)) return args;
  throw noObject(isArray(args) ? 'an array' : `a ${typeof args}`);
}

/** What JSON text that is no object says. */
function kindOfJson(text: string): string {
  switch (text[0]) {
    case '[':
      return 'an array';
    case '"':
      return 'a string';
    case 'n':
      return 'null';
    case 't':
    case 'f':
      return 'a boolean';
    default:
      return 'a number';
  }
}

function noObject(what: string): Error {
  return codedError(
    'TOOL_ARGUMENTS',
    `The arguments of a call must be one object, not ${what}`,
    'Name each argument: tools.server.tool({ name: value }).',
  );
}
