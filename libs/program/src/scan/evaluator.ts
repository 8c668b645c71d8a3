import { nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { isTypeWrapper } from '../unwrap-types.js';
import { resolve } from './scope.js';
import type { Binding, BindingSource, KeyPath, Scope } from './scope.js';
import type { Site, Survey } from './survey.js';
import { memberOf } from './tool-value.js';
import type { ToolValue } from './tool-value.js';

/** Tells what expressions of one program are. */
export interface Evaluator {
  /** The value of an expression; undefined when it is unknown or nothing of ours. */
  valueOf(node: SyntaxNode): ToolValue | undefined;
  /** The text of a key: of a member expression, or on a destructuring's path. */
  keyText(site: Site): string | undefined;
  /** What a global name is; undefined for one that is nothing of ours. */
  globalValue(name: string): ToolValue | undefined;
  /** The only calls of a function, where they are all known. */
  callsOf(callee: SyntaxNode): readonly SyntaxNode[] | undefined;
  /** The value of a local name, whoever asks. */
  valueOfBinding(binding: Binding): ToolValue | undefined;
  /** The places where following the names was given up. */
  readonly givenUp: ReadonlySet<SyntaxNode>;
}

/** Names that lead to names are followed this far. */
const maxDepth = 400;

/** A function that is called from more places counts as one whose calls are unknown. */
const maxCalls = 64;

/** Longer texts are no tool ids; without a limit doubling constants would fill the memory. */
const maxTextLength = 1024;

/**
 * Makes the evaluator of a program. Constants, aliases, destructuring, joined texts and parameters of
 * functions whose calls are all known are followed; what runs decides everything else.
 */
export function createEvaluator(
  { siteOf, directCalls, usesArguments }: Survey,
  bareServers: ReadonlySet<string>,
): Evaluator {
  const known = new Map<SyntaxNode, ToolValue | undefined>();
  const inProgress = new Set<SyntaxNode | Binding>();
  const givenUp = new Set<SyntaxNode>();
  const functionNames = namesByFunction(siteOf);
  let depth = 0;

  const valueOf = (node: SyntaxNode): ToolValue | undefined => {
    if (known.has(node)) return known.get(node);
    const scope = siteOf.get(node)?.scope;
    if (scope === undefined || inProgress.has(node)) return undefined;
    if (depth >= maxDepth) {
      givenUp.add(node);
      return undefined;
    }
    inProgress.add(node);
    depth += 1;
    const value = evaluate(node, scope);
    depth -= 1;
    inProgress.delete(node);
    known.set(node, value);
    return value;
  };

  const evaluate = (node: SyntaxNode, scope: Scope): ToolValue | undefined => {
    if (isTypeWrapper(node)) return valueOfChild(node, 'expression');
    switch (node.type) {
      case 'Identifier': {
        const name = textAt(node, 'name') ?? '';
        const binding = resolve(scope, name);
        return binding === undefined ? globalValue(name) : valueOfBinding(binding);
      }
      case 'StringLiteral':
        return shortText(textAt(node, 'value'));
      case 'TemplateLiteral':
        return templateText(node);
      case 'BinaryExpression': {
        if (node['operator'] !== '+') return undefined;
        return joinTexts([valueOfChild(node, 'left'), valueOfChild(node, 'right')]);
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const object = valueOfChild(node, 'object');
        const key = object && keyOfMember(node);
        return object && key !== undefined ? memberOf(object, key, globalValue) : undefined;
      }
      case 'SequenceExpression': {
        const last = nodesAt(node, 'expressions').at(-1);
        return last && valueOf(last);
      }
      case 'AwaitExpression':
        return valueOfChild(node, 'argument');
      default:
        return undefined;
    }
  };

  const valueOfChild = (node: SyntaxNode, key: string): ToolValue | undefined => {
    const child = nodeAt(node, key);
    return child && valueOf(child);
  };

  const globalValue = (name: string): ToolValue | undefined => {
    if (name === 'tools') return { kind: 'tools' };
    if (name === 'call') return { kind: 'call' };
    if (globalNames.has(name)) return { kind: 'global' };
    return bareServers.has(name) ? { kind: 'server', server: name } : undefined;
  };

  const keyOfMember = (member: SyntaxNode): string | undefined => {
    const property = nodeAt(member, 'property');
    if (property === undefined) return undefined;
    if (member['computed'] !== true) return textAt(property, 'name');
    return textOf(property);
  };

  const textOf = (node: SyntaxNode): string | undefined => {
    if (node.type === 'NumericLiteral') return String(node['value']);
    const value = valueOf(node);
    return value?.kind === 'text' ? value.text : undefined;
  };

  const templateText = (node: SyntaxNode): ToolValue | undefined => {
    const holes = nodesAt(node, 'expressions');
    const parts = nodesAt(node, 'quasis').flatMap((quasi, index) => {
      const hole = holes[index];
      const { cooked } = (quasi?.['value'] ?? {}) as { cooked?: string | null };
      const text: ToolValue = { kind: 'text', text: cooked ?? '' };
      return hole === undefined ? [text] : [text, valueOf(hole)];
    });
    return joinTexts(parts);
  };

  const valueOfBinding = (binding: Binding): ToolValue | undefined => {
    if (binding.isReassigned || binding.source === undefined || inProgress.has(binding)) {
      return undefined;
    }
    inProgress.add(binding);
    const value = valueOfSource(binding.source);
    inProgress.delete(binding);
    return value;
  };

  const valueOfSource = (source: BindingSource): ToolValue | undefined => {
    if (source.kind === 'value') return follow(valueOf(source.node), source.path);
    const given = argumentsFor(source.of, source.index);
    const [first, ...others] = given.map((node) => node && follow(valueOf(node), source.path));
    const text = JSON.stringify(first);
    return others.every((other) => JSON.stringify(other) === text) ? first : undefined;
  };

  /** What the known calls give for a parameter; calls that are just being looked at say nothing new. */
  const argumentsFor = (callee: SyntaxNode, index: number): readonly (SyntaxNode | undefined)[] => {
    const calls = callsOf(callee) ?? [];
    return calls
      .map((call) => {
        const given = nodesAt(call, 'arguments');
        const hasSpread = given.slice(0, index + 1).some((item) => item?.type === 'SpreadElement');
        return hasSpread ? undefined : given[index];
      })
      .filter((node) => node === undefined || !inProgress.has(node));
  };

  const follow = (value: ToolValue | undefined, path: KeyPath): ToolValue | undefined => {
    let at = value;
    for (const key of path) {
      const text = typeof key === 'object' ? textOf(key) : key;
      if (at === undefined || text === undefined) return undefined;
      at = memberOf(at, text, globalValue);
    }
    return at;
  };

  const callsOf = (callee: SyntaxNode): readonly SyntaxNode[] | undefined => {
    if (usesArguments) return undefined;
    const names = functionNames.get(callee) ?? [];
    const direct = directCalls.get(callee);
    if (direct === undefined && names.length === 0) return undefined;
    const isCalledOnly = names.every(
      ({ isReassigned, references, calls }) =>
        !isReassigned && references === calls.length && references <= maxCalls,
    );
    if (!isCalledOnly) return undefined;
    return [...(direct === undefined ? [] : [direct]), ...names.flatMap(({ calls }) => calls)];
  };

  return {
    valueOf,
    keyText: ({ node }) => keyOfMember(node),
    globalValue,
    callsOf,
    valueOfBinding,
    givenUp,
  };
}

function joinTexts(parts: readonly (ToolValue | undefined)[]): ToolValue | undefined {
  let text = '';
  for (const part of parts) {
    if (part?.kind !== 'text') return undefined;
    text += part.text;
  }
  return shortText(text);
}

function shortText(text: string | undefined): ToolValue | undefined {
  return text === undefined || text.length > maxTextLength ? undefined : { kind: 'text', text };
}

/** The names of each function: its own, and the constant it was given to. */
function namesByFunction(siteOf: Survey['siteOf']): ReadonlyMap<SyntaxNode, readonly Binding[]> {
  const found = new Map<SyntaxNode, Binding[]>();
  const scopes = new Set([...siteOf.values()].map(({ scope }) => scope));
  for (const { bindings } of scopes) {
    for (const binding of bindings.values()) {
      if (binding.declares === undefined) continue;
      found.set(binding.declares, [...(found.get(binding.declares) ?? []), binding]);
    }
  }
  return found;
}

const globalNames = new Set(['globalThis', 'self', 'window', 'global']);
