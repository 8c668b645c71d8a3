import { nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { unwrapTypes } from '../unwrap-types.js';
import type { Evaluator } from './evaluator.js';
import { isCall, isFunctionNode } from './node-kinds.js';
import { propertyKey } from './property-key.js';
import { resolve } from './scope.js';
import type { Site, Survey } from './survey.js';
import { isSameValue } from './tool-value.js';
import type { ToolValue } from './tool-value.js';

/** Tells whether a value stays in sight where it goes. */
export class Follower {
  readonly #survey: Survey;
  readonly #evaluator: Evaluator;

  constructor(found: Survey, evaluator: Evaluator) {
    this.#survey = found;
    this.#evaluator = evaluator;
  }

  /** Whether the value goes into a name that the evaluator knows: its uses are seen under that name. */
  isFollowed(site: Site): boolean {
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
    const key = propertyKey(property);
    if (typeof key !== 'object') return key;
    const value = this.#evaluator.valueOf(key);
    return value?.kind === 'text' ? value.text : undefined;
  }

  #partOf(value: ToolValue, key: string): ToolValue | undefined {
    if (value.kind === 'tools') return { kind: 'server', server: key };
    return value.kind === 'server' ? { kind: 'tool', server: value.server, tool: key } : undefined;
  }
}
