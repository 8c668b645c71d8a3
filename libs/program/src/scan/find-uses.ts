import type { CallTarget, Json } from '@sluice/contracts';
import { nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { createEvaluator } from './evaluator.js';
import type { Evaluator } from './evaluator.js';
import { Follower } from './follower.js';
import { literalJson } from './literal-json.js';
import { isCall, isMember } from './node-kinds.js';
import { resolve } from './scope.js';
import { callAt, isAlias, isCalled, isOnlyLookedAt, isPassedUp } from './site-role.js';
import { survey } from './survey.js';
import type { Site, Survey } from './survey.js';
import type { ToolValue } from './tool-value.js';
import { computedKey, describe, shown } from './use-texts.js';

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
  readonly #evaluator: Evaluator;
  readonly #follower: Follower;
  readonly #calls: { target: CallTarget; offset: number; args?: Json }[] = [];
  readonly #dynamic: { offset: number; reason: string }[] = [];

  constructor(found: Survey, evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#follower = new Follower(found, evaluator);
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
    if (isAlias(site) && this.#follower.isFollowed(site)) return;
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
    if (value.kind !== 'global' && this.#follower.isFollowed(site)) return;
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
    const args = literalJson(node, (text) => {
      const value = this.#evaluator.valueOf(text);
      return value?.kind === 'text' ? value.text : undefined;
    });
    // The gate sends none for null.
    return args === null ? {} : args;
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

function byOffset(left: { offset: number }, right: { offset: number }): number {
  return left.offset - right.offset;
}

const makesCode = new Set(['eval', 'Function']);
