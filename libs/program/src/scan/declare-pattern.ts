import { nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { isFunctionNode } from './node-kinds.js';
import { propertyKey } from './property-key.js';
import { declare } from './scope.js';
import type { BindingSource, KeyPath, Scope } from './scope.js';

/** Where the names of a pattern go, and what they are given. */
export interface PatternTarget {
  readonly scope: Scope;
  /** What is given to a name at the end of a path of keys; absent where the text does not tell. */
  readonly source?: (path: KeyPath) => BindingSource;
  /** The expression that is given, which may be a function. */
  readonly given?: SyntaxNode;
  /** Takes the expressions in the pattern: defaults and computed keys. */
  readonly visit: (expression: SyntaxNode, key: string) => void;
}

/** Declares the names of a pattern: of a variable, a parameter or a caught error. */
export function declarePattern(
  pattern: SyntaxNode | undefined,
  target: PatternTarget,
  path: KeyPath = [],
): void {
  switch (pattern?.type) {
    case 'Identifier': {
      const given = path.length === 0 ? target.given : undefined;
      const declares = given !== undefined && isFunctionNode(given) ? given : undefined;
      declare(target.scope, textAt(pattern, 'name') ?? '', target.source?.(path), declares);
      return;
    }
    case 'TSParameterProperty':
      return declarePattern(nodeAt(pattern, 'parameter'), target, path);
    case 'AssignmentPattern': {
      const byDefault = nodeAt(pattern, 'right');
      if (byDefault !== undefined) target.visit(byDefault, 'right');
      return declarePattern(nodeAt(pattern, 'left'), target, path);
    }
    case 'RestElement':
      return declarePattern(nodeAt(pattern, 'argument'), target, [...path, undefined]);
    case 'ArrayPattern':
      for (const element of nodesAt(pattern, 'elements')) {
        declarePattern(element, target, [...path, undefined]);
      }
      return;
    case 'ObjectPattern':
      for (const property of nodesAt(pattern, 'properties')) {
        if (property !== undefined) declareProperty(property, target, path);
      }
      return;
    default:
      return;
  }
}

function declareProperty(property: SyntaxNode, target: PatternTarget, path: KeyPath): void {
  if (property.type === 'RestElement') return declarePattern(property, target, path);
  const key = nodeAt(property, 'key');
  if (property['computed'] === true && key !== undefined) target.visit(key, 'key');
  declarePattern(nodeAt(property, 'value'), target, [...path, propertyKey(property)]);
}
