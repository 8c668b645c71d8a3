import { intrinsics } from '@sluice/runner-protocol';
import type { WireServer } from '@sluice/runner-protocol';
import type { CallTool } from './call-tool.js';
import { codedError } from './tool-error.js';

// A namespace may be built when the program has patched what it could.
const { create, defineProperty, freeze, hasOwn, setHas } = intrinsics;

/** What a program calls tools by. */
export interface ToolNamespaces {
  /** `tools`: every server by name and by identifier. */
  readonly tools: object;
  /** The servers whose identifier is a global of its own. */
  readonly bare: readonly { readonly identifier: string; readonly namespace: () => object }[];
}

/**
 * Builds `tools`. Each namespace is a frozen object without a prototype, so that only tools answer, and is built when the
 * program first looks at it: with 300 tools of ten servers, all of them took as long as the rest of a short run.
 * None has a member `then`: with it, `await tools.server` would take the namespace for a promise and call the
 * tool. A tool of that name is there as `then_`, by its alias, or by `call(id)`. Tools under names
 * that the language calls by itself answer only to a call with an arguments object.
 */
export function createToolNamespaces(
  servers: readonly WireServer[],
  callTool: CallTool,
): ToolNamespaces {
  const tools = emptyNamespace();
  const bare: { identifier: string; namespace: () => object }[] = [];
  for (const server of servers) {
    const namespace = onceMade(() => createNamespace(server, callTool));
    addMember(tools, server.name, { get: namespace });
    addMember(tools, server.identifier, { get: namespace });
    if (server.bare) bare.push({ identifier: server.identifier, namespace });
  }
  return { tools: freeze(tools), bare };
}

function onceMade(make: () => object): () => object {
  let made: object | undefined;
  return () => (made ??= make());
}

function createNamespace(server: WireServer, callTool: CallTool): object {
  const namespace = emptyNamespace();
  const { tools } = server;
  for (let index = 0; index < tools.length; index += 1) {
    const { id, name, alias } = tools[index] as WireServer['tools'][number];
    const call = (args: unknown, options: unknown) => callTool(id, args, options);
    defineProperty(call, 'name', { __proto__: null, value: alias } as PropertyDescriptor);
    freeze(call);
    addTool(namespace, alias, alias, call);
    addTool(namespace, name, alias, call);
  }
  return freeze(namespace);
}

function addTool(namespace: object, key: string, alias: string, call: ToolFunction): void {
  const isHook = setHas(languageHooks, key);
  addMember(namespace, key, { value: isHook ? unlessImplicit(key, alias, call) : call });
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
  return freeze(guarded);
}

type ToolFunction = (args: unknown, options: unknown) => unknown;

function emptyNamespace(): object {
  return create(null) as object;
}

/** Adds a member; the first of a name stays. Defined, not assigned: `__proto__` is a name like any other. */
function addMember(namespace: object, name: string, member: PropertyDescriptor): void {
  const key = name === 'then' ? 'then_' : name;
  if (hasOwn(namespace, key)) return;
  // Without a prototype, on which a program could have put a member of descriptors.
  const descriptor = { __proto__: null, ...member, enumerable: true } as PropertyDescriptor;
  defineProperty(namespace, key, descriptor);
}
