/** A stored text: itself, or what its bytes say in UTF-8. */
export function decodeText(text: string | Uint8Array): string {
  return typeof text === 'string'
    ? text
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}
