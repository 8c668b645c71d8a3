import { isSchemaObject, keywordOf } from './json-schema.js';

/**
 * What a `$ref` points to inside its own document: `#`, a JSON pointer (RFC 6901, percent-decoded),
 * or the `$anchor` or `$id` of a definition. Undefined for anything else: other documents are never
 * fetched.
 */
export function resolveRef(root: unknown, ref: string): { readonly schema: unknown } | undefined {
  if (ref === '#') return { schema: root };
  if (ref.startsWith('#/')) return followPointer(root, ref.slice(2).split('/'));
  return findNamed(root, ref);
}

function followPointer(root: unknown, tokens: readonly string[]) {
  let current = root;
  for (const token of tokens) {
    const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null) return undefined;
    const descriptor = Object.getOwnPropertyDescriptor(current, key);
    if (descriptor === undefined || (Array.isArray(current) && key === 'length')) return undefined;
    current = descriptor.value;
  }
  return { schema: current };
}

function findNamed(root: unknown, ref: string) {
  if (!isSchemaObject(root)) return undefined;
  if (keywordOf(root, '$id') === ref) return { schema: root };
  const anchor = ref.startsWith('#') ? ref.slice(1) : undefined;
  for (const keyword of ['$defs', 'definitions']) {
    const definitions = keywordOf(root, keyword);
    if (!isSchemaObject(definitions)) continue;
    for (const schema of Object.values(definitions)) {
      if (!isSchemaObject(schema)) continue;
      const names = [keywordOf(schema, '$id'), keywordOf(schema, 'id')];
      const anchors = [keywordOf(schema, '$anchor'), keywordOf(schema, '$dynamicAnchor')];
      if (names.includes(ref)) return { schema };
      if (anchor !== undefined && anchors.includes(anchor)) return { schema };
    }
  }
  return undefined;
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
