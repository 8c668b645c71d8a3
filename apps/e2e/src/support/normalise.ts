/**
 * An answer without what differs from run to run: numbers of calls, times, sizes on the wire,
 * references and the workplace's folder. Everything else stands as the model reads it.
 */
export function normalise(text: string, folder: string): string {
  return text
    .replaceAll(folder, '<folder>')
    .replace(/\bres_[0-9a-f]{32}\b/g, 'res_…')
    .replace(/#\d+/g, '#n')
    .replace(new RegExp(`${size} \\d+ ms`, 'g'), 'SIZE TIME')
    .replace(new RegExp(`(…#n\\)) ${size}`, 'g'), '$1 SIZE')
    .replace(new RegExp(`${size} stayed out`, 'g'), 'SIZE stayed out')
    .replace(/(calls? in|#n \S+ after|cancelled after) \d+ ms/g, '$1 TIME');
}

const size = String.raw`\d+(?:\.\d+)? (?:B|kB|MB)`;
