import type { Catalogue, CatalogueTool } from '@sluice/search-index';

/** Longest signature in a hint, in UTF-16 code units: search-index keeps them below 1,200 bytes. */
const maxSignatureLength = 1400;

const lineBreak = /\r\n|[\n\r\u2028\u2029]/;

/** The signature of a tool on one line, without the comment beneath it, for hints. */
export function signatureLine(catalogue: Catalogue, tool: CatalogueTool): string {
  const [line = ''] = catalogue.signatureOf(tool).split(lineBreak, 1);
  return firstLine(line, maxSignatureLength);
}

/** A text's first line, at most `maxLength` long, for quoting it in a message. A cut shows as `…`. */
export function firstLine(text: string, maxLength: number): string {
  const [line = ''] = text.split(lineBreak, 1);
  if (line.length <= maxLength) return line.length < text.length ? `${line}…` : line;
  return `${line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
