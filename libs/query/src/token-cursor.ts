import { QueryError } from './query-error.js';
import type { Token } from './token.js';

/** A place in a list of tokens, the last of which is `end`. */
export class TokenCursor {
  protected index = 0;

  constructor(protected readonly tokens: readonly Token[]) {}

  protected peek(): Token {
    return this.tokens[this.index] as Token;
  }

  protected peekNext(): Token {
    return this.tokens[Math.min(this.index + 1, this.tokens.length - 1)] as Token;
  }

  /** The next token, which must be of this kind, and moves on. @throws QueryError `syntax` */
  protected take(kind: Token['kind']): Token {
    const token = this.peek();
    if (token.kind !== kind) throw this.unexpected();
    this.index += 1;
    return token;
  }

  /** What to throw at the next token. */
  protected unexpected(hint?: string): QueryError {
    const token = this.peek();
    const what =
      token.kind === 'end' ? 'unexpected end' : `unexpected ${JSON.stringify(shown(token))}`;
    const advice = hint ?? (token.kind === '=' ? 'Equality is ==.' : undefined);
    return new QueryError('syntax', what, token.start, advice);
  }
}

function shown(token: Token): string {
  switch (token.kind) {
    case 'name':
    case 'quoted':
      return token.name;
    case 'variable':
      return `$${token.name}`;
    case 'number':
      return String(token.value);
    case 'literal':
      return 'a literal';
    default:
      return token.kind;
  }
}
