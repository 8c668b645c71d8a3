/**
 * A node of the syntax tree as the walks see it: any kind, read by key. Offsets are the parser's, see
 * {@link nodeStart}.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Whether a value of a tree is a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { type?: unknown }).type === 'string'
  );
}

/** The node under a key; undefined where there is none. */
export function nodeAt(node: SyntaxNode, key: string): SyntaxNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

/** The list under a key; a hole of an array is undefined. */
export function nodesAt(node: SyntaxNode, key: string): readonly (SyntaxNode | undefined)[] {
  const value = node[key];
  return Array.isArray(value)
    ? value.map((item: unknown) => (isNode(item) ? item : undefined))
    : [];
}

/** The text under a key: a name, a kind, the value of a string. */
export function textAt(node: SyntaxNode, key: string): string | undefined {
  const value = node[key];
  return typeof value === 'string' ? value : undefined;
}
