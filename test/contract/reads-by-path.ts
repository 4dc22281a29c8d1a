// Reads of any type that follow paths of relationships, also back to the type where they start, and reads of partial linkage.
import { expect } from 'chai';
import { everything, hasIdentifierIn, type Filter } from '#application/model/filter';
import type { Page, Query, ResourceRecord, SortKey } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { compareIdentifiers } from '#domain/identifier';
import { kindOf, type Value } from '#domain/kinds';
import {
  attributeKind,
  endOf,
  relationshipNames,
  relationshipOf,
  resourceTypes,
  schema,
  type ResourceType,
} from '#domain/schema';
import { fillEveryType, linkedBy, type Filled } from './filled.ts';
import { related } from './filter-notation.ts';
import { clear, findIds, queryFor } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { walk } from './walk.ts';

type Path = readonly string[];

const LONGEST_PATH = 3;
const PAGE = 2;

/** Pages, and the number of matches before each. */
const pages: readonly (readonly [page: Page, start: number])[] = [
  [{ kind: 'numbered', size: PAGE, number: 2 }, PAGE],
  [{ kind: 'cursor', size: PAGE, direction: 'after', position: undefined }, 0],
];

export function describeReadsByPath(unitOfWork: CurrentUnitOfWork): void {
  describe('reads by paths of relationships', () => {
    let filled: Filled = () => [];
    before(async () => {
      filled = await fillEveryType(unitOfWork());
    });
    after(() => clear(unitOfWork()));

    for (const type of resourceTypes) {
      it(`find and count each ${type} by resources that are several steps away`, async () => {
        for (const path of pathsFrom(type).filter(({ length }) => length > 1))
          for (const end of endsFor(filled(endOf(path, type))))
            await expectMatches(unitOfWork(), filled, [type, path, end]);
      });

      for (const relationship of relationshipNames(type, 'many'))
        it(`omit the ${relationship} of a ${type} if there are too many, and those out of reach`, async () => {
          for (const reach of reachesTo(relationshipOf(type, relationship).to, type, filled))
            for (const most of [1, 2]) await expectCut(unitOfWork(), reach, [type, relationship, most]);
        });

      const orders = ordersOf(type);
      if (orders.length > 0)
        it(`sort, walk through and stream each ${type} by the ends of paths of to-one relationships`, async () => {
          for (const sort of orders)
            for (const reach of reachesTo(endOf(sort.path, type), type, filled))
              await expectOrder(unitOfWork(), reach, [type, sort]);
        });
    }
  });
}

async function expectMatches(
  { reader }: UnitOfWork,
  filled: Filled,
  [type, path, [end, isMatch]]: readonly [type: ResourceType, path: Path, end: End],
): Promise<void> {
  const filter = path.reduceRight((inner, relationship) => related(relationship, inner), end);
  const expected = idsOf(filled(type).filter((record) => linkedBy(filled, path, record).some(isMatch)));
  const query = queryFor(type, { filter });
  expect(await findIds(reader, query), path.join('.')).to.deep.equal(expected);
  for (const [page, start] of pages) {
    const { total, records } = await reader.find({ ...query, page, total: true });
    expect(total, path.join('.')).to.equal(expected.length);
    expect(idsOf(records), path.join('.')).to.deep.equal(expected.slice(start, start + PAGE));
  }
}

/** Reads linkage alone, and with the related resources and their linkage. */
async function expectCut(
  { reader }: UnitOfWork,
  { reached, ...reach }: Reach,
  [type, relationship, most]: readonly [type: ResourceType, relationship: string, most: number],
): Promise<void> {
  const { to, inverse } = relationshipOf(type, relationship);
  const query = queryFor(type, { ...reach, linkage: [relationship], longestLinkage: most });
  const records = reached(type).map((record) => cut(reached, record, relationship, most));
  expect((await reader.find(query)).records).to.deep.equal(records);
  const selection = { relationship, attributes: [], linkage: [inverse], most };
  const found = await reader.find({ ...query, related: [selection] });
  expect(found.records).to.deep.equal(records);
  const ids = new Set(records.flatMap(({ linkage }) => linkage[relationship] ?? []));
  const expected = reached(to).filter(({ id }) => ids.has(id));
  expect(found.related?.filter(({ id }) => ids.has(id))).to.have.deep.members(
    expected.map((record) => cut(reached, record, inverse, most)),
  );
}

async function expectOrder(
  unitOfWork: UnitOfWork,
  { reached, ...reach }: Reach,
  [type, sort]: readonly [type: ResourceType, sort: SortKey],
): Promise<void> {
  const { reader } = unitOfWork;
  const query = queryFor(type, { ...reach, sort: [sort] });
  const expected = idsOf(sorted(reached, type, sort));
  expect(await findIds(reader, query), JSON.stringify(sort)).to.deep.equal(expected);
  for (const direction of ['after', 'before'] as const) {
    const walked = await walk(reader, query, { size: PAGE, direction });
    expect(idsOf(walked.flatMap(({ records }) => records)), JSON.stringify(sort)).to.deep.equal(expected);
  }
  const streamed: string[] = [];
  for await (const { records } of unitOfWork.stream((current) => current.stream(query)))
    streamed.push(...idsOf(records));
  expect(streamed, JSON.stringify(sort)).to.deep.equal(expected);
}

function idsOf(records: readonly ResourceRecord[]): readonly string[] {
  return records.map(({ id }) => id);
}

/** The paths of relationships from a type. */
function pathsFrom(type: ResourceType, longest = LONGEST_PATH): readonly Path[] {
  if (longest === 0) return [];
  return Object.entries(schema[type].relationships).flatMap(([name, { to }]) => [
    [name],
    ...pathsFrom(to, longest - 1).map((rest) => [name, ...rest]),
  ]);
}

type End = readonly [filter: Filter, isMatch: (record: ResourceRecord) => boolean];

/** Two filters for some of the records at the end of a path: by identifier, and by an attribute. */
function endsFor(records: readonly ResourceRecord[]): readonly End[] {
  const some = records.slice(1, 3).map(({ id }) => id);
  const byIdentifier: End = [hasIdentifierIn(some), ({ id }) => some.includes(id)];
  const [attribute, value] = Object.entries(records[1]?.attributes ?? {}).find(([, each]) => each !== null) ?? [];
  if (attribute === undefined || value === undefined || value === null) return [byIdentifier];
  const equals: Filter = { kind: 'compare', attribute, comparison: 'equal', operand: { kind: 'value', value } };
  return [byIdentifier, [equals, ({ attributes }) => attributes[attribute] === value]];
}

/** By the identifier and an attribute of the resource at the end of each path of to-one relationships, in both directions. */
function ordersOf(type: ResourceType): readonly SortKey[] {
  const paths = pathsFrom(type).filter((path) => isToOne(path, type));
  return paths.flatMap((path) =>
    ['id', ...Object.keys(schema[endOf(path, type)].attributes).slice(0, 1)].flatMap((attribute) =>
      [false, true].map((descending) => ({ path, attribute, descending })),
    ),
  );
}

function isToOne(path: Path, type: ResourceType): boolean {
  return path.every((name, step) => relationshipOf(endOf(path.slice(0, step), type), name).cardinality === 'one');
}

/** A part of the stored resources, and the members of a query that limit it to this part. */
interface Reach extends Partial<Pick<Query, 'filter' | 'reachable'>> {
  readonly reached: Filled;
}

/** Everything, and two parts of one type: some identifiers, and the resources that have a link. */
function reachesTo(end: ResourceType, listed: ResourceType, filled: Filled): readonly Reach[] {
  const [step = ''] = Object.keys(schema[end].relationships);
  const half = filled(end).filter((_record, index) => index % 2 === 0);
  const linked = filled(end).filter(({ linkage }) => (linkage[step] ?? []).length > 0);
  const parts = [
    [half, hasIdentifierIn(idsOf(half))],
    [linked, related(step, everything)],
  ] as const;
  return [
    { reached: filled },
    ...parts.map(([part, filter]) => ({
      reached: (type: ResourceType) => (type === end ? part : filled(type)),
      reachable: { [end]: filter },
      filter: listed === end ? filter : everything,
    })),
  ];
}

/** A record with the linkage of one relationship, unless the linkage is too long. */
function cut(reached: Filled, { type, id, linkage }: ResourceRecord, name: string, most: number): ResourceRecord {
  const related = new Set(reached(relationshipOf(type, name).to).map((each) => each.id));
  const linked = (linkage[name] ?? []).filter((each) => related.has(each));
  const bare = { type, id, attributes: {} };
  return linked.length > most ? { ...bare, linkage: {}, omitted: [name] } : { ...bare, linkage: { [name]: linked } };
}

/** Ties are sorted by identifier, and unset values are greatest. */
function sorted(
  reached: Filled,
  type: ResourceType,
  { path, attribute, descending }: SortKey,
): readonly ResourceRecord[] {
  const kind = kindOf(attributeKind(endOf(path, type), attribute));
  const keyOf = (record: ResourceRecord): Value | null => {
    const [end] = linkedBy(reached, path, record);
    return (attribute === 'id' ? end?.id : end?.attributes[attribute]) ?? null;
  };
  const compare = (left: Value | null, right: Value | null): number =>
    left === null || right === null ? Number(left === null) - Number(right === null) : kind.compare(left, right);
  return reached(type).toSorted(
    (one, other) => compare(keyOf(one), keyOf(other)) * (descending ? -1 : 1) || compareIdentifiers(one.id, other.id),
  );
}
