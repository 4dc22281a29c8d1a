// Reads of any type: what is stored comes back, from both sides of each relationship, by page and as a stream.
import { expect } from 'chai';
import { hasIdentifier } from '#application/model/filter';
import type { ResourceRecord, SortKey } from '#application/model/query';
import type { Transaction } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/locks';
import type { Entity } from '#domain/entity';
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { related } from './filter-notation.ts';
import { addDraft, clear, everyEntity, findIds, queryFor, wholeView } from './fixtures.ts';
import { exampleOf } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { walk } from './walk.ts';

/** Of each type: more than a page, and enough that every third has nothing optional. */
const ROWS = 7;
const PAGE = 2;

export function describeReads(unitOfWork: CurrentUnitOfWork): void {
  describe('reads of every type', () => {
    let stored: readonly Entity[] = [];
    const of = (type: ResourceType): readonly Entity[] => stored.filter((entity) => entity.type === type);
    const whole = (entity: Entity): ResourceRecord => recordOf(entity, stored);

    before(async () => {
      await clear(unitOfWork());
      await unitOfWork().write(fill);
      stored = await everyEntity(unitOfWork());
    });
    after(() => clear(unitOfWork()));

    for (const type of resourceTypes) {
      it(`return a ${type} as it is stored, with all its linkage`, async () => {
        const { records } = await unitOfWork().reader.find(queryFor(type, wholeView.selections[type]));
        expect(records).to.deep.equal(of(type).map(whole));
      });

      it(`stream every ${type} as it is listed`, async () => {
        const query = queryFor(type, wholeView.selections[type]);
        const streamed: ResourceRecord[] = [];
        for await (const { records } of unitOfWork().stream((reader) => reader.stream(query)))
          streamed.push(...records);
        expect(streamed).to.deep.equal(of(type).map(whole));
      });

      it(`lead through every ${type} by pages, in any order`, async () => {
        const { reader } = unitOfWork();
        for (const sort of ordersOf(type)) {
          const query = queryFor(type, { sort });
          const expected = await findIds(reader, query);
          for (const direction of ['after', 'before'] as const) {
            const pages = await walk(reader, query, { size: PAGE, direction });
            expect(
              pages.flatMap(({ records }) => records.map(({ id }) => id)),
              JSON.stringify(sort),
            ).to.deep.equal(expected);
          }
        }
      });

      for (const relationship of Object.keys(schema[type].relationships)) {
        const { to } = relationshipOf(type, relationship);

        it(`bring along the ${relationship} of every ${type}, once each`, async () => {
          const selection = { relationship, ...wholeView.selections[to] };
          const found = await unitOfWork().reader.find(
            queryFor(type, { linkage: [relationship], related: [selection] }),
          );
          const ids = new Set(found.records.flatMap(({ linkage }) => linkage[relationship] ?? []));
          const expected = [...ids].flatMap((id) => of(to).filter((entity) => entity.id === id));
          expect(expected).not.to.deep.equal([]);
          expect(found.related).to.deep.equal(expected.map(whole));
        });

        it(`find a ${type} by its ${relationship}`, async () => {
          for (const { id } of of(to)) {
            const filter = related(relationship, hasIdentifier(id));
            const expected = of(type).filter((entity) => whole(entity).linkage[relationship]?.includes(id));
            expect(await findIds(unitOfWork().reader, queryFor(type, { filter }))).to.deep.equal(
              expected.map((entity) => entity.id),
            );
          }
        });
      }
    }
  });
}

/** Adds rows. If a type has several relationships to another type, they refer to different resources, or to none if they are optional. */
async function fill(transaction: Transaction): Promise<void> {
  const ids = new Map<ResourceType, readonly string[]>();
  for (const type of lockOrder) {
    const added: string[] = [];
    for (let index = 0; index < ROWS; index += 1) {
      const targets = relationshipNames(type, 'one').map((name, number) => {
        const possible = ids.get(relationshipOf(type, name).to) ?? [];
        return [name, possible[(index + number) % ROWS] ?? null] as const;
      });
      const { attributes } = exampleOf(type, index);
      const given = Object.entries(attributes).map(([name, value]) => [
        name,
        index % 3 === 2 && schema[type].attributes[name]?.isRequired !== true ? null : value,
      ]);
      const draft = { type, attributes: Object.fromEntries(given), targets: Object.fromEntries(targets) };
      added.push((await addDraft(transaction, draft)).id);
    }
    // The last one of each type has nothing that leads to it.
    ids.set(type, added.slice(0, -1));
  }
}

function recordOf({ type, id, attributes, targets }: Entity, stored: readonly Entity[]): ResourceRecord {
  const linkage = Object.entries(schema[type].relationships).map(([name, { to, cardinality, inverse }]) => {
    const target = targets[name] ?? null;
    if (cardinality === 'one') return [name, target === null ? [] : [target]];
    const members = stored.filter((other) => other.type === to && other.targets[inverse] === id);
    return [name, members.map((member) => member.id)];
  });
  return { type, id, attributes, linkage: Object.fromEntries(linkage) };
}

/** By each attribute in both directions, and by the identifier of each target. */
function ordersOf(type: ResourceType): readonly (readonly SortKey[])[] {
  const targets = relationshipNames(type, 'one').map((name) => ({ path: [name], attribute: 'id' }));
  const own = ['id', ...Object.keys(schema[type].attributes)].map((attribute) => ({ path: [], attribute }));
  return [...own, ...targets].flatMap((key) => [true, false].map((descending) => [{ ...key, descending }]));
}
