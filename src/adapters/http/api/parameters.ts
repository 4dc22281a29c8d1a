// The query parameters of the API, and the routes that take them.
/**
 * The parameters of a route. `list`: all; `linkage`, the route of a to-many relationship: all but `page[number]`; `export`: filters, `sort` and
 * `fields`; `resource`: `include`, `fields` and bounds; `change`: `include` and `fields`; `changes`: those of the feed; `stream`: those of the
 * feed as a stream; `none`: none.
 */
export type QueryScope = 'list' | 'linkage' | 'export' | 'resource' | 'change' | 'changes' | 'stream' | 'none';

export type ParameterKind =
  | 'include'
  | 'fields'
  | 'filter'
  | 'condition'
  | 'sort'
  | PageParameterKind
  | BoundParameterKind
  | 'subjectType'
  | 'subjectId'
  | 'behind';

export type PageParameterKind = 'size' | 'number' | 'after' | 'before' | 'total';

/** The kinds that bound relationships. */
export type BoundParameterKind = 'boundSize' | 'boundTotal' | 'includeSort' | 'includeFilter';

export interface KnownParameter {
  readonly kind: ParameterKind;
  /** The name, for messages; capitals in brackets are a placeholder. */
  readonly shape: string;
  /** Captures what replaces the placeholder. */
  readonly pattern: RegExp;
  readonly takenBy: readonly QueryScope[];
  readonly mayRepeat?: boolean;
}

const LISTS = ['list', 'linkage'] as const;
const FILTERED = [...LISTS, 'export'] as const;
const DOCUMENTS = [...LISTS, 'resource'] as const;
const FEED = ['changes', 'stream'] as const;

export const knownParameters: readonly KnownParameter[] = [
  { kind: 'include', shape: 'include', pattern: /^include$/, takenBy: [...DOCUMENTS, 'change'] },
  {
    kind: 'fields',
    shape: 'fields[TYPE]',
    pattern: /^fields\[(.+)\]$/s,
    takenBy: [...DOCUMENTS, 'change', 'export', ...FEED],
  },
  { kind: 'filter', shape: 'filter', pattern: /^filter$/, takenBy: FILTERED },
  { kind: 'condition', shape: 'filter[FIELD]', pattern: /^filter\[(.+)\]$/s, takenBy: FILTERED, mayRepeat: true },
  { kind: 'sort', shape: 'sort', pattern: /^sort$/, takenBy: FILTERED },
  { kind: 'size', shape: 'page[size]', pattern: /^page\[size\]$/, takenBy: [...LISTS, 'changes'] },
  { kind: 'number', shape: 'page[number]', pattern: /^page\[number\]$/, takenBy: ['list'] },
  { kind: 'after', shape: 'page[after]', pattern: /^page\[after\]$/, takenBy: LISTS },
  { kind: 'before', shape: 'page[before]', pattern: /^page\[before\]$/, takenBy: LISTS },
  { kind: 'total', shape: 'page[total]', pattern: /^page\[total\]$/, takenBy: LISTS },
  { kind: 'boundSize', shape: 'page[PATH][size]', pattern: /^page\[([^[\]]+)\]\[size\]$/, takenBy: DOCUMENTS },
  { kind: 'boundTotal', shape: 'page[PATH][total]', pattern: /^page\[([^[\]]+)\]\[total\]$/, takenBy: DOCUMENTS },
  { kind: 'includeSort', shape: 'includeSort', pattern: /^includeSort$/, takenBy: DOCUMENTS },
  { kind: 'includeFilter', shape: 'includeFilter', pattern: /^includeFilter$/, takenBy: DOCUMENTS },
  { kind: 'subjectType', shape: 'filter[type]', pattern: /^filter\[type\]$/, takenBy: FEED },
  { kind: 'subjectId', shape: 'filter[id]', pattern: /^filter\[id\]$/, takenBy: FEED },
  { kind: 'behind', shape: 'page[after]', pattern: /^page\[after\]$/, takenBy: FEED },
];

/** The kinds of parameters that routes of a scope take. */
export function kindsTakenBy(scope: QueryScope): readonly ParameterKind[] {
  return knownParameters.filter(({ takenBy }) => takenBy.includes(scope)).map(({ kind }) => kind);
}
