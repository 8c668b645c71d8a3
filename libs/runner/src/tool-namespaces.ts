import type { WireServer } from '@sluice/runner-protocol';
import type { CallTool } from './call-tool.js';
import { codedError } from './tool-error.js';

/** What a program calls tools by. */
export interface ToolNamespaces {
  /** `tools`: every server by name and by identifier. */
  readonly tools: object;
  /** The servers whose identifier is a global of its own. */
  readonly bare: readonly { readonly identifier: string; readonly namespace: object }[];
}

/**
 * Builds `tools`. Each namespace is a frozen object without a prototype, so that only tools answer.
 * None has a member `then`: with it, `await tools.server` would take the namespace for a promise and call the
 * tool. A tool of that name is there as `then_`, by its alias, or by `call(id)`. Tools under names
 * that the language calls by itself answer only to a call with an arguments object.
 */
export function createToolNamespaces(
  servers: readonly WireServer[],
  callTool: CallTool,
): ToolNamespaces {
  const tools = emptyNamespace();
  const bare: { identifier: string; namespace: object }[] = [];
  for (const server of servers) {
    const namespace = createNamespace(server, callTool);
    addMember(tools, server.name, namespace);
    addMember(tools, server.identifier, namespace);
    if (server.bare) bare.push({ identifier: server.identifier, namespace });
  }
  return { tools: Object.freeze(tools), bare };
}

function createNamespace(server: WireServer, callTool: CallTool): object {
  const namespace = emptyNamespace();
  for (const { id, name, alias } of server.tools) {
    const call = (args: unknown, options: unknown) => callTool(id, args, options);
    Object.defineProperty(call, 'name', { value: alias });
    Object.freeze(call);
    for (const key of [alias, name])
      addMember(namespace, key, languageHooks.has(key) ? unlessImplicit(key, alias, call) : call);
  }
  return Object.freeze(namespace);
}

/** Called by templates, by operators and by `JSON.stringify`, none of which means a tool. */
const languageHooks: ReadonlySet<string> = new Set([
  'toString',
  'toLocaleString',
  'valueOf',
  'toJSON',
]);

function unlessImplicit(name: string, alias: string, call: ToolFunction): ToolFunction {
  const guarded = (args: unknown, options: unknown) => {
    if (typeof args === 'object' && args !== null) return call(args, options);
    // The namespace as JSON shows no functions, as that of any other server.
    if (name === 'toJSON') return {};
    throw codedError(
      'USAGE',
      `Cannot use a namespace of tools as a text or number: its ${name}() is a tool`,
      `To call that tool: .${alias}({}).`,
    );
  };
  return Object.freeze(guarded);
}

type ToolFunction = (args: unknown, options: unknown) => unknown;

function emptyNamespace(): object {
  return Object.create(null) as object;
}

/** Adds a member; the first of a name stays. Defined, not assigned: `__proto__` is a name like any other. */
function addMember(namespace: object, name: string, value: unknown): void {
  const key = name === 'then' ? 'then_' : name;
  if (!Object.hasOwn(namespace, key))
    Object.defineProperty(namespace, key, { value, enumerable: true });
}
