// Random writes, most of them to existing rows.
import { resourceTypes, type ResourceType } from '#domain/schema';
import type { Random } from '../chaos/random.ts';
import { relatedTo, rowOf, rowsOf, type PlantedRow, type State } from './ledger-rows.ts';
import {
  attributesOf,
  ends,
  endsOf,
  inverseOf,
  isShown,
  togetherUnique,
  UNIQUE_VALUES,
  type End,
  type LedgerAttribute,
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
        endsOf(type).flatMap(({ name, to, link, isOfItem }) => {
          if (!isOfItem || (!link.isRequired && random.below(4) === 0)) return [];
          const aHolder = (): number => random.below(1 + random.below(countOf(to)));
          return [[name, link.isManyToMany ? Array.from({ length: 3 }, aHolder) : aHolder()] as const];
        }),
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

/** Relationships with more rules are drawn more often, and so are their types. */
const weightOf = ({ link, from, to }: End): number => (link.isManyToMany ? 5 : from === to ? 2 : 1);
const shown = ends
  .filter(({ name }) => isShown(name))
  .flatMap((end) => Array.from({ length: weightOf(end) }, () => end));
const types = resourceTypes.flatMap((type) =>
  endsOf(type).some(({ link }) => link.isManyToMany) ? [type, type, type] : [type],
);
const throughMany = shown.filter(({ isMany }) => isMany);
const throughOne = shown.filter(({ isMany }) => !isMany);

/** The relationships that a write can name in its path; undefined if it names none. */
const ENDS: Readonly<Record<WriteKind, readonly End[] | undefined>> = {
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
  .filter((kind) => ENDS[kind]?.length !== 0)
  .flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

export function drawWrite(random: Random, state: State): Write {
  const anId = (type: ResourceType): string =>
    random.below(25) === 0 ? MISSING : (random.pick(rowsOf(state, type))?.id ?? MISSING);
  const some = (type: ResourceType): readonly string[] => Array.from({ length: random.below(4) }, () => anId(type));
  const aHolder = (type: ResourceType): string | null => (random.below(3) === 0 ? null : anId(type));
  /** Linkage for about half of the resources, mostly of one relationship. Many-to-many relationships are drawn more often. */
  const someLinkage = (type: ResourceType, except?: string): Linkage => {
    const ends = endsOf(type).filter(({ name }) => name !== except);
    const chosen = ends.filter(({ link }) => random.below(link.isManyToMany ? 2 : ends.length + 1) === 0);
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
  /** The identifier of the first row that a relationship leads to. */
  const relatedId = (through: End, id: string): string | undefined => {
    const row = rowOf(state, through.from, id);
    return row && relatedTo(state, through, row)[0]?.id;
  };
  /** An item, mostly one that has a holder. */
  const anItem = (through: End, share: number): string => {
    const held = rowsOf(state, through.from).filter(({ id }) => relatedId(through, id) !== undefined);
    return random.below(share) === 0 ? anId(through.from) : (random.pick(held)?.id ?? MISSING);
  };
  const kind = random.pick(kinds) ?? 'create';
  const [type, end] = [random.pick(types), random.pick(ENDS[kind] ?? ends)];
  if (type === undefined) throw new Error('the model has no types');
  if (kind === 'create') return { kind, type, ...fields(type, true) };
  if (kind === 'update') return { kind, type, of: anId(type), ...fields(type, false) };
  if (kind === 'delete') return { kind, type, of: anId(type) };
  if (end === undefined) throw new Error(`no relationship is written by "${kind}"`);
  switch (kind) {
    case 'create related':
      return {
        kind,
        end,
        of: anId(end.from),
        ...fields(end.to, true, end.link.isManyToMany ? undefined : inverseOf(end)),
      };
    case 'update related': {
      const of = anItem(end, 8);
      const holder = random.below(8) === 0 ? undefined : relatedId(end, of);
      return { kind, end, of, holder: holder ?? anId(end.to), ...fields(end.to, false) };
    }
    case 'delete related':
      return { kind, end, of: anItem(end, 6) };
    case 'link':
    case 'replace':
      return { kind, end, of: anId(end.from), items: some(end.to) };
    case 'unlink': {
      const of = anId(end.from);
      const row = rowOf(state, end.from, of);
      const members = row === undefined ? [] : relatedTo(state, end, row).map(({ id }) => id);
      return { kind, end, of, items: [...random.sample(members, 3), ...some(end.to)] };
    }
    case 'assign':
    case 'reassign':
      return { kind, end, of: anId(end.from), holder: aHolder(end.to) };
    case 'unassign': {
      const of = anId(end.from);
      const holder = relatedId(end, of) ?? null;
      return { kind, end, of, holder: random.below(3) === 0 ? aHolder(end.to) : holder };
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
