import type { WireServer } from '@sluice/runner-protocol';
import { describe, expect, it } from 'vitest';
import { createToolNamespaces } from './tool-namespaces.js';

const server = (name: string, tools: readonly string[], bare = false): WireServer => ({
  name,
  identifier: name.replace(/\W/g, '_'),
  bare,
  tools: tools.map((tool) => ({
    id: `mcp__${name}__${tool}`,
    name: tool,
    alias: tool.replace(/\W/g, '_'),
  })),
});

const build = (...servers: WireServer[]) => {
  const calls: unknown[][] = [];
  const { tools, bare } = createToolNamespaces(servers, async (...call) => void calls.push(call));
  return {
    tools: tools as Record<string, Record<string, (...args: unknown[]) => unknown>>,
    bare,
    calls,
  };
};

describe('createToolNamespaces()', () => {
  it('reaches one tool by name and alias, with the arguments as they are', () => {
    const { tools, calls } = build(server('my-server', ['get-issue']));
    tools['my-server']?.['get-issue']?.({ a: 1 }, { raw: true });
    tools['my_server']?.['get_issue']?.({ a: 2 });
    expect(calls).toEqual([
      ['mcp__my-server__get-issue', { a: 1 }, { raw: true }],
      ['mcp__my-server__get-issue', { a: 2 }, undefined],
    ]);
    expect(tools['my-server']).toBe(tools['my_server']);
  });

  it('holds names of the language as it holds any other', () => {
    const { tools, calls } = build(server('__proto__', ['__proto__', 'constructor', 'toString']));
    const namespace = tools['__proto__'];
    expect(Object.keys(namespace ?? {})).toEqual(['__proto__', 'constructor', 'toString']);
    namespace?.['__proto__']?.({});
    expect(calls).toEqual([['mcp____proto______proto__', {}, undefined]]);
  });

  it('calls no tool for a template, an operator or JSON', () => {
    const hooks = ['toString', 'toLocaleString', 'valueOf', 'toJSON'];
    const { tools, calls } = build(server('fake', hooks));
    const namespace = tools['fake'] ?? {};
    expect(JSON.stringify({ namespace })).toBe('{"namespace":{}}');
    const used = (use: () => unknown) => {
      try {
        return use();
      } catch (error) {
        return error;
      }
    };
    expect(used(() => `${namespace}`)).toMatchObject({
      code: 'USAGE',
      message: 'Cannot use a namespace of tools as a text or number: its toString() is a tool',
      hint: 'To call that tool: .toString({}).',
    });
    expect(used(() => +namespace)).toMatchObject({ code: 'USAGE' });
    expect(calls).toEqual([]);
    for (const hook of hooks) namespace[hook]?.({ a: hook });
    expect(calls.map(([id, args]) => [id, args])).toEqual(
      hooks.map((hook) => [`mcp__fake__${hook}`, { a: hook }]),
    );
  });

  it('never looks like a promise, also with a server or a tool named then', async () => {
    const { tools, calls } = build(server('then', ['then']), server('fake', ['then', 'then_']));
    expect(await Promise.resolve(tools)).toBe(tools);
    expect(await Promise.resolve(tools['fake'])).toBe(tools['fake']);
    expect(tools['then_']).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('gives the servers that are globals of their own', () => {
    const { tools, bare } = build(server('github', ['a'], true), server('Map', ['b']));
    expect(bare.map(({ identifier }) => identifier)).toEqual(['github']);
    expect(bare[0]?.namespace()).toBe(tools['github']);
  });

  it('builds a namespace when it is looked at, and not the others', () => {
    const looked: string[] = [];
    const watched = (name: string) => {
      const { tools, ...rest } = server(name, ['a']);
      return {
        ...rest,
        get tools() {
          looked.push(name);
          return tools;
        },
      };
    };
    const { tools } = build(watched('one'), watched('two'));
    expect([Object.keys(tools), looked]).toEqual([['one', 'two'], []]);
    expect([tools['two'], tools['two'], looked]).toEqual([tools['two'], tools['two'], ['two']]);
    expect(Object.isFrozen(tools) && Object.isFrozen(tools['two'])).toBe(true);
  });
});
