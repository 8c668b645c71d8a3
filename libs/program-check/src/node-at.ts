import ts from 'typescript';

/** The innermost node that starts at an offset of the source. */
export function nodeAt(source: ts.SourceFile, offset: number): ts.Node {
  let found: ts.Node = source;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(found, (child) =>
      child.getStart(source) <= offset && offset < child.end ? child : undefined,
    );
    if (inner === undefined) return found;
    found = inner;
  }
}
