// A filter with slots for its values, so that filters that differ only in values share one statement. Everything that
// depends on the values is decided here, such as whether a value can be stored at all.
import type { Comparison, Filter, TextComparison } from '#application/model/filter';
import type { FilterByType } from '#application/model/query';
import { splitWords } from '#application/model/text-comparisons';
import { kinds, type KindName, type Value } from '#domain/kinds';
import { attributeKind, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { isStorable, sqlKindOf, unstorableBound } from '../tables/kinds.ts';
import type { Slot } from '../tables/sql-fragment.ts';

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'related'; readonly relationship: string; readonly condition: Condition }
  | { readonly kind: 'unset'; readonly attribute: string }
  /** `truth` for every value, unknown when unset. */
  | { readonly kind: 'constant'; readonly attribute: string; readonly truth: boolean }
  | { readonly kind: 'in'; readonly attribute: string; readonly list: Slot }
  | { readonly kind: 'compare'; readonly attribute: string; readonly comparison: Comparison; readonly value: Slot }
  | { readonly kind: 'compareTwo'; readonly attribute: string; readonly comparison: Comparison; readonly other: string }
  | { readonly kind: 'like'; readonly attribute: string; readonly pattern: Slot; readonly isIndexed: boolean }
  | { readonly kind: 'likeFolded'; readonly attribute: string; readonly pattern: Slot; readonly isIndexed: boolean }
  | { readonly kind: 'words'; readonly attribute: string; readonly words: Slot; readonly longest: Slot };

/** Like `FilterByType`. */
export type ConditionByType = Readonly<Partial<Record<ResourceType, Condition>>>;

export type SqlValue = Value | readonly Value[];

/** Appends to the statement's values. */
export type Bind = (value: SqlValue) => Slot;

/** The condition equivalent to a filter on resources of a type. */
export function conditionOf(filter: Filter, type: ResourceType, bind: Bind): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, conditions: filter.filters.map((each) => conditionOf(each, type, bind)) };
    case 'not':
      return { kind: 'not', condition: conditionOf(filter.filter, type, bind) };
    case 'related': {
      const { relationship } = filter;
      const { to } = relationshipOf(type, relationship);
      return { kind: 'related', relationship, condition: conditionOf(filter.filter, to, bind) };
    }
    case 'unset':
      return filter;
    case 'in':
      return inList(filter.attribute, filter.values, attributeKind(type, filter.attribute), bind);
    case 'compare': {
      const { attribute, comparison, operand } = filter;
      const kind = attributeKind(type, attribute);
      return operand.kind === 'attribute'
        ? { kind: 'compareTwo', attribute, comparison, other: operand.attribute }
        : compareValue(attribute, comparison, operand.value, kind, bind);
    }
    case 'text':
      return textCondition(filter.attribute, filter.comparison, filter.value, bind);
  }
}

/** The conditions equivalent to the filters, by type. */
export function conditionsOf(filters: FilterByType, bind: Bind): ConditionByType {
  return Object.fromEntries(
    resourceTypes.flatMap((type) => {
      const filter = filters[type];
      return filter === undefined ? [] : [[type, conditionOf(filter, type, bind)]];
    }),
  );
}

function inList(attribute: string, values: readonly Value[], kind: KindName, bind: Bind): Condition {
  // False rather than unknown: no value is in an empty list, not even an unset one.
  if (values.length === 0) return { kind: 'or', conditions: [] };
  const storable = values.filter((value) => sqlKindOf(kind).isStorable(value));
  // SQL: `NULL = any('{}')` is false, but an unset value has to be unknown.
  if (storable.length === 0) return never(attribute);
  return { kind: 'in', attribute, list: bind(storable) };
}

function compareValue(attribute: string, comparison: Comparison, value: Value, kind: KindName, bind: Bind): Condition {
  if (sqlKindOf(kind).isStorable(value)) return { kind: 'compare', attribute, comparison, value: bind(value) };
  const text = String(value);
  if (!kinds[kind].isText) {
    const holds = text.startsWith('-') ? HOLDS_ABOVE : HOLDS_BELOW;
    return { kind: 'constant', attribute, truth: holds.has(comparison) };
  }
  const boundComparison = BOUND_COMPARISONS[comparison];
  if (boundComparison === undefined) return never(attribute);
  return { kind: 'compare', attribute, comparison: boundComparison, value: bind(unstorableBound(text)) };
}

/** The comparisons that hold for every identifier if the value is below, or above, the range of `bigint`. */
const HOLDS_ABOVE: ReadonlySet<Comparison> = new Set(['greater', 'greaterOrEqual']);
const HOLDS_BELOW: ReadonlySet<Comparison> = new Set(['less', 'lessOrEqual']);

/** Replaces a comparison with an unstorable text, which equals no stored text, by a comparison with its `unstorableBound`. */
const BOUND_COMPARISONS: Readonly<Record<Comparison, Comparison | undefined>> = {
  equal: undefined,
  greater: 'greaterOrEqual',
  greaterOrEqual: 'greaterOrEqual',
  less: 'less',
  lessOrEqual: 'less',
};

function never(attribute: string): Condition {
  return { kind: 'constant', attribute, truth: false };
}

function textCondition(attribute: string, comparison: TextComparison, value: string, bind: Bind): Condition {
  // PostgreSQL text cannot hold U+0000; in a list of words it is a separator.
  const storable = comparison === 'hasWords' ? value.replaceAll('\0', ' ') : value;
  return isStorable(storable) ? TEXT_CONDITIONS[comparison](attribute, storable, bind) : never(attribute);
}

const TEXT_CONDITIONS: Readonly<Record<TextComparison, (attribute: string, value: string, bind: Bind) => Condition>> = {
  like: (attribute, pattern, bind) => {
    const prefix = /^[^%_\\]*/.exec(pattern)?.[0] ?? '';
    const like = likeCondition('like', attribute, pattern, bind);
    if (prefix === '') return like;
    // A range finds a prefix faster than trigrams do. A generic plan cannot tell, so a mere prefix offers only the range.
    const isPrefix = /^%*$/.test(pattern.slice(prefix.length));
    return {
      kind: 'and',
      conditions: [startsWith(attribute, prefix, bind), isPrefix ? { ...like, isIndexed: false } : like],
    };
  },
  likeIgnoringCase: (attribute, pattern, bind) => likeCondition('likeFolded', attribute, pattern, bind),
  startsWith,
  endsWith: (attribute, value, bind) => likeCondition('like', attribute, `%${escapePattern(value)}`, bind),
  hasWords: (attribute, value, bind) => {
    const longest = splitWords(value).reduce((best, word) => (word.length > best.length ? word : best), '');
    return { kind: 'words', attribute, words: bind(value), longest: bind(longest) };
  },
};

function likeCondition(
  kind: 'like' | 'likeFolded',
  attribute: string,
  pattern: string,
  bind: Bind,
): Extract<Condition, { kind: 'like' | 'likeFolded' }> {
  return { kind, attribute, pattern: bind(completePattern(pattern)), isIndexed: hasTrigram(pattern) };
}

/** Doubles an unpaired escape at the end: LIKE rejects it, but here it stands for itself. */
function completePattern(pattern: string): string {
  const escapes = /\\*$/.exec(pattern)?.[0].length ?? 0;
  return escapes % 2 === 0 ? pattern : `${pattern}\\`;
}

/**
 * True if a trigram index narrows a pattern down: three letters of a word do, or two at the start or end of the pattern.
 * For any other pattern PostgreSQL would read the whole index.
 */
function hasTrigram(pattern: string): boolean {
  return /[\p{L}\p{N}]{3}|^[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}$/u.test(pattern);
}

/** A prefix is a range in code point order, the order of the index. */
function startsWith(attribute: string, prefix: string, bind: Bind): Condition {
  const from: Condition = { kind: 'compare', attribute, comparison: 'greaterOrEqual', value: bind(prefix) };
  const end = afterPrefix(prefix);
  if (end === undefined) return from;
  return { kind: 'and', conditions: [from, { kind: 'compare', attribute, comparison: 'less', value: bind(end) }] };
}

/** The least text greater than every text with this prefix; undefined when there is none. */
function afterPrefix(prefix: string): string | undefined {
  const codePoints = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = codePoints.pop(); last !== undefined; last = codePoints.pop())
    if (last < 0x10ffff) return String.fromCodePoint(...codePoints, last === 0xd7ff ? 0xe000 : last + 1);
  return undefined;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
