import {
  encodePlainValue,
  encodeWireValue,
  findPromises,
  intrinsics,
  settlePromises,
} from '@sluice/runner-protocol';
import type { Reply, WireOptions } from '@sluice/runner-protocol';
import { callOptions } from './call-options.js';
import type { Connection, RequestName } from './connection.js';
import { errorClass } from './built-ins.js';
import { keepCallSite } from './call-sites.js';
import { codedError, errorFromWire } from './tool-error.js';

const { isArray, jsonStringify } = intrinsics;

/** Makes a nested call by tool id. Its promise gives the tool's value or rejects with a `ToolError` or `PolicyError`. */
export type CallTool = (toolId: string, args: unknown, options: unknown) => Promise<unknown>;

/**
 * Makes the one function that every way of calling a tool ends in. The call is sent before it
 * returns, unless a promise stands in the arguments: that is awaited first.
 */
export function createCallTool(connection: Connection, maxValueBytes: number): CallTool {
  const wire: WireOptions = { mode: 'arguments', maxBytes: maxValueBytes };
  return async (toolId, args, options) => {
    const callSite = new errorClass('call');
    const members = callOptions(options);
    const given = args ?? {};
    if (typeof given !== 'object' || isArray(given)) throw notAnObject(given);
    const text =
      encodePlainValue(given, wire) ??
      (findPromises(given).length === 0
        ? encodeWireValue(given, wire)
        : encodeWireValue(given, { ...wire, settled: await settlePromises(given) }));
    const head = `"toolId":${jsonStringify(toolId)}`;
    const reply = await connection.request('call-start', `${head},"args":${text}${members}`);
    return takeReply(reply, callSite);
  };
}

/** Makes any other request of the program. */
export async function askHost(
  connection: Connection,
  name: Exclude<RequestName, 'call-start'>,
  members: string,
): Promise<unknown> {
  const callSite = new errorClass('call');
  return takeReply(await connection.request(name, members), callSite);
}

function takeReply(reply: Reply, callSite: Error): unknown {
  if (reply.ok) return reply.value;
  throw keepCallSite(errorFromWire(reply.error), callSite);
}

function notAnObject(args: unknown): Error {
  const what = isArray(args) ? 'an array' : `a ${typeof args}`;
  return codedError(
    'TOOL_ARGUMENTS',
    `The arguments of a call must be one object, not ${what}`,
    'Name each argument: tools.server.tool({ name: value }).',
  );
}
