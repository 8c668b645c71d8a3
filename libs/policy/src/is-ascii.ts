/** Whether a text holds no character beyond ASCII. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

const ascii = /^[\0-\x7f]*$/;
