// Parses the part of PromQL that the alerts use: selectors, functions, aggregations, comparisons, arithmetic.
// https://prometheus.io/docs/prometheus/latest/querying/basics/

export type Expression =
  | { readonly kind: 'number' }
  | Selector
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Expression[] }
  | { readonly kind: 'aggregation'; readonly by: readonly string[]; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly sides: readonly [Expression, Expression] };

export interface Selector {
  readonly kind: 'selector';
  readonly metric: string;
  readonly matchers: readonly Matcher[];
  /** Whether it selects a range of time (`[5m]`). */
  readonly isRange: boolean;
}

interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** What each function takes; `range` is a selector with a range of time. */
const FUNCTIONS: Readonly<Record<string, readonly ('number' | 'instant' | 'range')[]>> = {
  absent: ['instant'],
  changes: ['range'],
  histogram_quantile: ['number', 'instant'],
  increase: ['range'],
  max_over_time: ['range'],
  min_over_time: ['range'],
  rate: ['range'],
};

const AGGREGATIONS: ReadonlySet<string> = new Set(['avg', 'count', 'max', 'min', 'sum']);

/** From the loosest to the tightest. */
const OPERATORS: readonly (readonly string[])[] = [
  ['or'],
  ['and', 'unless'],
  ['==', '!=', '<=', '<', '>=', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?![\w.])|\[\d+[smhd]\]|[a-zA-Z_:][\w:]*|"[^"\\]*"|=~|!~|[=!<>]=|[-+*/%<>=(){},])|$)/y;

/** @throws Error for what it cannot parse, and for functions with other operands than they take */
export function parsePromql(text: string): Expression {
  const tokens = tokensOf(text);
  const expression = new Parser(tokens).parse();
  return expression;
}

/** All selectors in an expression. */
export function selectorsOf(expression: Expression): readonly Selector[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'selector':
      return [expression];
    case 'call':
      return expression.operands.flatMap(selectorsOf);
    case 'aggregation':
      return selectorsOf(expression.operand);
    case 'binary':
      return expression.sides.flatMap(selectorsOf);
  }
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`cannot be read from here: ${text.slice(at)}`);
    if (match[1] === undefined) break;
    tokens.push(match[1]);
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  parse(): Expression {
    const expression = this.#binary(0);
    if (this.#at < this.#tokens.length) throw new Error(`${this.#peek()} is one too many`);
    return expression;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? 'the end';
  }

  #next(): string {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }

  #takes(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw new Error(`${found} is where ${token} should be`);
  }

  #binary(level: number): Expression {
    const operators = OPERATORS[level];
    if (operators === undefined) return this.#operand();
    let left = this.#binary(level + 1);
    while (operators.includes(this.#peek()))
      left = { kind: 'binary', operator: this.#next(), sides: [left, this.#binary(level + 1)] };
    return left;
  }

  #operand(): Expression {
    if (this.#takes('(')) {
      const inner = this.#binary(0);
      this.#expect(')');
      return inner;
    }
    const token = this.#next();
    if (/^\d/.test(token)) return { kind: 'number' };
    if (!/^[a-zA-Z_:]/.test(token)) throw new Error(`${token} is where an operand should be`);
    if (AGGREGATIONS.has(token)) return this.#aggregation();
    return this.#peek() === '(' ? this.#call(token) : this.#selector(token);
  }

  #aggregation(): Expression {
    const by = this.#takes('by') ? this.#labels() : [];
    this.#expect('(');
    const operand = this.#binary(0);
    this.#expect(')');
    return { kind: 'aggregation', by, operand };
  }

  #labels(): readonly string[] {
    const labels: string[] = [];
    this.#expect('(');
    do labels.push(this.#next());
    while (this.#takes(','));
    this.#expect(')');
    return labels;
  }

  #call(name: string): Expression {
    const takes = FUNCTIONS[name];
    if (takes === undefined) throw new Error(`there is no function ${name}`);
    const operands: Expression[] = [];
    this.#expect('(');
    do operands.push(this.#binary(0));
    while (this.#takes(','));
    this.#expect(')');
    const kinds = operands.map(kindOf);
    if (kinds.join() !== takes.join()) throw new Error(`${name} takes ${takes.join()}, not ${kinds.join()}`);
    return { kind: 'call', name, operands };
  }

  #selector(metric: string): Expression {
    const matchers: Matcher[] = [];
    if (this.#takes('{')) {
      do {
        const [label, operator, value] = [this.#next(), this.#next(), this.#next()];
        if (!['=', '!=', '=~', '!~'].includes(operator) || !value.startsWith('"'))
          throw new Error(`${label}${operator}${value} is no matcher`);
        matchers.push({ label, operator, value: value.slice(1, -1) });
      } while (this.#takes(','));
      this.#expect('}');
    }
    const isRange = this.#peek().startsWith('[');
    if (isRange) this.#next();
    return { kind: 'selector', metric, matchers, isRange };
  }
}

function kindOf(expression: Expression): 'number' | 'instant' | 'range' {
  if (expression.kind === 'number') return 'number';
  return expression.kind === 'selector' && expression.isRange ? 'range' : 'instant';
}
