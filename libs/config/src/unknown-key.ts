import { quoteText } from './quote-text.js';

/**
 * The words of a warning on a key that is not known.
 *
 * @param shown the key as whoever reads the file will find it: quoted, or as a path
 * @param near the nearest one that is known
 */
export function unknownKey(shown: string, near: string | undefined): string {
  return `the unknown key ${shown} is ignored${didYouMean(near)}`;
}

/** `; did you mean "…"?`, or nothing where nothing is near. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? '' : `; did you mean ${quoteText(near)}?`;
}
