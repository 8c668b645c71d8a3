import { SluiceError } from '@sluice/contracts';
import { quoteName } from './quote-name.js';

/**
 * Longest name in UTF-8 bytes. Linux takes 255, and an encrypted home folder (eCryptfs) fewer for the
 * same; Windows and macOS take more.
 */
const maxNameBytes = 200;

/** What no file system takes, what a path or a stream of Windows begins with, and what a human does not see. */
const refused = /[/\\:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

/** Names of devices on Windows, with any extension; see "Naming Files, Paths, and Namespaces" of the Windows documentation. */
const devices =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

/**
 * A plain file name in NFC that means the same on Linux, macOS and Windows.
 *
 * @throws SluiceError `FILE_NAME`
 */
export function checkFileName(name: string): string {
  const normal = name.normalize('NFC');
  const problem = problemOf(normal);
  if (problem === undefined) return normal;
  throw new SluiceError('FILE_NAME', `Cannot save the file ${quoteName(name)}: ${problem}`, {
    hint: 'Use a plain file name, such as "report.csv".',
  });
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'a name must not be empty';
  const [sign] = refused.exec(name) ?? [];
  if (sign !== undefined) return `a name must not hold ${describeCharacter(sign)}`;
  if (name.endsWith('.')) return 'a name must not end with a dot';
  if (name.trim() !== name) return 'a name must not begin or end with a space';
  if (devices.test(name)) return 'Windows keeps this name for a device';
  if (Buffer.byteLength(name) > maxNameBytes)
    return `a name must not be longer than ${maxNameBytes} bytes`;
  return undefined;
}

function describeCharacter(sign: string): string {
  if (/[!-~]/.test(sign)) return JSON.stringify(sign);
  const code = sign.codePointAt(0) ?? 0;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
