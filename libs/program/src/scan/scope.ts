import type { SyntaxNode } from '../syntax-node.js';

/** The names of one block or function. */
export interface Scope {
  readonly parent: Scope | undefined;
  /** Where `var` declares: functions and the program itself. */
  readonly isFunction: boolean;
  readonly bindings: Map<string, Binding>;
  /** What {@link resolve} found already, so that deep nesting does not multiply the walks upwards. */
  readonly resolved: Map<string, Binding | undefined>;
}

/** One local name. */
export interface Binding {
  /** Where its value comes from, where the text tells; undefined for a loop's variable, say. */
  readonly source: BindingSource | undefined;
  /** The function it names, whose parameters then have known values. */
  readonly declares: SyntaxNode | undefined;
  /** Whether it is declared twice or assigned to: then its value is unknown. */
  isReassigned: boolean;
  /** How often it is named outside its declaration. */
  references: number;
  /** The calls of it. Where that is all its references, nobody else calls the function. */
  readonly calls: SyntaxNode[];
}

/** The path of keys through a destructuring; undefined where a key is computed or a rest. */
export type KeyPath = readonly (SyntaxNode | string | undefined)[];

/** Where a name gets its value. */
export type BindingSource =
  | { readonly kind: 'value'; readonly node: SyntaxNode; readonly path: KeyPath }
  | {
      readonly kind: 'parameter';
      readonly of: SyntaxNode;
      readonly index: number;
      readonly path: KeyPath;
    };

/** Opens a scope below another. */
export function openScope(parent: Scope | undefined, isFunction: boolean): Scope {
  return { parent, isFunction, bindings: new Map(), resolved: new Map() };
}

/** Declares a name. A second declaration in the same scope makes its value unknown. */
export function declare(
  scope: Scope,
  name: string,
  source?: BindingSource,
  declares?: SyntaxNode,
): void {
  const isReassigned = scope.bindings.has(name);
  scope.bindings.set(name, { source, declares, isReassigned, references: 0, calls: [] });
}

/** The local binding that a name means in a scope, once all are declared; undefined for a global. */
export function resolve(scope: Scope, name: string): Binding | undefined {
  if (scope.resolved.has(name)) return scope.resolved.get(name);
  let at: Scope | undefined = scope;
  while (at !== undefined && !at.bindings.has(name)) at = at.parent;
  const binding = at?.bindings.get(name);
  scope.resolved.set(name, binding);
  return binding;
}

/** The nearest scope that `var` declares in. */
export function functionScope(scope: Scope): Scope {
  let at = scope;
  while (!at.isFunction && at.parent !== undefined) at = at.parent;
  return at;
}
