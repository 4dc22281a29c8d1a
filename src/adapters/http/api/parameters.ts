// The query parameters of the API, which routes take them, and the limits of a query.
/**
 * The parameters of a route. `list`: all; `export`: those of a list without `include` and pages; `resource`: `include` and `fields` only;
 * `none`: none.
 */
export type QueryScope = 'list' | 'export' | 'resource' | 'none';

export type ParameterKind = 'include' | 'fields' | 'filter' | 'condition' | 'sort' | PageParameterKind;

export type PageParameterKind = 'size' | 'number' | 'after' | 'before' | 'total';

export interface KnownParameter {
  readonly kind: ParameterKind;
  /** The name, for messages; capitals in brackets are a placeholder. */
  readonly shape: string;
  /** Captures what replaces the placeholder. */
  readonly pattern: RegExp;
  readonly takenBy: readonly QueryScope[];
  readonly mayRepeat?: boolean;
}

export const knownParameters: readonly KnownParameter[] = [
  { kind: 'include', shape: 'include', pattern: /^include$/, takenBy: ['resource', 'list'] },
  { kind: 'fields', shape: 'fields[TYPE]', pattern: /^fields\[(.+)\]$/s, takenBy: ['resource', 'list', 'export'] },
  { kind: 'filter', shape: 'filter', pattern: /^filter$/, takenBy: ['list', 'export'] },
  {
    kind: 'condition',
    shape: 'filter[FIELD]',
    pattern: /^filter\[(.+)\]$/s,
    takenBy: ['list', 'export'],
    mayRepeat: true,
  },
  { kind: 'sort', shape: 'sort', pattern: /^sort$/, takenBy: ['list', 'export'] },
  { kind: 'size', shape: 'page[size]', pattern: /^page\[size\]$/, takenBy: ['list'] },
  { kind: 'number', shape: 'page[number]', pattern: /^page\[number\]$/, takenBy: ['list'] },
  { kind: 'after', shape: 'page[after]', pattern: /^page\[after\]$/, takenBy: ['list'] },
  { kind: 'before', shape: 'page[before]', pattern: /^page\[before\]$/, takenBy: ['list'] },
  { kind: 'total', shape: 'page[total]', pattern: /^page\[total\]$/, takenBy: ['list'] },
];

/** The kinds of parameters that routes of a scope take. */
export function kindsTakenBy(scope: QueryScope): readonly ParameterKind[] {
  return knownParameters.filter(({ takenBy }) => takenBy.includes(scope)).map(({ kind }) => kind);
}
