import type { Arithmetic, Comparison, Expression } from './expression.js';
import { QueryError } from './query-error.js';
import { TokenCursor } from './token-cursor.js';
import type { Token } from './token.js';
import { tokenize } from './tokenize.js';

/** Levels of nesting; parsing and evaluating recurse. */
const maxDepth = 200;

/** How strongly a sign holds what stands to its left. */
const powers: Readonly<Partial<Record<Token['kind'], number>>> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '//': 7,
  '%': 7,
  '[]': 9,
  '[?': 21,
  '.': 40,
  '[': 55,
};
/** What holds less ends a projection. */
const projection = 10;
const powerOf = { flatten: 9, filter: 21, star: 20 } as const;
/** `!a.b` negates `a.b`, and `!a == b` compares `!a`. */
const prefix = 8;

/**
 * Reads a JMESPath expression (https://jmespath.org/specification.html), with the arithmetic,
 * `$` and `let` of the community's edition (https://jmespath.site).
 *
 * @throws QueryError `syntax`
 * @example parseExpression('people[?age > `30`].name')
 */
export function parseExpression(text: string): Expression {
  const parser = new Parser(tokenize(text));
  return parser.readWhole();
}

type Projection = Extract<Expression, { kind: 'project' }>;

class Parser extends TokenCursor {
  private depth = 0;

  readWhole(): Expression {
    if (this.peek().kind === 'end')
      throw new QueryError('syntax', 'it is empty', 0, 'The whole value is @.');
    const expression = this.read(0);
    if (this.peek().kind !== 'end') throw this.unexpected();
    return expression;
  }

  private read(power: number): Expression {
    this.depth += 1;
    if (this.depth > maxDepth)
      throw new QueryError(
        'syntax',
        `it is nested deeper than ${maxDepth} levels`,
        this.peek().start,
      );
    let left = this.readFirst();
    while (power < (powers[this.peek().kind] ?? 0)) left = this.readMore(left);
    this.depth -= 1;
    return left;
  }

  /** What an expression starts with. */
  private readFirst(): Expression {
    const token = this.peek();
    const at = token.start;
    switch (token.kind) {
      case 'name':
        if (token.name === 'let' && this.peekNext().kind === 'variable') return this.readLet();
        this.index += 1;
        return this.peek().kind === '('
          ? this.readCall(token.name, at)
          : { kind: 'field', name: token.name, at };
      case 'quoted':
        this.index += 1;
        if (this.peek().kind === '(') throw this.unexpected('A function name has no quotes.');
        return { kind: 'field', name: token.name, at };
      case 'variable':
        this.index += 1;
        return { kind: 'variable', name: token.name, at };
      case 'literal':
      case 'number':
        this.index += 1;
        if (token.kind === 'number' && this.peek().kind === '.')
          throw this.unexpected('Put a number in backticks: `1.5`.');
        return { kind: 'literal', value: token.value, at };
      case '@':
      case '$':
        this.index += 1;
        return { kind: token.kind === '@' ? 'current' : 'root', at };
      case '*':
      case '[]':
      case '[?':
        return this.readMore({ kind: 'current', at }, true);
      case '[':
        return this.isSelection() ? this.readList() : this.readMore({ kind: 'current', at });
      case '{':
        return this.readHash();
      case '!':
        this.index += 1;
        return { kind: 'not', of: this.read(prefix), at };
      case '-':
      case '+':
        this.index += 1;
        return { kind: token.kind === '-' ? 'negate' : 'plus', of: this.read(prefix), at };
      case '&':
        this.index += 1;
        return { kind: 'reference', of: this.read(0), at };
      case '(': {
        this.index += 1;
        const inner = this.read(0);
        this.take(')');
        // What follows is not part of a projection inside the parentheses.
        return { kind: 'chain', left: inner, right: { kind: 'current', at }, isPipe: true, at };
      }
      default:
        throw this.unexpected();
    }
  }

  /** What continues an expression. */
  private readMore(left: Expression, isFirst = false): Expression {
    const token = this.peek();
    const at = token.start;
    this.index += 1;
    switch (token.kind) {
      case '.':
        if (this.peek().kind === '*') {
          this.index += 1;
          return this.project('values', left, at, powerOf.star);
        }
        return { kind: 'chain', left, right: this.readAfterDot(), isPipe: false, at };
      case '|':
        return { kind: 'chain', left, right: this.read(1), isPipe: true, at };
      case '||':
        return { kind: 'or', left, right: this.read(2), at };
      case '&&':
        return { kind: 'and', left, right: this.read(3), at };
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return {
          kind: 'compare',
          operator: token.kind satisfies Comparison,
          left,
          right: this.read(5),
          at,
        };
      case '*':
        if (isFirst) return this.project('values', left, at, powerOf.star);
        return this.compute(token.kind, left, at);
      case '+':
      case '-':
      case '/':
      case '//':
      case '%':
        return this.compute(token.kind, left, at);
      case '[]':
        return this.project('flattened', left, at, powerOf.flatten);
      case '[?': {
        const condition = this.read(0);
        this.take(']');
        return { ...this.project('elements', left, at, powerOf.filter), condition };
      }
      case '[':
        return this.readBrackets(left, at);
      default:
        this.index -= 1;
        throw this.unexpected();
    }
  }

  private compute(operator: Arithmetic, left: Expression, at: number): Expression {
    return { kind: 'compute', operator, left, right: this.read(powers[operator] ?? 0), at };
  }

  /** `[` is behind us: an index, a slice, or `*`. */
  private readBrackets(left: Expression, at: number): Expression {
    if (this.peek().kind === '*') {
      this.index += 1;
      this.take(']');
      return this.project('elements', left, at, powerOf.star);
    }
    const parts: (number | undefined)[] = [undefined];
    for (let token = this.peek(); token.kind === 'number' || token.kind === ':';) {
      if (token.kind !== 'number') parts.push(undefined);
      else if (parts.at(-1) === undefined) parts[parts.length - 1] = token.value;
      else throw this.unexpected();
      if (parts.length > 3) throw this.unexpected();
      this.index += 1;
      token = this.peek();
    }
    if (this.peek().kind !== ']' || (parts.length === 1 && parts[0] === undefined))
      throw this.unexpected(
        'In brackets after a value stands an index, a slice [0:5], * or a filter [?…].',
      );
    this.index += 1;
    const [start, stop, step] = parts;
    if (parts.length === 1)
      return {
        kind: 'chain',
        left,
        right: { kind: 'index', index: start ?? 0, at },
        isPipe: false,
        at,
      };
    if (step === 0) throw new QueryError('syntax', 'the step of a slice is 0', at);
    const sliced: Expression = {
      kind: 'chain',
      left,
      right: { kind: 'slice', start, stop, step, at },
      isPipe: false,
      at,
    };
    return this.project('elements', sliced, at, powerOf.star);
  }

  private readAfterDot(): Expression {
    const token = this.peek();
    if (token.kind === '{') return this.readHash();
    if (token.kind === '[') return this.readList();
    if (token.kind !== 'name' && token.kind !== 'quoted')
      throw this.unexpected(
        token.kind === 'number'
          ? 'An element of a list is taken with brackets: list[0].'
          : undefined,
      );
    this.index += 1;
    if (this.peek().kind === '(' && token.kind === 'name')
      return this.readCall(token.name, token.start);
    return { kind: 'field', name: token.name, at: token.start };
  }

  private project(
    over: Projection['over'],
    left: Expression,
    at: number,
    power: number,
  ): Projection {
    return { kind: 'project', over, left, right: this.readProjected(power), at };
  }

  /**
   * What is done with each element of a projection. What follows directly belongs to it where it binds
   * at all; then only what binds more strongly than the projection's own sign. Brackets after a list or
   * hash of expressions take from the projected whole, as in every implementation: `rows[*].{id: id}[0]`.
   */
  private readProjected(power: number): Expression {
    const { kind, start: at } = this.peek();
    let right: Expression = { kind: 'current', at };
    if ((powers[kind] ?? 0) < projection) return right;
    do right = this.readMore(right);
    while (power < (powers[this.peek().kind] ?? 0) && !this.isBracketAfterSelection(right));
    return right;
  }

  private isBracketAfterSelection(expression: Expression): boolean {
    const { kind } = this.peek();
    if (kind !== '[' && kind !== '[?') return false;
    if (expression.kind !== 'chain' || expression.isPipe) return false;
    return expression.right.kind === 'list' || expression.right.kind === 'hash';
  }

  /** Whether `[` opens a list of expressions, not an index. */
  private isSelection(): boolean {
    const { kind } = this.peekNext();
    if (kind === '*') return this.tokens[this.index + 2]?.kind !== ']';
    return kind !== 'number' && kind !== ':';
  }

  private readList(): Expression {
    const at = this.take('[').start;
    const items = this.readSeparated(() => this.read(0), ']');
    return { kind: 'list', items, at };
  }

  private readHash(): Expression {
    const at = this.take('{').start;
    const members = this.readSeparated((): readonly [string, Expression] => {
      const token = this.peek();
      if (token.kind !== 'name' && token.kind !== 'quoted') throw this.unexpected();
      this.index += 1;
      this.take(':');
      return [token.name, this.read(0)];
    }, '}');
    return { kind: 'hash', members, at };
  }

  private readCall(name: string, at: number): Expression {
    this.take('(');
    if (this.peek().kind === ')') {
      this.index += 1;
      return { kind: 'call', name, args: [], at };
    }
    return { kind: 'call', name, args: this.readSeparated(() => this.read(0), ')'), at };
  }

  private readLet(): Expression {
    const at = this.take('name').start;
    const bindings: (readonly [string, Expression])[] = [];
    do {
      if (bindings.length > 0) this.index += 1;
      const token = this.peek();
      if (token.kind !== 'variable') throw this.unexpected();
      this.index += 1;
      this.take('=');
      bindings.push([token.name, this.read(0)]);
    } while (this.peek().kind === ',');
    const last = this.peek();
    if (last.kind !== 'name' || last.name !== 'in') throw this.unexpected('let $a = … in …');
    this.index += 1;
    return { kind: 'let', bindings, body: this.read(0), at };
  }

  private readSeparated<Item>(read: () => Item, close: ']' | '}' | ')'): readonly Item[] {
    const items = [read()];
    while (this.peek().kind === ',') {
      this.index += 1;
      items.push(read());
    }
    this.take(close);
    return items;
  }
}
