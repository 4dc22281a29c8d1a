// The links of many-to-many relationships. The repositories of both sides read them, and that of the declaring side changes them.
import { expect } from 'chai';
import { hasIdentifier } from '#application/model/filter';
import type { ResourceIdentifier } from '#application/model/query';
import type { LinkChange } from '#application/ports/repository';
import type { Transaction } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import type { Link as StoredLink } from '#domain/relationships';
import { related } from './filter-notation.ts';
import { addDraft, addRows, clear, everyEntity, findIds, queryFor, unusedId } from './fixtures.ts';
import { exampleOf, manyToManyLinks, nextIndex, type Link } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

export function describeRepositoriesOfLinks(unitOfWork: CurrentUnitOfWork): void {
  for (const link of manyToManyLinks)
    describe(`${link.type} repository: links by ${link.relationship}`, () => {
      describeLinks(unitOfWork, link);
    });
}

/** Enough rows for identifiers of two digits. */
const ROWS = 12;
const NEVER_EXISTED = '9223372036854775807';

function describeLinks(unitOfWork: CurrentUnitOfWork, { type, relationship, to, inverse }: Link): void {
  let near: readonly string[] = [];
  let far: readonly string[] = [];
  let [ada, bob, eve, first, second, third] = ['', '', '', '', '', ''];

  beforeEach(async () => {
    await clear(unitOfWork());
    near = await addRows(unitOfWork(), type, ROWS);
    far = await addRows(unitOfWork(), to, ROWS);
    [ada = '', bob = '', eve = ''] = near;
    [first = '', second = '', third = ''] = far;
  });

  type Pair = readonly [id: string, target: string];
  const linksOf = (pairs: readonly Pair[]): readonly StoredLink[] =>
    pairs.map(([id, target]) => ({ type, id, relationship, target }));
  const write = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    unitOfWork().write(async (transaction) => {
      for (const each of lockOrder.filter((one) => one === type || one === to))
        await transaction.repositories[each].lock([...(each === type ? near : []), ...(each === to ? far : [])]);
      return work(transaction);
    });
  const relinkIn = (
    { repositories }: Transaction,
    added: readonly Pair[],
    removed: readonly Pair[] = [],
  ): Promise<void> => {
    const change: LinkChange = { added: linksOf(added), removed: linksOf(removed) };
    return repositories[type].relink(relationship, change);
  };
  const relink = (...change: readonly [added: readonly Pair[], removed?: readonly Pair[]]): Promise<void> =>
    write((transaction) => relinkIn(transaction, ...change));
  const fromNear = (...given: readonly [ids: readonly string[], others?: readonly string[]]) =>
    unitOfWork().write(({ repositories }) => repositories[type].linksOf(relationship, ...given));
  const fromFar = (...given: readonly [ids: readonly string[], others?: readonly string[]]) =>
    unitOfWork().write(({ repositories }) => repositories[to].linksOf(inverse, ...given));
  const expectLinks = async (...pairs: readonly Pair[]): Promise<void> => {
    expect(await fromNear(near)).to.deep.equal(linksOf(pairs));
    expect(await fromFar(far)).to.deep.equal(linksOf(pairs));
  };

  it('are the same from both sides, sorted by identifier, no matter in which order they were added', async () => {
    const pairs = [ada, bob].flatMap((id) => far.map((target): Pair => [id, target]));
    await relink(pairs.toReversed());
    await expectLinks(...pairs);
  });

  it('are those of the named resources, each once', async () => {
    const gone = await unusedId(unitOfWork(), type);
    await relink([
      [ada, first],
      [ada, second],
      [bob, first],
      [eve, third],
    ]);
    const expected = linksOf([
      [ada, first],
      [ada, second],
      [eve, third],
    ]);
    expect(await fromNear([eve, gone, ada, NEVER_EXISTED, ada])).to.deep.equal(expected);
    expect(await fromFar([third, NEVER_EXISTED, second, third])).to.deep.equal(expected.slice(1));
  });

  it('are only those to the named resources at the other end', async () => {
    const gone = await unusedId(unitOfWork(), to);
    await relink([
      [ada, first],
      [ada, second],
      [bob, first],
      [eve, second],
    ]);
    expect(await fromNear([bob, ada, bob], [third, first, gone, first])).to.deep.equal(
      linksOf([
        [ada, first],
        [bob, first],
      ]),
    );
    expect(await fromFar([second, first], [eve, NEVER_EXISTED, ada])).to.deep.equal(
      linksOf([
        [ada, first],
        [ada, second],
        [eve, second],
      ]),
    );
  });

  it('are none for empty lists', async () => {
    await relink([[ada, first]]);
    for (const links of [fromNear([]), fromFar([]), fromNear([ada], []), fromFar([first], []), fromNear([], [first])])
      expect(await links).to.deep.equal([]);
  });

  it('can be added and removed in one call, and added again', async () => {
    await relink([
      [ada, first],
      [ada, second],
      [bob, second],
    ]);
    await relink(
      [
        [bob, first],
        [eve, third],
      ],
      [
        [bob, second],
        [ada, first],
      ],
    );
    await expectLinks([ada, second], [bob, first], [eve, third]);
    await relink([[ada, first]]);
    await relink([], [[eve, third]]);
    await relink([], []);
    await expectLinks([ada, first], [ada, second], [bob, first]);
  });

  it('do not change resources or versions', async () => {
    const before = await everyEntity(unitOfWork());
    await relink([[ada, first]]);
    await relink([[ada, second]], [[ada, first]]);
    expect(await everyEntity(unitOfWork())).to.deep.equal(before);
  });

  it('can link resources that the same transaction adds', async () => {
    const [one, other] = await write(async (transaction) => {
      const { id } = await addDraft(transaction, exampleOf(type, nextIndex()));
      const { id: target } = await addDraft(transaction, exampleOf(to, nextIndex()));
      await relinkIn(transaction, [
        [id, target],
        [id, first],
        [ada, target],
      ]);
      return [id, target];
    });
    const pairs: readonly Pair[] = [
      [ada, other],
      [one, first],
      [one, other],
    ];
    expect(await fromNear([one, ada])).to.deep.equal(linksOf(pairs));
  });

  it('are visible in the transaction at once, and to others once it is committed', async () => {
    await relink([[bob, second]]);
    const seenBy = async (reader: Transaction['reader']): Promise<readonly unknown[]> => {
      const { records } = await reader.find(queryFor(type, { filter: hasIdentifier(ada), linkage: [relationship] }));
      return [
        records[0]?.linkage[relationship],
        await findIds(reader, queryFor(type, { filter: related(relationship, hasIdentifier(first)) })),
        await findIds(reader, queryFor(to, { filter: related(inverse, hasIdentifier(bob)) })),
      ];
    };
    const expected = [[first], [ada], []];
    await write(async (transaction) => {
      expect(await seenBy(transaction.reader)).to.deep.equal([[], [], [second]]);
      await relinkIn(transaction, [[ada, first]], [[bob, second]]);
      expect(await seenBy(transaction.reader)).to.deep.equal(expected);
    });
    expect(await seenBy(unitOfWork().reader)).to.deep.equal(expected);
  });

  it('stay as they are if the transaction fails', async () => {
    await relink([[ada, first]]);
    const error = new RangeError('after all changes');
    const failure = await write(async (transaction) => {
      await relinkIn(transaction, [[bob, second]], [[ada, first]]);
      await transaction.repositories[type].remove([ada]);
      throw error;
    }).catch((caught: unknown) => caught);
    expect(failure).to.equal(error);
    await expectLinks([ada, first]);
  });

  it('are read and changed in order when calls are not awaited', async () => {
    await relink([[ada, first]]);
    const found = await write((transaction) => {
      const { [type]: nearby, [to]: faraway } = transaction.repositories;
      return Promise.all([
        nearby.linksOf(relationship, [ada]),
        relinkIn(transaction, [[ada, second]], [[ada, first]]),
        faraway.linksOf(inverse, [first, second]),
        relinkIn(transaction, [[ada, first]]),
        nearby.linksOf(relationship, [ada], [first]),
      ]);
    });
    expect(found.filter((each) => each !== undefined)).to.deep.equal(
      [first, second, first].map((target) => linksOf([[ada, target]])),
    );
  });

  for (const [side, removed] of [
    ['the declaring side', (): ResourceIdentifier => ({ type, id: ada })],
    ['the other side', (): ResourceIdentifier => ({ type: to, id: first })],
  ] as const)
    it(`prevent the removal of a resource on ${side} while they exist`, async () => {
      await relink([
        [ada, first],
        [bob, second],
      ]);
      const remove = ({ repositories }: Transaction): Promise<void> =>
        repositories[removed().type].remove([removed().id]);
      expect(await write(remove).catch((error: unknown) => error)).to.be.instanceOf(Error);
      await expectLinks([ada, first], [bob, second]);
      await write(async (transaction) => {
        await relinkIn(transaction, [], [[ada, first]]);
        await remove(transaction);
      });
      await expectLinks([bob, second]);
    });
}
