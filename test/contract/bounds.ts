// Bounds on to-many relationships: random bounds that filter, sort and page random members.
import { expect } from 'chai';
import fc from 'fast-check';
import { bothOf, everything, hasIdentifier } from '#application/model/filter';
import type { Bound, CursorPage, BoundedMembers, ListPosition, Query, ResourceRecord } from '#application/model/query';
import type { Part } from '#application/model/view';
import type { StreamingReader } from '#application/ports/resource-reader';
import { splitLinkage } from '#application/reading/stream-related';
import { relationshipNames, resourceTypes, schema } from '#domain/schema';
import { Random } from '../chaos/random.ts';
import { assemble } from '../support/assemble.ts';
import { atDepth, seedOf } from '../support/depth.ts';
import { fillCrowded } from './crowded.ts';
import { brought, queriesWithin } from './drawn-bounds.ts';
import { expectedRecords, expectedRelated, type Stored } from './expected-members.ts';
import type { Filled } from './filled.ts';
import { clear } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import type { Direction } from './walk.ts';

const RUNS = atDepth({ gate: 5, campaign: 20 });

export function describeBounds(unitOfWork: CurrentUnitOfWork): void {
  describe('bounds of relationships', () => {
    const options = { numRuns: RUNS, seed: seedOf('bounds', 1) };
    let filled: Filled = () => [];
    before(async () => {
      filled = await fillCrowded(unitOfWork(), new Random(options.seed));
    });
    after(() => clear(unitOfWork()));
    const stored = (): Stored => ({ reader: unitOfWork().reader, filled });

    for (const type of resourceTypes.filter((each) => relationshipNames(each, 'many').length > 0)) {
      it(`select from the linkage of each ${type}, whether it is read at once, in batches or in parts`, () =>
        fc.assert(
          fc.asyncProperty(queriesWithin(type), lengths, async (draw, longestLinkage) => {
            const query = { ...(await draw(stored())), longestLinkage };
            const asked = JSON.stringify(query);
            const expected = await expectedRecords(stored(), query);
            expect((await stored().reader.find(query)).records, asked).to.deep.equal(expected);
            const streamed: ResourceRecord[] = [];
            for await (const { records } of unitOfWork().stream((reader) => reader.stream(query)))
              streamed.push(...records);
            expect(streamed, asked).to.deep.equal(expected);
            const { data } = await assemble(unitOfWork().stream((reader) => partsOf(reader, query)));
            expect(data, asked).to.deep.equal(await expectedRecords(stored(), { ...query, longestLinkage: undefined }));
          }),
          options,
        ));

      for (const relationship of relationshipNames(type, 'many'))
        it(`lead by pages through all ${relationship} of a ${type}, in both directions`, () =>
          fc.assert(
            fc.asyncProperty(queriesWithin(type), fc.integer({ min: 1, max: 4 }), async (draw, size) => {
              const { bounds, ...query } = await draw(stored());
              const filter = hasIdentifier(mostLinked(filled(type), relationship));
              const bound = { ...UNBOUNDED, ...bounds?.[relationship] };
              const asked = { ...query, filter, linkage: [relationship] };
              const read = async (page: Bound['page']): Promise<Members> => {
                const within = { [relationship]: { ...bound, page } };
                const [record] = (await stored().reader.find({ ...asked, bounds: within })).records;
                return { ids: record?.linkage[relationship] ?? [], ...record?.members?.[relationship] };
              };
              const { ids } = await read(undefined);
              for (const direction of ['after', 'before'] as const) {
                const pages = await walkMembers(read, { size, direction });
                expect(pages.flat(), JSON.stringify([asked, bound])).to.deep.equal(ids);
                const full = direction === 'after' ? pages.slice(0, -1) : pages.slice(1);
                for (const page of full) expect(page).to.have.length(size);
              }
            }),
            options,
          ));
    }

    for (const type of resourceTypes.filter((each) => Object.keys(schema[each].relationships).length > 0))
      it(`select what each ${type} brings along, and from the linkage of that`, () =>
        fc.assert(
          fc.asyncProperty(
            queriesWithin(type),
            brought(type),
            lengths,
            lengths,
            async (draw, drawRelated, longest, most) => {
              const plain = await draw(stored());
              const related = (await drawRelated(stored(), plain)).map((selection) => ({ ...selection, most }));
              const query = { ...plain, related, longestLinkage: longest };
              const asked = JSON.stringify(query);
              const found = await stored().reader.find(query);
              const records = await expectedRecords(stored(), query);
              expect(found.records, asked).to.deep.equal(records);
              const expected = await expectedRelated(stored(), query, records);
              // Some resources may be returned although the record omits the linkage to them.
              if (records.every(({ omitted }) => omitted === undefined))
                expect(found.related, asked).to.deep.equal(expected);
              else expect(found.related, asked).to.include.deep.members(expected);
            },
          ),
          options,
        ));
  });
}

const lengths = fc.constantFrom(1, 3, 1000);

const UNBOUNDED: Bound = { filter: everything, sort: [], page: undefined, total: false };

async function* partsOf(reader: StreamingReader, query: Query): AsyncGenerator<Part, void, undefined> {
  const { bounds, reachable } = query;
  const reached: StreamingReader = {
    ...reader,
    stream: ({ filter, ...asked }) =>
      reader.stream({ ...asked, filter: bothOf(reachable?.[asked.type], filter), reachable }),
  };
  for await (const batch of reached.stream(query)) yield* splitLinkage(reached, 'data', batch, bounds);
  yield { kind: 'end' };
}

interface Members extends BoundedMembers {
  readonly ids: readonly string[];
}

/** Walks in one direction. Returns the pages in the order of the bound's sort. */
async function walkMembers(
  read: (page: CursorPage) => Promise<Members>,
  direction: Direction,
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let position: ListPosition | undefined; ;) {
    const { ids, pageInfo } = await read({ kind: 'cursor', ...direction, position });
    pages.push(ids);
    if (pageInfo?.hasMore !== true) return direction.direction === 'after' ? pages : pages.toReversed();
    position = pageInfo.positions.at(direction.direction === 'after' ? -1 : 0);
  }
}

function mostLinked(records: readonly ResourceRecord[], relationship: string): string {
  const lengthOf = ({ linkage }: ResourceRecord): number => linkage[relationship]?.length ?? 0;
  const [most] = records.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  return most?.id ?? '';
}
