/**
 * What a dynamic import in a program is called instead: a global function that refuses. As long as
 * `import`, so that every position in the program stays what it was.
 */
export const importStub = '$mport';

/** `import(…)`, `import.defer(…)` and `import.source(…)` load modules; `import.meta` and declarations do not. */
const dynamicImport = /import(?=(?:\s|\/\*[^]*?\*\/|\/\/.*)*(?:\(|\.\s*(?:defer|source)\s*\())/y;

/** After one of these words a `/` begins a regular expression. */
const wordBeforeRegExp =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|instanceof|do|else|await|yield)$/;

/**
 * Replaces the word `import` of every dynamic import by {@link importStub}. Nothing else can refuse
 * an import of a `data:` URL (they need no permission and no import map reaches them), and the
 * program gets one clear error for every kind of import.
 *
 * This is for clear errors, not a wall: walls are Deno's permissions and flags. It reads the text
 * as a highlighter would; where it takes a division for a regular expression, an import may escape
 * and then meets those walls.
 *
 * @example hideImports('await import("npm:ms")') // 'await $mport("npm:ms")'
 */
export function hideImports(program: string): string {
  if (!program.includes('import')) return program;
  const scan: Scan = { text: program, at: 0, kept: 0, out: '', lastToken: '', braces: [] };
  while (scan.at < program.length) step(scan);
  return scan.out + program.slice(scan.kept);
}

interface Scan {
  readonly text: string;
  at: number;
  /** Up to here the text is in `out`. */
  kept: number;
  out: string;
  /** The last word or sign, to tell a division from a regular expression. */
  lastToken: string;
  /** Open braces: true where one ends a template's `${`. */
  readonly braces: boolean[];
}

const token =
  /(?<space>\s+|\/\/.*|\/\*[^]*?(?:\*\/|$))|(?<word>[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*)|(?<number>\d[\w.]*)|(?<string>"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?)/uy;
const regExpLiteral = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const templatePart = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{|$)/y;

function step(scan: Scan): void {
  const match = matchAt(token, scan);
  if (match?.groups?.['space'] !== undefined) {
    scan.at += match[0].length;
    return;
  }
  if (match !== null) return takeToken(scan, match[0]);
  const sign = scan.text[scan.at] as string;
  if (sign === '/' && mayBeRegExp(scan.lastToken)) {
    const literal = matchAt(regExpLiteral, scan);
    if (literal !== null) return takeToken(scan, literal[0]);
  }
  scan.at += 1;
  scan.lastToken = sign;
  if (sign === '`') takeTemplate(scan);
  else if (sign === '{') scan.braces.push(false);
  else if (sign === '}' && scan.braces.pop() === true) takeTemplate(scan);
}

function takeToken(scan: Scan, text: string): void {
  const isMember = scan.lastToken === '.';
  if (text === 'import' && !isMember && matchAt(dynamicImport, scan) !== null) {
    scan.out += scan.text.slice(scan.kept, scan.at) + importStub;
    scan.kept = scan.at + text.length;
  }
  scan.at += text.length;
  scan.lastToken = text;
}

/** Text of a template up to its end, or to the next `${`. */
function takeTemplate(scan: Scan): void {
  const match = matchAt(templatePart, scan);
  const part = match?.[0] ?? '';
  scan.at += part.length;
  if (part.endsWith('${')) {
    scan.braces.push(true);
    scan.lastToken = '{';
  } else scan.lastToken = '`';
}

function mayBeRegExp(lastToken: string): boolean {
  if (lastToken === '' || wordBeforeRegExp.test(lastToken)) return true;
  return !/[\p{ID_Continue}$_)\]"'`/]$/u.test(lastToken);
}

function matchAt(pattern: RegExp, scan: Scan): RegExpExecArray | null {
  pattern.lastIndex = scan.at;
  return pattern.exec(scan.text);
}
