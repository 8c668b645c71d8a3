import { isSecretName } from '@sluice/contracts';

/** Whether the value of a variable is a secret by its name, or looks drawn at random. */
export function isSecretVariable(name: string, value: string): boolean {
  return isSecretName(name) || looksRandom(value, 16);
}

/** Whether the value of a header is a secret: all are but those that say what a client is or takes. */
export function isSecretHeader(name: string): boolean {
  return !harmlessHeaders.test(name);
}

const harmlessHeaders =
  /^(?:accept(?:-.*)?|content-type|user-agent|cache-control|mcp-protocol-version|origin|referer|.*-(?:version|region|env|environment|client|locale|timezone))$/i;

/**
 * One word of letters and digits in no order that a person would write: keys are. Paths, addresses and names of
 * packages are none.
 *
 * @param least so many characters at least
 */
export function looksRandom(text: string, least: number): boolean {
  if (text.length < least || !/^[\w.~+/=-]+$/.test(text) || /^[./~]/.test(text)) return false;
  if (/^\d+(?:[.-]\d+)*$/.test(text)) return false;
  const digits = text.match(/\d/g)?.length ?? 0;
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  return digits >= Math.max(3, text.length / 10) && letters >= 3;
}
