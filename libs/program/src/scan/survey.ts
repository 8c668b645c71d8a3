import { isNode, nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { unwrapTypes } from '../unwrap-types.js';
import { childrenOf } from '../walk-nodes.js';
import { declarePattern } from './declare-pattern.js';
import { isCall, isErased, isFunctionNode, isNameKey, opensScope } from './node-kinds.js';
import { declare, functionScope, openScope, resolve } from './scope.js';
import type { Scope } from './scope.js';

/** An expression or statement of the program, with what is around it. */
export interface Site {
  readonly node: SyntaxNode;
  readonly parent: Site | undefined;
  /** The key under which the parent holds it. */
  readonly key: string;
  readonly scope: Scope;
}

/** All that runs of a program, and what its names mean. */
export interface Survey {
  /** Parents before children. Names that are declared or only keys are not among them, nor are types. */
  readonly sites: readonly Site[];
  readonly siteOf: ReadonlyMap<SyntaxNode, Site>;
  /** The calls of a function that is called where it stands: `(async (tools) => …)(tools)`. */
  readonly directCalls: ReadonlyMap<SyntaxNode, SyntaxNode>;
  /** Whether `arguments` is used: then parameters are not the only way to a function's arguments. */
  readonly usesArguments: boolean;
}

/**
 * Walks a program once, declaring its names and noting who assigns to and who calls them. Keeps its
 * own stack: the trees of long chains are deeper than the machine's.
 */
export function survey(statements: readonly SyntaxNode[]): Survey {
  const walk = new Walk();
  const program = openScope(undefined, true);
  for (const statement of [...statements].reverse()) {
    walk.pending.push({ node: statement, parent: undefined, key: 'body', scope: program });
  }
  for (let site = walk.pending.pop(); site !== undefined; site = walk.pending.pop())
    walk.visit(site);
  return walk.finish();
}

class Walk {
  readonly pending: Site[] = [];
  readonly #sites: Site[] = [];
  readonly #assigned: { name: string; scope: Scope }[] = [];
  readonly #directCalls = new Map<SyntaxNode, SyntaxNode>();

  visit(site: Site): void {
    const { node } = site;
    if (isErased(node)) return;
    this.#sites.push(site);
    const children: Site[] = [];
    const inner = this.#declareIn(site, children);
    const own = ownChildren.get(node.type);
    if (own === undefined) {
      for (const [key, child] of childrenOf(node)) {
        if (isNameKey(node, key)) continue;
        const scope = key === 'key' || key === 'decorators' ? site.scope : inner;
        children.push({ node: child, parent: site, key, scope });
      }
    } else {
      own(this, site, inner, children);
    }
    for (let index = children.length - 1; index >= 0; index -= 1) {
      this.pending.push(children[index] as Site);
    }
  }

  finish(): Survey {
    for (const { name, scope } of this.#assigned) {
      const binding = resolve(scope, name);
      if (binding !== undefined) binding.isReassigned = true;
    }
    let usesArguments = false;
    for (const { node, scope } of this.#sites) {
      if (node.type === 'Identifier') {
        const name = textAt(node, 'name') ?? '';
        const binding = resolve(scope, name);
        if (binding !== undefined) binding.references += 1;
        else if (name === 'arguments') usesArguments = true;
      } else if (isCall(node)) {
        this.#noteCall(node, scope);
      }
    }
    return {
      sites: this.#sites,
      siteOf: new Map(this.#sites.map((site) => [site.node, site])),
      directCalls: this.#directCalls,
      usesArguments,
    };
  }

  #noteCall(call: SyntaxNode, scope: Scope): void {
    const callee = nodeAt(call, 'callee');
    if (callee === undefined) return;
    const target = unwrapTypes(callee);
    if (target.type === 'Identifier') {
      resolve(scope, textAt(target, 'name') ?? '')?.calls.push(call);
    } else if (isFunctionNode(target)) {
      this.#directCalls.set(target, call);
    }
  }

  /** Opens the scope that a node makes and declares what it declares. Returns the scope of its children. */
  #declareIn(site: Site, children: Site[]): Scope {
    const { node, scope } = site;
    const name = nodeAt(node, 'id')?.['name'];
    if (isFunctionNode(node)) {
      const inner = openScope(scope, true);
      if (typeof name === 'string') {
        const declares = isExported(site) ? undefined : node;
        declare(node.type === 'FunctionDeclaration' ? scope : inner, name, undefined, declares);
      }
      nodesAt(node, 'params').forEach((parameter, index) => {
        declarePattern(parameter, {
          scope: inner,
          source: (path) => ({ kind: 'parameter', of: node, index, path }),
          visit: (child, key) => children.push({ node: child, parent: site, key, scope: inner }),
        });
      });
      return inner;
    }
    if (opensScope(node)) {
      const inner = openScope(scope, node.type === 'StaticBlock');
      if (typeof name === 'string') {
        declare(node.type === 'ClassExpression' ? inner : scope, name);
      }
      if (node.type === 'CatchClause') {
        declarePattern(nodeAt(node, 'param'), {
          scope: inner,
          visit: (child, key) => children.push({ node: child, parent: site, key, scope: inner }),
        });
      }
      return inner;
    }
    if (typeof name === 'string' && namedTypes.has(node.type)) declare(scope, name);
    return scope;
  }

  declareVariables(site: Site, children: Site[]): void {
    const { node, scope } = site;
    const declareIn = node['kind'] === 'var' ? functionScope(scope) : scope;
    for (const declarator of nodesAt(node, 'declarations')) {
      const pattern = declarator && nodeAt(declarator, 'id');
      if (declarator === undefined || pattern === undefined) continue;
      const inner: Site = { node: declarator, parent: site, key: 'declarations', scope };
      this.#sites.push(inner);
      const init = nodeAt(declarator, 'init');
      if (init !== undefined) children.push({ node: init, parent: inner, key: 'init', scope });
      const known = isExported(site) ? undefined : init;
      declarePattern(pattern, {
        scope: declareIn,
        ...(known && { source: (path) => ({ kind: 'value', node: known, path }) }),
        ...(known && { given: unwrapTypes(known) }),
        visit: (child, key) => children.push({ node: child, parent: inner, key, scope }),
      });
    }
  }

  /** Notes the names that an assignment gives new values; the rest of the target is expressions. */
  assign(target: SyntaxNode, site: Site, children: Site[]): void {
    const pending: SyntaxNode[] = [target];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const inner = unwrapTypes(node);
      if (inner.type === 'Identifier') {
        this.#assigned.push({ name: textAt(inner, 'name') ?? '', scope: site.scope });
      } else if (patternTypes.has(inner.type)) {
        for (const [key, child] of childrenOf(inner)) {
          const isExpression =
            (inner.type === 'AssignmentPattern' && key === 'right') ||
            (key === 'key' && inner['computed'] === true);
          if (isExpression) children.push({ node: child, parent: site, key, scope: site.scope });
          else if (key !== 'key' && key !== 'typeAnnotation') pending.push(child);
        }
      } else {
        children.push({ node: inner, parent: site, key: 'left', scope: site.scope });
      }
    }
  }
}

/** What a namespace exports is read, called and given new values under names that are not followed. */
function isExported({ parent }: Site): boolean {
  return parent?.node.type === 'ExportNamedDeclaration';
}

type ChildWalk = (walk: Walk, site: Site, inner: Scope, children: Site[]) => void;

/** Nodes whose names are no expressions, or are assigned to. */
const ownChildren: ReadonlyMap<string, ChildWalk> = new Map<string, ChildWalk>([
  ['VariableDeclaration', (walk, site, _inner, children) => walk.declareVariables(site, children)],
  [
    'AssignmentExpression',
    (walk, site, inner, children) => {
      const { node } = site;
      pushChild(site, 'right', inner, children);
      const left = nodeAt(node, 'left');
      if (left !== undefined) walk.assign(left, site, children);
    },
  ],
  [
    'UpdateExpression',
    (walk, site, _inner, children) => {
      const argument = nodeAt(site.node, 'argument');
      if (argument !== undefined) walk.assign(argument, site, children);
    },
  ],
  ['ForOfStatement', walkLoop],
  ['ForInStatement', walkLoop],
]);

function walkLoop(walk: Walk, site: Site, inner: Scope, children: Site[]): void {
  const left = nodeAt(site.node, 'left');
  if (left?.type === 'VariableDeclaration') pushChild(site, 'left', inner, children);
  else if (left !== undefined) walk.assign(left, site, children);
  pushChild(site, 'right', inner, children);
  pushChild(site, 'body', inner, children);
}

function pushChild(site: Site, key: string, scope: Scope, children: Site[]): void {
  const node = site.node[key];
  if (isNode(node)) children.push({ node, parent: site, key, scope });
}

const namedTypes = new Set(['TSEnumDeclaration', 'TSModuleDeclaration']);
const patternTypes = new Set([
  'ObjectPattern',
  'ArrayPattern',
  'AssignmentPattern',
  'RestElement',
  'ObjectProperty',
]);
