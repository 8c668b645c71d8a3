import type { Json } from '@sluice/contracts';
import { nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { isTypeWrapper, unwrapTypes } from '../unwrap-types.js';
import { createEvaluator } from './evaluator.js';
import type { Evaluator } from './evaluator.js';
import { literalJson } from './literal-json.js';
import { resolve } from './scope.js';
import { keyOf, survey } from './survey.js';
import type { Site, Survey } from './survey.js';
import { isSameValue } from './tool-value.js';
import type { ToolValue } from './tool-value.js';

/** A tool as the program names it. */
export type CallTarget =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'member'; readonly server: string; readonly tool: string };

/** What a program does with tools, at offsets of the parser. */
export interface Uses {
  readonly calls: readonly { target: CallTarget; offset: number; args?: Json }[];
  readonly dynamic: readonly { offset: number; reason: string }[];
}

/**
 * Finds where a program names tools, and where it handles them in a way that hides which.
 *
 * Every expression that is `tools`, a server, a tool, `call` or the global object is looked at where
 * it stands: it is followed (a member, an alias, a parameter of a function whose calls are known),
 * counted (a tool), harmless (a comparison), or else handed on out of sight, and then reported.
 */
export function findUses(
  statements: readonly SyntaxNode[],
  bareServers: ReadonlySet<string>,
): Uses {
  const found = survey(statements);
  const finder = new Finder(found, createEvaluator(found, bareServers));
  // Children first: what a node is depends on them, and so nothing is deeper than its names.
  for (let index = found.sites.length - 1; index >= 0; index -= 1) {
    finder.look(found.sites[index] as Site);
  }
  return finder.finish();
}

class Finder {
  readonly #survey: Survey;
  readonly #evaluator: Evaluator;
  readonly #calls: { target: CallTarget; offset: number; args?: Json }[] = [];
  readonly #dynamic: { offset: number; reason: string }[] = [];

  constructor(found: Survey, evaluator: Evaluator) {
    this.#survey = found;
    this.#evaluator = evaluator;
  }

  look(site: Site): void {
    const { node } = site;
    const value = this.#evaluator.valueOf(node);
    if (isMember(node)) this.#lookAtMember(site);
    else if (node.type === 'Identifier') this.#lookAtName(site);
    if (value === undefined || value.kind === 'text' || isPassedUp(site)) return;
    if (value.kind === 'tool') this.#lookAtTool(site, value);
    else this.#lookAtHandle(site, value);
  }

  finish(): Uses {
    for (const { start } of this.#evaluator.givenUp) {
      this.#report(start, 'the names lead too far to follow');
    }
    return { calls: this.#calls.sort(byOffset), dynamic: this.#dynamic.sort(byOffset) };
  }

  /** A member of something of ours whose key is computed, or a way around the names. */
  #lookAtMember(site: Site): void {
    const { node } = site;
    const object = nodeAt(node, 'object');
    const value = object && this.#evaluator.valueOf(object);
    const key = this.#evaluator.keyText(site);
    if (key === 'constructor' && (isCalled(site) || site.parent?.node.type === 'NewExpression')) {
      this.#report(node.start, '"constructor" can make code from text');
    }
    if (value === undefined || value.kind === 'text') return;
    if (value.kind === 'global') {
      if (key === undefined) this.#report(node.start, 'a computed name of the global object');
      else if (makesCode.has(key)) this.#report(node.start, `"${key}" can make code from text`);
      else if (this.#evaluator.globalValue(key) !== undefined) {
        this.#report(node.start, `"${shown(key)}" is reached through the global object`);
      }
    } else if (key === undefined) {
      this.#report(node.start, computedKey(value));
    }
  }

  #lookAtName(site: Site): void {
    const { node, scope } = site;
    const name = textAt(node, 'name') ?? '';
    if (!makesCode.has(name) || isOnlyLookedAt(site)) return;
    if (resolve(scope, name) === undefined) {
      this.#report(node.start, `"${name}" can make code from text`);
    }
  }

  #lookAtTool(site: Site, { server, tool }: Extract<ToolValue, { kind: 'tool' }>): void {
    if (isAlias(site) && this.#isFollowed(site)) return;
    if (isOnlyLookedAt(site)) return;
    const target: CallTarget = { kind: 'member', server, tool };
    const call = callAt(site);
    if (call === undefined) this.#calls.push({ target, offset: site.node.start });
    else this.#addCall(call, target, 0);
  }

  /** `tools`, a server, `call` or the global object: where does it go? */
  #lookAtHandle(site: Site, value: ToolValue): void {
    const { node, parent, key } = site;
    if (parent !== undefined && isMember(parent.node) && key === 'object') {
      if (value.kind === 'call') this.#report(node.start, '"call" is used as an object');
      return;
    }
    if (isOnlyLookedAt(site) || this.#isListOfNames(site)) return;
    const call = callAt(site);
    if (call !== undefined) {
      if (value.kind === 'call') this.#addCallById(call);
      return;
    }
    if (value.kind !== 'global' && this.#isFollowed(site)) return;
    this.#report(node.start, `"${describe(value)}" is handed on as a whole`);
  }

  #addCallById(call: SyntaxNode): void {
    const [first] = nodesAt(call, 'arguments');
    const id = first && this.#evaluator.valueOf(first);
    if (id?.kind === 'text') this.#addCall(call, { kind: 'id', id: id.text }, 1);
    else this.#report(call.start, 'the tool id is computed');
  }

  #addCall(call: SyntaxNode, target: CallTarget, argsIndex: number): void {
    const args = this.#literalArgs(nodesAt(call, 'arguments'), argsIndex);
    this.#calls.push({ target, offset: call.start, ...(args === undefined ? {} : { args }) });
  }

  #literalArgs(given: readonly (SyntaxNode | undefined)[], index: number): Json | undefined {
    if (given.slice(0, index + 1).some((item) => item?.type === 'SpreadElement')) return undefined;
    const node = given[index];
    if (node === undefined) return {};
    return literalJson(node, (text) => {
      const value = this.#evaluator.valueOf(text);
      return value?.kind === 'text' ? value.text : undefined;
    });
  }

  /** Whether the value goes into a name that the evaluator knows: its uses are seen under that name. */
  #isFollowed(site: Site): boolean {
    const value = this.#evaluator.valueOf(site.node);
    const { parent, key } = site;
    if (value === undefined || parent === undefined) return false;
    if (parent.node.type === 'VariableDeclarator' && key === 'init') {
      const pattern = nodeAt(parent.node, 'id');
      return pattern !== undefined && this.#isKnownPattern(pattern, parent, value);
    }
    if (!isCall(parent.node) || key !== 'arguments') return false;
    return this.#isKnownParameter(site, parent.node, value);
  }

  #isKnownParameter(site: Site, call: SyntaxNode, value: ToolValue): boolean {
    const given = nodesAt(call, 'arguments');
    const index = given.indexOf(site.node);
    if (given.slice(0, index).some((item) => item?.type === 'SpreadElement')) return false;
    const callee = this.#calleeOf(call);
    if (callee !== undefined && this.#ignoresArgument(callee, index)) return true;
    if (callee === undefined || this.#evaluator.callsOf(callee)?.includes(call) !== true) {
      return false;
    }
    const parameter = nodesAt(callee, 'params')[index];
    const inside = this.#survey.siteOf.get(nodeAt(callee, 'body') ?? callee);
    return (
      parameter !== undefined &&
      inside !== undefined &&
      this.#isKnownPattern(parameter, inside, value)
    );
  }

  /** Whether a function takes fewer arguments: `(async () => …)(tools)`. */
  #ignoresArgument(callee: SyntaxNode, index: number): boolean {
    const parameters = nodesAt(callee, 'params');
    if (this.#survey.usesArguments || !isFunctionNode(callee)) return false;
    return parameters.length <= index && parameters.at(-1)?.type !== 'RestElement';
  }

  #calleeOf(call: SyntaxNode): SyntaxNode | undefined {
    const callee = nodeAt(call, 'callee');
    const site = callee && this.#survey.siteOf.get(unwrapTypes(callee));
    if (site === undefined) return undefined;
    if (site.node.type !== 'Identifier') return site.node;
    const binding = resolve(site.scope, textAt(site.node, 'name') ?? '');
    return binding?.isReassigned === false ? binding.declares : undefined;
  }

  /** Whether every name of a pattern is known to be the part of the value that it takes. */
  #isKnownPattern(pattern: SyntaxNode, inside: Site, value: ToolValue | undefined): boolean {
    if (value === undefined) return true;
    switch (pattern.type) {
      case 'Identifier': {
        const binding = resolve(inside.scope, textAt(pattern, 'name') ?? '');
        return binding !== undefined && isSameValue(this.#evaluator.valueOfBinding(binding), value);
      }
      case 'AssignmentPattern': {
        const left = nodeAt(pattern, 'left');
        return left !== undefined && this.#isKnownPattern(left, inside, value);
      }
      case 'ObjectPattern':
        return nodesAt(pattern, 'properties').every((property) => {
          const inner = property && nodeAt(property, 'value');
          const key = property && this.#patternKey(property);
          if (inner === undefined || key === undefined) return false;
          return this.#isKnownPattern(inner, inside, this.#partOf(value, key));
        });
      default:
        return false;
    }
  }

  #patternKey(property: SyntaxNode): string | undefined {
    const key = keyOf(property);
    if (typeof key !== 'object') return key;
    const value = this.#evaluator.valueOf(key);
    return value?.kind === 'text' ? value.text : undefined;
  }

  #partOf(value: ToolValue, key: string): ToolValue | undefined {
    if (value.kind === 'tools') return { kind: 'server', server: key };
    return value.kind === 'server' ? { kind: 'tool', server: value.server, tool: key } : undefined;
  }

  /** `Object.keys(tools)`, `for (const name in tools)`: what is computed from names shows at its call. */
  #isListOfNames({ parent, key }: Site): boolean {
    if (parent?.node.type === 'ForInStatement') return key === 'right';
    const callee = parent && isCall(parent.node) ? nodeAt(parent.node, 'callee') : undefined;
    if (parent === undefined || callee === undefined || key !== 'arguments') return false;
    const object = nodeAt(callee, 'object');
    const property = nodeAt(callee, 'property');
    return (
      isMember(callee) &&
      callee['computed'] !== true &&
      property?.['name'] === 'keys' &&
      object?.type === 'Identifier' &&
      object['name'] === 'Object' &&
      resolve(parent.scope, 'Object') === undefined
    );
  }

  #report(offset: number, reason: string): void {
    this.#dynamic.push({ offset, reason });
  }
}

/** Whether the parent has the very value of this node and is looked at in its place. */
function isPassedUp({ node: own, parent, key }: Site): boolean {
  if (parent === undefined) return false;
  const { node } = parent;
  if (isTypeWrapper(node)) return key === 'expression';
  if (node.type === 'SequenceExpression') return nodesAt(node, 'expressions').at(-1) === own;
  return node.type === 'AwaitExpression';
}

function isAlias({ parent, key }: Site): boolean {
  if (parent === undefined) return false;
  return parent.node.type === 'VariableDeclarator' || (isCall(parent.node) && key === 'arguments');
}

/** Asked for its kind, compared, tested, or just mentioned: nothing is called by that. */
function isOnlyLookedAt({ node: own, parent, key }: Site): boolean {
  if (parent === undefined) return false;
  const { node } = parent;
  switch (node.type) {
    case 'UnaryExpression':
      return true;
    case 'BinaryExpression':
      return node['operator'] !== '+';
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return key === 'test';
    case 'LogicalExpression':
      return node['operator'] === '&&' && key === 'left';
    case 'SequenceExpression':
      return nodesAt(node, 'expressions').at(-1) !== own;
    case 'ExpressionStatement':
      return true;
    default:
      return false;
  }
}

/** The call whose callee the site is. */
function callAt(site: Site): SyntaxNode | undefined {
  return isCalled(site) ? site.parent?.node : undefined;
}

function isCalled({ parent, key }: Site): boolean {
  return parent !== undefined && isCall(parent.node) && key === 'callee';
}

function isCall({ type }: SyntaxNode): boolean {
  return type === 'CallExpression' || type === 'OptionalCallExpression';
}

function isFunctionNode({ type }: SyntaxNode): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
}

function isMember({ type }: SyntaxNode): boolean {
  return type === 'MemberExpression' || type === 'OptionalMemberExpression';
}

function computedKey(value: ToolValue): string {
  switch (value.kind) {
    case 'tools':
      return 'the server name is computed';
    case 'server':
      return `the tool name of "${shown(value.server)}" is computed`;
    default:
      return `a member of "${describe(value)}" is computed`;
  }
}

function describe(value: ToolValue): string {
  switch (value.kind) {
    case 'server':
      return shown(value.server);
    case 'tool':
      return shown(value.tool);
    case 'global':
      return 'globalThis';
    case 'tools':
    case 'call':
    case 'text':
      return value.kind;
    default:
      return value satisfies never;
  }
}

/** A name from the program, short enough for a line. */
function shown(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}"]/gu, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function byOffset(left: { offset: number }, right: { offset: number }): number {
  return left.offset - right.offset;
}

const makesCode = new Set(['eval', 'Function']);
