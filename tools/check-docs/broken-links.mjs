import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', '.git', '.nx', '.demo']);

/** All Markdown files below a folder, relative to it, but for what is built or installed. */
export function markdownFiles(root, folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownFiles(root, path);
    return entry.name.endsWith('.md') ? [relative(root, path)] : [];
  });
}

/**
 * The relative links of one Markdown file that lead nowhere, as `file:line: link`: the target does not
 * exist, lies outside of the workspace, or has no such heading. Links to the web are not tried.
 */
export function brokenLinks(root, file) {
  const lines = readFileSync(join(root, file), 'utf8').split(/\r?\n/);
  return linksOf(lines)
    .filter(({ target }) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target))
    .filter(({ target }) => !leadsSomewhere(root, file, target))
    .map(({ target, line }) => `${file}:${line}: ${target}`);
}

/** Links and images, inline or by reference, outside of code. */
function linksOf(lines) {
  const links = [];
  for (const { text, line } of proseOf(lines)) {
    const plain = text.replace(/`+[^`]*`+/g, '');
    for (const [, target] of plain.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+["'(][^)]*)?\)/g))
      links.push({ target, line });
    const definition = /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/.exec(plain);
    if (definition) links.push({ target: definition[1], line });
  }
  return links;
}

/** The lines outside of fenced code. */
function proseOf(lines) {
  let fence;
  return lines
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) return ((fence = undefined), false);
      return fence === undefined;
    });
}

function leadsSomewhere(root, file, target) {
  const [path = '', heading] = target.split('#');
  const start = path.startsWith('/') ? root : join(root, dirname(file));
  const absolute = path === '' ? join(root, file) : join(start, decodeURIComponent(path));
  if (relative(root, absolute).startsWith('..') || !existsSync(absolute)) return false;
  if (!heading || !absolute.endsWith('.md') || !statSync(absolute).isFile()) return true;
  return headingsOf(absolute).includes(heading.toLowerCase());
}

/** The anchors of a file's headings, as GitHub makes them. */
function headingsOf(path) {
  const seen = new Map();
  return proseOf(readFileSync(path, 'utf8').split(/\r?\n/)).flatMap(({ text }) => {
    const title = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    if (title === undefined) return [];
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return [count === 0 ? slug : `${slug}-${count}`];
  });
}
