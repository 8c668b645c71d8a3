import { SluiceError } from '@sluice/contracts';

/**
 * The text of a file, byte order mark included.
 *
 * @throws SluiceError `CONFIG_SYNTAX` for bytes that would not come back the same, which no UTF-8 is
 */
export function decodeText(path: string, bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  throw new SluiceError('CONFIG_SYNTAX', `Cannot read ${path}: it is no text in UTF-8`, {
    hint: 'Save the file as UTF-8.',
  });
}
