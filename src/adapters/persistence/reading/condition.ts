// A filter as PostgreSQL can answer it: without its values, so that filters that differ in these alone are one condition, and one statement.
// What depends on a value, such as whether it can be stored at all, is decided here.
import type { Comparison, Filter, Operand, TextComparison } from '../../../application/model/filter.ts';
import {
  attributeKind,
  relationshipOf,
  type AttributeKind,
  type ResourceType,
} from '../../../application/model/schema.ts';
import { splitWords } from '../../../application/model/words.ts';
import type { Slot } from '../fragment.ts';
import { isStorable, unstorableBound } from './storable-text.ts';

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'related'; readonly relationship: string; readonly condition: Condition }
  | { readonly kind: 'unset'; readonly attribute: string }
  /** The same for all values, but unknown for an unset one. */
  | { readonly kind: 'constant'; readonly attribute: string; readonly truth: boolean }
  | { readonly kind: 'in'; readonly attribute: string; readonly list: Slot }
  | { readonly kind: 'compare'; readonly attribute: string; readonly comparison: Comparison; readonly value: Slot }
  | { readonly kind: 'compareTwo'; readonly attribute: string; readonly comparison: Comparison; readonly other: string }
  | { readonly kind: 'like'; readonly attribute: string; readonly pattern: Slot; readonly isIndexed: boolean }
  | { readonly kind: 'likeFolded'; readonly attribute: string; readonly pattern: Slot; readonly isIndexed: boolean }
  | { readonly kind: 'words'; readonly attribute: string; readonly words: Slot; readonly longest: Slot };

export type SqlValue = string | readonly string[];

/** The condition that says the same as a filter of a type; its values are added to `values`. */
export function conditionOf(filter: Filter, type: ResourceType, values: SqlValue[]): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, conditions: filter.filters.map((each) => conditionOf(each, type, values)) };
    case 'not':
      return { kind: 'not', condition: conditionOf(filter.filter, type, values) };
    case 'related': {
      const { relationship } = filter;
      const { to } = relationshipOf(type, relationship);
      return { kind: 'related', relationship, condition: conditionOf(filter.filter, to, values) };
    }
    case 'unset':
      return filter;
    case 'in':
      return inList(filter.attribute, filter.values, attributeKind(type, filter.attribute), values);
    case 'compare':
      return compared(
        filter.attribute,
        filter.comparison,
        filter.operand,
        attributeKind(type, filter.attribute),
        values,
      );
    case 'text':
      return textCondition(filter.attribute, filter.comparison, filter.value, values);
  }
}

function slotOf(value: SqlValue, values: SqlValue[]): Slot {
  return values.push(value) - 1;
}

function inList(attribute: string, list: readonly string[], kind: AttributeKind, values: SqlValue[]): Condition {
  // Nothing is in an empty list, whatever is unset too.
  if (list.length === 0) return { kind: 'or', conditions: [] };
  const storable = list.filter(STORABLE[kind]);
  // An empty array compares with nothing, so that an unset value would not be unknown.
  if (storable.length === 0) return never(attribute);
  return { kind: 'in', attribute, list: slotOf(storable, values) };
}

/** Which values a stored value can equal at all. */
const STORABLE: Readonly<Record<AttributeKind, (value: string) => boolean>> = {
  identifier: fitsBigint,
  date: () => true,
  text: isStorable,
};

function compared(
  attribute: string,
  comparison: Comparison,
  operand: Operand,
  kind: AttributeKind,
  values: SqlValue[],
): Condition {
  if (operand.kind === 'attribute') return { kind: 'compareTwo', attribute, comparison, other: operand.attribute };
  const { value } = operand;
  if (STORABLE[kind](value)) return { kind: 'compare', attribute, comparison, value: slotOf(value, values) };
  if (kind === 'identifier') {
    const isLower = value.startsWith('-');
    return { kind: 'constant', attribute, truth: (isLower ? ABOVE : BELOW).has(comparison) };
  }
  const beside = BESIDES[comparison];
  if (beside === undefined) return never(attribute);
  return { kind: 'compare', attribute, comparison: beside, value: slotOf(unstorableBound(value), values) };
}

/** What holds of every identifier and a number that is smaller, or larger, than all of them. */
const ABOVE: ReadonlySet<Comparison> = new Set(['greater', 'greaterOrEqual']);
const BELOW: ReadonlySet<Comparison> = new Set(['less', 'lessOrEqual']);

/** How stored text compares with the bound of a text that cannot be stored, which nothing equals: see `unstorableBound`. */
const BESIDES: Readonly<Record<Comparison, Comparison | undefined>> = {
  equal: undefined,
  greater: 'greaterOrEqual',
  greaterOrEqual: 'greaterOrEqual',
  less: 'less',
  lessOrEqual: 'less',
};

function never(attribute: string): Condition {
  return { kind: 'constant', attribute, truth: false };
}

function fitsBigint(value: string): boolean {
  return value.length <= 20 && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

function textCondition(attribute: string, comparison: TextComparison, value: string, values: SqlValue[]): Condition {
  // U+0000, which no text can hold, separates words like the rest of ASCII that is neither letter nor digit.
  const sent = comparison === 'hasWords' ? value.replaceAll('\0', ' ') : value;
  return isStorable(sent) ? TEXTS[comparison](attribute, sent, values) : never(attribute);
}

const TEXTS: Readonly<Record<TextComparison, (attribute: string, value: string, values: SqlValue[]) => Condition>> = {
  like: (attribute, pattern, values) => {
    const prefix = /^[^%_\\]*/.exec(pattern)?.[0] ?? '';
    const like = likeCondition('like', attribute, pattern, values);
    return prefix === '' ? like : { kind: 'and', conditions: [startsWith(attribute, prefix, values), like] };
  },
  likeIgnoringCase: (attribute, pattern, values) => likeCondition('likeFolded', attribute, pattern, values),
  startsWith,
  endsWith: (attribute, value, values) => likeCondition('like', attribute, `%${escapePattern(value)}`, values),
  hasWords: (attribute, value, values) => {
    const longest = splitWords(value).reduce((best, word) => (word.length > best.length ? word : best), '');
    return { kind: 'words', attribute, words: slotOf(value, values), longest: slotOf(longest, values) };
  },
};

function likeCondition(kind: 'like' | 'likeFolded', attribute: string, pattern: string, values: SqlValue[]): Condition {
  return { kind, attribute, pattern: slotOf(completePattern(pattern), values), isIndexed: hasTrigram(pattern) };
}

/** An escape at the end stands for itself; LIKE refuses such a pattern. */
function completePattern(pattern: string): string {
  const escapes = /\\*$/.exec(pattern)?.[0].length ?? 0;
  return escapes % 2 === 0 ? pattern : `${pattern}\\`;
}

/**
 * Whether an index of trigrams narrows a pattern down: it has three letters of a word, or the two that a word begins or ends with. For any other
 * pattern the whole index would be read.
 */
function hasTrigram(pattern: string): boolean {
  return /[\p{L}\p{N}]{3}|^[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}$/u.test(pattern);
}

/** A prefix is a range in the order of code points, which is also that of an index. */
function startsWith(attribute: string, prefix: string, values: SqlValue[]): Condition {
  const compare = (comparison: Comparison, value: string): Condition => {
    return { kind: 'compare', attribute, comparison, value: slotOf(value, values) };
  };
  const from = compare('greaterOrEqual', prefix);
  const end = afterPrefix(prefix);
  return end === undefined ? from : { kind: 'and', conditions: [from, compare('less', end)] };
}

/** The least text that is greater than all that start with a prefix; undefined when there is none. */
function afterPrefix(prefix: string): string | undefined {
  const codePoints = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = codePoints.pop(); last !== undefined; last = codePoints.pop())
    if (last < 0x10ffff) return String.fromCodePoint(...codePoints, last === 0xd7ff ? 0xe000 : last + 1);
  return undefined;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
