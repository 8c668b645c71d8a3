/** What an expression is known to be, as far as calls of tools depend on it. */
export type ToolValue =
  | { readonly kind: 'tools' }
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'tool'; readonly server: string; readonly tool: string }
  /** The function `call`. */
  | { readonly kind: 'call' }
  /** `globalThis` under any of its names. */
  | { readonly kind: 'global' }
  | { readonly kind: 'text'; readonly text: string };

/** Whether two values are the same. */
export function isSameValue(left: ToolValue | undefined, right: ToolValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** What a key of a value is; undefined when that is nothing of ours. */
export function memberOf(
  value: ToolValue,
  key: string,
  globals: (name: string) => ToolValue | undefined,
): ToolValue | undefined {
  switch (value.kind) {
    case 'tools':
      return { kind: 'server', server: key };
    case 'server':
      return { kind: 'tool', server: value.server, tool: key };
    case 'global':
      return globals(key);
    case 'tool':
    case 'call':
    case 'text':
      return undefined;
    default:
      return value satisfies never;
  }
}
