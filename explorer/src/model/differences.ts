// Changes made by somebody else while a resource was open, next to the person's own unsaved changes.
import type { Resource } from './api.ts';
import { keyOf, type Identifier, type Row } from './documents.ts';
import type { Draft } from './draft.ts';
import type { Json, Scalar } from './json.ts';

export interface Sides<Value> {
  readonly opened: Value;
  readonly now: Value;
  /** The value after the person's own change; undefined if they do not change it. */
  readonly mine: Value | undefined;
}

export type Difference =
  | { readonly kind: 'attribute'; readonly name: string; readonly sides: Sides<Json> }
  /** Of a value that the API never shows there is only the person's own. */
  | { readonly kind: 'write-only'; readonly name: string; readonly mine: Scalar }
  | {
      readonly kind: 'linkage';
      readonly name: string;
      readonly sides: Sides<readonly Identifier[]>;
      /** The number of identifiers present on all sides, which are left out. */
      readonly common: number;
    };

/** A change of the person's own. */
export interface Mine {
  readonly values: Draft['values'];
  readonly linkage: Row['linkage'];
}

/** The fields that somebody else or the person has changed. */
export function differencesOf(resource: Resource, opened: Row, now: Row, mine: Mine): readonly Difference[] {
  return resource.fields.flatMap((field): readonly Difference[] => {
    const { kind, name } = field;
    if (kind === 'relationship') return linkageDifference(name, opened, now, mine.linkage[name]);
    const own = mine.values[name];
    if (!field.readable) return own === undefined ? [] : [{ kind: 'write-only', name, mine: own }];
    const sides = { opened: opened.attributes[name] ?? null, now: now.attributes[name] ?? null, mine: own };
    const differs = !isSame(sides.opened, sides.now) || (own !== undefined && !isSame(own, sides.now));
    return differs ? [{ kind: 'attribute', name, sides }] : [];
  });
}

/** True if a change by somebody else can be seen at all. */
export function isVisible(difference: Difference): boolean {
  return difference.kind !== 'write-only' && !isSame(difference.sides.opened, difference.sides.now);
}

type Linkage = readonly Identifier[];

function linkageDifference(name: string, before: Row, after: Row, mine: Linkage | undefined): readonly Difference[] {
  const opened = before.linkage[name] ?? [];
  const now = after.linkage[name] ?? [];
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

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
