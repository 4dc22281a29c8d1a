// Changes made by somebody else while a resource was open, next to the user's own unsaved changes.
import type { Resource } from './api.ts';
import { keyOf, type Identifier, type Row } from './documents.ts';
import type { Draft } from './draft.ts';
import type { Json, Scalar } from './json.ts';
import { linkageAfter, type LinkChange } from './link-change.ts';
import { countOf, covers, membersOf } from './members.ts';

export interface Sides<Value> {
  readonly opened: Value;
  readonly now: Value;
  /** The value after the user's own change; undefined if they do not change it. */
  readonly mine: Value | undefined;
}

export type Difference =
  | {
      readonly kind: 'attribute';
      readonly name: string;
      readonly sides: Sides<Json>;
      /** False if the service computes the value, so neither side chose it. */
      readonly isWritable: boolean;
    }
  /** For a value that the API never shows, only the user's own is known. */
  | { readonly kind: 'write-only'; readonly name: string; readonly mine: Scalar }
  | {
      readonly kind: 'linkage';
      readonly name: string;
      readonly sides: Sides<readonly Identifier[]>;
      /** The number of identifiers present on all sides, which are left out. */
      readonly common: number;
    }
  | {
      /** For a relationship whose members have not all been read. */
      readonly kind: 'part';
      readonly name: string;
      /** The members known to have been removed, and those known to be new. */
      readonly gone: readonly Identifier[];
      readonly fresh: readonly Identifier[];
      /** The total numbers of members. */
      readonly counts: { readonly opened: number; readonly now: number };
      readonly mine: LinkWish | undefined;
    };

/** A link that the user wants to add or remove. */
export type LinkWish = Pick<LinkChange, 'kind' | 'relationship' | 'to'>;

/** The user's own change. */
export interface Mine {
  readonly values: Draft['values'];
  readonly link: LinkWish | undefined;
}

/** The fields that somebody else or the user has changed. */
export function differencesOf(resource: Resource, opened: Row, now: Row, mine: Mine): readonly Difference[] {
  return resource.fields.flatMap((field): readonly Difference[] => {
    const { kind, name } = field;
    if (kind === 'relationship') {
      const wish = mine.link?.relationship.name === name ? mine.link : undefined;
      const isWhole = opened.rest[name] === undefined && now.rest[name] === undefined;
      return isWhole ? linkageDifference(name, opened, now, wish) : partDifference(name, opened, now, wish);
    }
    const own = mine.values[name];
    if (!field.readable) return own === undefined ? [] : [{ kind: 'write-only', name, mine: own }];
    const sides = { opened: opened.attributes[name] ?? null, now: now.attributes[name] ?? null, mine: own };
    const differs = !isSame(sides.opened, sides.now) || (own !== undefined && !isSame(own, sides.now));
    return differs ? [{ kind: 'attribute', name, sides, isWritable: field.writable }] : [];
  });
}

/** True if a change by somebody else can be seen at all. */
export function isVisible(difference: Difference): boolean {
  switch (difference.kind) {
    case 'write-only':
      return false;
    case 'attribute':
    case 'linkage':
      return !isSame(difference.sides.opened, difference.sides.now);
    case 'part': {
      const { gone, fresh, counts } = difference;
      return gone.length > 0 || fresh.length > 0 || counts.opened !== counts.now;
    }
  }
}

type Linkage = readonly Identifier[];

function linkageDifference(name: string, before: Row, after: Row, wish: LinkWish | undefined): readonly Difference[] {
  const opened = membersOf(before, name);
  const now = membersOf(after, name);
  const mine = wish === undefined ? undefined : linkageAfter(wish, now);
  const sides = [opened, now, ...(mine === undefined ? [] : [mine])];
  const keys = sides.map((side) => new Set(side.map(keyOf)));
  const common = new Set(now.map(keyOf).filter((key) => keys.every((side) => side.has(key))));
  const rest = (side: Linkage): Linkage => side.filter((identifier) => !common.has(keyOf(identifier)));
  if (sides.every((side) => rest(side).length === 0)) return [];
  const restOfMine = mine === undefined ? undefined : rest(mine);
  return [
    {
      kind: 'linkage',
      name,
      sides: { opened: rest(opened), now: rest(now), mine: restOfMine },
      common: common.size,
    },
  ];
}

/** A member that one side lacks counts as a difference only if that side would have shown it. */
function partDifference(name: string, opened: Row, now: Row, mine: LinkWish | undefined): readonly Difference[] {
  const lackedBy = (side: Row, other: Row): Linkage => {
    const keys = new Set(membersOf(side, name).map(keyOf));
    return membersOf(other, name).filter((member) => !keys.has(keyOf(member)) && covers(side, name, member));
  };
  const gone = lackedBy(now, opened);
  const fresh = lackedBy(opened, now);
  const counts = { opened: countOf(opened, name), now: countOf(now, name) };
  const difference: Difference = { kind: 'part', name, gone, fresh, counts, mine };
  return mine !== undefined || isVisible(difference) ? [difference] : [];
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
