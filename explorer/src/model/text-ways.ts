// The everyday conditions on text, such as "contains". They are written as patterns of the API, and recognized in such patterns.

/** The operator that takes the pattern, and the wildcards around the text. */
interface Way {
  readonly op: string;
  readonly before: '%' | '';
  readonly after: '%' | '';
}

export type WayName = 'contains' | 'begins' | 'ends' | 'lacks';

const ways: Readonly<Record<WayName, Way>> = {
  contains: { op: 'ilike', before: '%', after: '%' },
  begins: { op: 'ilike', before: '', after: '%' },
  ends: { op: 'ilike', before: '%', after: '' },
  lacks: { op: 'notilike', before: '%', after: '%' },
};

export function isWay(name: string): name is WayName {
  return Object.hasOwn(ways, name);
}

export interface Pattern {
  readonly op: string;
  readonly val: string;
}

/** The choices for a field with these operators: the ways that use one of them, then the operators. */
export function offered(operators: readonly string[]): readonly string[] {
  const possible = Object.entries(ways).filter(([, { op }]) => operators.includes(op));
  return [...possible.map(([name]) => name), ...operators];
}

/** @example patternOf('contains', '50%') // { op: 'ilike', val: '%50\\%%' }; undefined if the name is not a way */
export function patternOf(name: string, text: string): Pattern | undefined {
  if (!isWay(name)) return undefined;
  const way = ways[name];
  return { op: way.op, val: way.before + text.replace(/[\\%_]/gu, '\\$&') + way.after };
}

/** The way that writes this pattern, and its text; undefined if there is none. */
export function wayOf({ op, val }: Pattern): { readonly name: string; readonly text: string } | undefined {
  for (const [name, way] of Object.entries(ways)) {
    const inner = val.slice(way.before.length, val.length - way.after.length);
    // The text must not contain a wildcard of its own.
    if (way.op !== op || !/^(?:[^\\%_]|\\[\\%_])+$/u.test(inner)) continue;
    const text = inner.replace(/\\(.)/gu, '$1');
    if (patternOf(name, text)?.val === val) return { name, text };
  }
  return undefined;
}
