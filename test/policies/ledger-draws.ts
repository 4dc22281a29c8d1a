// Random writes, most of them to existing rows.
import { resourceTypes, type ResourceType } from '#domain/schema';
import type { Random } from '../chaos/random.ts';
import { holderOf, itemsOf, rowsOf, type PlantedRow, type State } from './ledger-rows.ts';
import {
  attributesOf,
  endsOf,
  isShown,
  links,
  togetherUnique,
  UNIQUE_VALUES,
  type LedgerAttribute,
  type Link,
  type Values,
} from './ledger-schema.ts';
import type { Linkage, Write, WriteKind } from './ledger-writes.ts';

/** Rows of a type that refers to none, and of any other. */
const [HOLDERS, ITEMS] = [5, 8];
const MISSING = '987654321';

export function drawRows(random: Random): readonly PlantedRow[] {
  const countOf = (type: ResourceType): number => (endsOf(type).every(({ isMany }) => isMany) ? HOLDERS : ITEMS);
  return resourceTypes.flatMap((type) => {
    const attributes = attributesOf(type).map((each) => [each, random.below(UNIQUE_VALUES)] as const);
    const rows = Array.from({ length: countOf(type) }, (_, index) => ({
      type,
      attributes: Object.fromEntries(
        attributes.map(([each, first]) => [each.name, valueFor(random, each, first + index)]),
      ),
      targets: Object.fromEntries(
        endsOf(type).flatMap(({ name, to, link, isMany }) =>
          isMany || (!link.isRequired && random.below(4) === 0)
            ? []
            : [[name, random.below(1 + random.below(countOf(to)))] as const],
        ),
      ),
    }));
    return rows.filter((row, index) => !rows.slice(0, index).some((other) => areRepeated(row, other)));
  });
}

/** True if two rows have the same values where these must differ together. */
function areRepeated(one: PlantedRow, other: PlantedRow): boolean {
  const valueIn = ({ attributes, targets }: PlantedRow, name: string) => attributes[name] ?? targets[name] ?? null;
  return togetherUnique(one.type).some((names) =>
    names.every((name) => valueIn(one, name) !== null && valueIn(one, name) === valueIn(other, name)),
  );
}

/** @param index chooses the value of an attribute that is unique */
function valueFor(random: Random, { values, isRequired, isUnique }: LedgerAttribute, index: number) {
  const value = (isUnique ? values[index % values.length] : random.pick(values)) ?? null;
  return isRequired || random.below(values.length + 1) > 0 ? value : null;
}

/** How often each kind is drawn. Deletions are rarer than creations, because they are allowed more often. */
const WEIGHTS: Readonly<Record<WriteKind, number>> = {
  create: 8,
  'create related': 3,
  update: 12,
  'update related': 4,
  delete: 3,
  'delete related': 1,
  link: 4,
  replace: 5,
  unlink: 4,
  assign: 2,
  reassign: 4,
  unassign: 2,
};

const throughMany = links.filter(({ many }) => isShown(many));
const throughOne = links.filter(({ one }) => isShown(one));

/** The relationships that a write can name in its path; undefined if it names none. */
const LINKS: Readonly<Record<WriteKind, readonly Link[] | undefined>> = {
  create: undefined,
  'create related': throughMany,
  update: undefined,
  'update related': throughOne,
  delete: undefined,
  'delete related': throughOne,
  link: throughMany,
  replace: throughMany,
  unlink: throughMany,
  assign: throughOne,
  reassign: throughOne,
  unassign: throughOne,
};

const kinds = (Object.keys(WEIGHTS) as readonly WriteKind[])
  .filter((kind) => LINKS[kind]?.length !== 0)
  .flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

export function drawWrite(random: Random, state: State): Write {
  const anId = (type: ResourceType): string =>
    random.below(25) === 0 ? MISSING : (random.pick(rowsOf(state, type))?.id ?? MISSING);
  const some = (type: ResourceType): readonly string[] => Array.from({ length: random.below(4) }, () => anId(type));
  const aHolder = (type: ResourceType): string | null => (random.below(3) === 0 ? null : anId(type));
  /** Linkage of about half of the resources, of one relationship mostly. */
  const someLinkage = (type: ResourceType, except?: string): Linkage => {
    const ends = endsOf(type).filter(({ name }) => name !== except);
    const chosen = ends.filter(() => random.below(ends.length + 1) === 0);
    return Object.fromEntries(chosen.map(({ name, to, isMany }) => [name, isMany ? some(to) : aHolder(to)]));
  };
  /** What something new cannot be without, which is rarely left out. */
  const neededLinkage = (type: ResourceType, except?: string): Linkage => {
    const needed = endsOf(type).filter(({ name, link, isMany }) => link.isRequired && !isMany && name !== except);
    return Object.fromEntries(needed.flatMap(({ name, to }) => (random.below(12) === 0 ? [] : [[name, anId(to)]])));
  };
  const fields = (type: ResourceType, isNew: boolean, except?: string) => ({
    attributes: drawAttributes(random, type, isNew),
    linkage: { ...someLinkage(type, except), ...(isNew ? neededLinkage(type, except) : {}) },
  });
  /** An item, mostly one that has a holder. */
  const anItem = ({ item, one }: Link, share: number): string => {
    const held = rowsOf(state, item).filter(({ targets }) => (targets[one] ?? null) !== null);
    return random.below(share) === 0 ? anId(item) : (random.pick(held)?.id ?? MISSING);
  };
  const holderIdOf = (link: Link, id: string): string | undefined => {
    const row = rowsOf(state, link.item).find((each) => each.id === id);
    return row && holderOf(state, link, row)?.id;
  };
  const kind = random.pick(kinds) ?? 'create';
  const [type, link] = [random.pick(resourceTypes), random.pick(LINKS[kind] ?? links)];
  if (type === undefined) throw new Error('the model has no types');
  if (kind === 'create') return { kind, type, ...fields(type, true) };
  if (kind === 'update') return { kind, type, of: anId(type), ...fields(type, false) };
  if (kind === 'delete') return { kind, type, of: anId(type) };
  if (link === undefined) throw new Error(`no relationship is written by "${kind}"`);
  switch (kind) {
    case 'create related':
      return { kind, link, of: anId(link.holder), ...fields(link.item, true, link.one) };
    case 'update related': {
      const of = anItem(link, 8);
      const holder = random.below(8) === 0 ? undefined : holderIdOf(link, of);
      return { kind, link, of, holder: holder ?? anId(link.holder), ...fields(link.holder, false) };
    }
    case 'delete related':
      return { kind, link, of: anItem(link, 6) };
    case 'link':
    case 'replace':
      return { kind, link, of: anId(link.holder), items: some(link.item) };
    case 'unlink': {
      const of = anId(link.holder);
      const members = itemsOf(state, link, of).map(({ id }) => id);
      return { kind, link, of, items: [...random.sample(members, 3), ...some(link.item)] };
    }
    case 'assign':
    case 'reassign':
      return { kind, link, of: anId(link.item), holder: aHolder(link.holder) };
    case 'unassign': {
      const of = anId(link.item);
      const holder = holderIdOf(link, of) ?? null;
      return { kind, link, of, holder: random.below(3) === 0 ? aHolder(link.holder) : holder };
    }
  }
}

/** Every required attribute of something new; otherwise few. */
function drawAttributes(random: Random, type: ResourceType, isNew: boolean): Values {
  const chosen = attributesOf(type).filter(
    ({ isRequired }) => (isNew && isRequired) || random.below(isRequired ? 2 : 3) === 0,
  );
  return Object.fromEntries(
    chosen.map((attribute) => [attribute.name, valueFor(random, attribute, random.below(UNIQUE_VALUES))]),
  );
}
