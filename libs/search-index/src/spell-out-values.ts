const URL = /\bhttps?:\/\/([\w.-]+)\S*/gi;
const PATH = /(?<![\w/\\])(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@-]+)+/g;
const EXTENSION = /\.(\w{1,5})\.?$/;
const ADDRESS = /[\w.+-]+@[\w-]+\.[\w.]+/g;

/**
 * A query with its values replaced by what they are: names inside a path or an address say nothing
 * of the tool, but that there is a file, and of which kind, does.
 *
 * @example spellOutValues('save it to /tmp/paper/list.bib') // 'save it to file bib'
 */
export function spellOutValues(query: string): string {
  return query
    .replace(URL, ' url $1 ')
    .replace(ADDRESS, ' email ')
    .replace(PATH, (path) => {
      const extension = EXTENSION.exec(path)?.[1];
      return extension === undefined ? path : ` file ${extension} `;
    });
}
