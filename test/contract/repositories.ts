import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { nextVersion, type Draft, type Entity } from '#domain/entity';
import { isIdentifier } from '#domain/identifier';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { Repository } from '#application/ports/repository';
import type { Transaction } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import { addDraft, addRows, clear, completed, everyEntity, unusedId } from './fixtures.ts';
import { exampleOf, toOneLinks, nextIndex, type Link } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { Random } from '../chaos/random.ts';

export function describeRepositories(unitOfWork: CurrentUnitOfWork): void {
  for (const type of resourceTypes) describeRepository(unitOfWork, type);
  for (const link of toOneLinks)
    describe(`${link.type} repository: ${link.relationship}`, () => {
      describeLink(unitOfWork, link);
    });
}

function describeRepository(unitOfWork: CurrentUnitOfWork, type: ResourceType): void {
  const write = <Result>(work: (entities: Repository) => Promise<Result>): Promise<Result> =>
    unitOfWork().write(({ repositories }) => work(repositories[type]));
  const draft = (index: number): Draft => exampleOf(type, index);
  const add = (index = nextIndex()): Promise<Entity> =>
    unitOfWork().write((transaction) => addDraft(transaction, draft(index)));
  const stored = (ids: readonly string[]): Promise<readonly Entity[]> => write((entities) => entities.lock(ids));
  const addMany = async (count: number): Promise<readonly Entity[]> => {
    const many: Entity[] = [];
    while (many.length < count) many.push(await add(many.length));
    return many;
  };
  /** Other values, where they can be unset none, and the given version. */
  const changed = (entity: Entity, version: number): Entity => {
    const unset = Object.entries(schema[type].attributes).filter(([, { isRequired }]) => !isRequired);
    const attributes = {
      ...draft(10_000 + Number(entity.id)).attributes,
      ...Object.fromEntries(unset.map(([name]) => [name, null])),
    };
    return { ...entity, version, attributes };
  };

  describe(`${type} repository`, () => {
    beforeEach(() => clear(unitOfWork()));

    it('adds a draft unchanged, as version 1 under a new identifier', async () => {
      const ids: string[] = [];
      for (const index of [1, 2]) {
        const [given, entity] = await unitOfWork().write(async (transaction) => {
          const whole = await completed(transaction, draft(index));
          return [whole, await transaction.repositories[type].add(whole)];
        });
        expect(isIdentifier(entity.id)).to.equal(true);
        expect(entity).to.deep.equal({ ...given, id: entity.id, version: 1 });
        expect(await stored([entity.id])).to.deep.equal([entity]);
        ids.push(entity.id);
      }
      expect(ids[0]).not.to.equal(ids[1]);
    });

    it('assigns ascending identifiers and never reuses one', async () => {
      const { id } = await add();
      await write(async (entities) => {
        await entities.lock([id]);
        await entities.remove([id]);
      });
      expect(Number((await add()).id)).to.be.greaterThan(Number(id));
    });

    it('locks each entity once, in identifier order, and skips missing ones', async () => {
      const gone = await unusedId(unitOfWork(), type);
      const many = await addMany(12);
      const ids = many.map(({ id }) => id);
      expect(await stored([...ids, gone, '9223372036854775807', ...ids.slice(3, 5)].reverse())).to.deep.equal(many);
    });

    it('returns the latest committed state to a transaction that waited for the lock', async () => {
      const steps: readonly ((entities: Repository, entity: Entity) => Promise<Entity | undefined>)[] = [
        async (entities, entity) => {
          const next = changed(entity, 2);
          await entities.save([next]);
          return next;
        },
        async (entities, { id }) => {
          await entities.remove([id]);
          return undefined;
        },
        async (_entities, entity) => entity,
      ];
      for (const step of steps) {
        const { id } = await add();
        let waiting: Promise<readonly Entity[]> | undefined;
        const left = await write(async (entities) => {
          const [entity] = await entities.lock([id]);
          if (entity === undefined) throw new Error('the entity is missing');
          waiting ??= stored([id]);
          // Gives the other transaction time to wait for the lock, where transactions are concurrent.
          await pause(50);
          return step(entities, entity);
        });
        expect(await waiting).to.deep.equal(left === undefined ? [] : [left]);
      }
    });

    it('saves many entities unchanged, versions included, and no others', async () => {
      const [first, other, second, third] = await addMany(4);
      const saved = [third, first, second].flatMap((entity, index) =>
        entity === undefined ? [] : [changed(entity, [7, 2, 2 ** 40][index] ?? 0)],
      );
      await write(async (entities) => {
        await entities.lock(saved.map(({ id }) => id));
        await entities.save(saved);
      });
      const all = await stored([first, other, second, third].flatMap((entity) => entity?.id ?? []));
      expect(all).to.deep.equal([saved[1], other, saved[2], saved[0]]);
    });

    it('saves different values for each entity', async () => {
      const many = await addMany(6);
      const saved = many.map((entity, index) => ({
        ...entity,
        attributes: draft(index + 10).attributes,
        version: index + 2,
      }));
      await write(async (entities) => {
        await entities.lock(many.map(({ id }) => id));
        await entities.save(saved);
      });
      expect(await stored(many.map(({ id }) => id))).to.deep.equal(saved);
    });

    it('saves and removes entities added in the same transaction', async () => {
      const [kept, removed] = await unitOfWork().write(async (transaction) => {
        const entities = transaction.repositories[type];
        const [one, other] = [await addDraft(transaction, draft(1)), await addDraft(transaction, draft(2))];
        const next = changed(one, 2);
        await entities.save([next]);
        await entities.remove([other.id]);
        return [next, other];
      });
      expect(await stored([kept.id, removed.id])).to.deep.equal([kept]);
    });

    it('saves an entity twice in one transaction', async () => {
      const entity = await add();
      const saved = await write(async (entities) => {
        await entities.lock([entity.id]);
        await entities.save([changed(entity, 2)]);
        expect(await entities.lock([entity.id])).to.deep.equal([changed(entity, 2)]);
        await entities.save([{ ...entity, version: 3 }]);
        return { ...entity, version: 3 };
      });
      expect(await stored([entity.id])).to.deep.equal([saved]);
    });

    it('removes many entities, and no others', async () => {
      const many = await addMany(6);
      const removed = many.filter((_, index) => index % 2 === 0).map(({ id }) => id);
      await write(async (entities) => {
        await entities.lock(removed);
        await entities.remove(removed.toReversed());
        expect(await entities.lock(removed)).to.deep.equal([]);
      });
      expect(await stored(many.map(({ id }) => id))).to.deep.equal(many.filter((_, index) => index % 2 === 1));
    });

    it('stores the longest value of every text', async () => {
      const { attributes } = schema[type];
      const longest = Object.entries(attributes).flatMap(([name, { kind, maxLength }]) =>
        kind === 'text' && maxLength !== undefined ? [[name, incompressible(maxLength)]] : [],
      );
      const example = draft(1);
      const long = { ...example, attributes: { ...example.attributes, ...Object.fromEntries(longest) } };
      const { id } = await unitOfWork().write((transaction) => addDraft(transaction, long));
      expect((await stored([id]))[0]?.attributes).to.deep.include(Object.fromEntries(longest));
    });

    it('does nothing for empty lists', async () => {
      await addMany(2);
      const before = await everyEntity(unitOfWork());
      await write(async (entities) => {
        expect(await entities.lock([])).to.deep.equal([]);
        await entities.save([]);
        await entities.remove([]);
      });
      expect(await everyEntity(unitOfWork())).to.deep.equal(before);
    });
  });
}

/** Letters of four bytes each, in no order: an index cannot make them shorter. */
function incompressible(length: number): string {
  const random = new Random(1);
  return Array.from({ length }, () => String.fromCodePoint(0x20000 + random.below(0xa000))).join('');
}

function describeLink(unitOfWork: CurrentUnitOfWork, { type, relationship, to, inverse }: Link): void {
  const { isRequired, onDelete } = relationshipOf(type, relationship);

  let [ada, bob, eve] = ['', '', ''];
  let drafts: Draft[] = [];
  /** No target, or the third one if the relationship is required. */
  const nobody = (): string | null => (isRequired ? eve : null);

  beforeEach(async () => {
    drafts = [];
    await clear(unitOfWork());
    [ada = '', bob = '', eve = ''] = await addRows(unitOfWork(), to, 3);
  });

  /** Replaces `null` with a new target if the relationship is required. */
  const addTo = (...targets: readonly (string | null)[]): Promise<readonly string[]> =>
    unitOfWork().write(async (transaction) => {
      const { repositories } = transaction;
      await repositories[to].lock(targets.flatMap((target) => target ?? []));
      const ids: string[] = [];
      for (const target of targets) {
        const draft = await completed(transaction, leadingTo(exampleOf(type, drafts.length), target));
        drafts.push(draft);
        ids.push((await repositories[type].add(draft)).id);
      }
      return ids;
    });
  const leadingTo = <Source extends Draft>(source: Source, target: string | null): Source => ({
    ...source,
    targets: { ...source.targets, [relationship]: target },
  });
  const stored = (ids: readonly string[]): Promise<readonly Entity[]> =>
    unitOfWork().write(({ repositories }) => repositories[type].lock(ids));
  const targetsIn = async (ids: readonly string[]): Promise<readonly unknown[]> =>
    (await stored(ids)).map(({ targets }) => targets[relationship]);
  const referringTo = (...targets: readonly string[]): Promise<readonly string[]> =>
    unitOfWork().write(({ repositories }) => repositories[type].referringTo(relationship, targets));
  const targetsOf = (ids: readonly string[]): Promise<readonly string[]> =>
    unitOfWork().write(({ repositories }) => repositories[type].targetsOf(relationship, ids));
  /** Locks resources, their present targets and all possible targets. One call locks them all if the type refers to itself. */
  const lockBoth = async (
    repositories: Transaction['repositories'],
    ids: readonly string[],
  ): Promise<readonly Entity[]> => {
    const types = lockOrder.filter((each) => each === type || each === to);
    const locked = await Promise.all(
      types.map((each) => {
        const named = [...(each === type ? ids : []), ...(each === to ? [ada, bob, eve] : [])];
        return repositories[each].lock(named, each === to ? { [inverse]: ids } : {});
      }),
    );
    return locked.flat().filter((entity) => entity.type === type && ids.includes(entity.id));
  };
  const lead = (ids: readonly string[], targets: readonly (string | null)[]): Promise<void> =>
    unitOfWork().write(async ({ repositories }) => {
      const locked = await lockBoth(repositories, ids);
      await repositories[type].save(locked.map((entity, index) => leadingTo(entity, targets[index] ?? null)));
    });

  it('adds with and without a target', async () => {
    const ids = await addTo(ada, nobody());
    expect(await stored(ids)).to.deep.equal(drafts.map((draft, index) => ({ ...draft, id: ids[index], version: 1 })));
  });

  it('saves one target for many: one, another one, none', async () => {
    const ids = await addTo(null, bob);
    const [other = ''] = await addTo(bob);
    for (const target of [ada, bob, nobody()]) {
      await lead(ids, [target, target]);
      expect(await targetsIn(ids)).to.deep.equal([target, target]);
      expect(await referringTo(ada)).to.deep.equal(target === ada ? ids : []);
      expect(await referringTo(bob)).to.deep.equal(target === bob ? [...ids, other] : [other]);
    }
  });

  it('saves a different target for each', async () => {
    const ids = await addTo(ada, ada, bob, null);
    const targets = [bob, nobody(), ada, eve];
    await lead(ids, targets);
    expect(await targetsIn(ids)).to.deep.equal(targets);
  });

  it('leaves targets and their versions unchanged', async () => {
    const lockTargets = (): Promise<readonly Entity[]> =>
      unitOfWork().write(({ repositories }) => repositories[to].lock([ada, bob]));
    const before = await lockTargets();
    const ids = await addTo(ada);
    await lead(ids, [bob]);
    await unitOfWork().write(async ({ repositories }) => {
      await repositories[type].lock(ids);
      await repositories[type].remove(ids);
    });
    expect(await lockTargets()).to.deep.equal(before);
  });

  it('lists what refers to one in identifier order', async () => {
    const ids = await addTo(...Array.from({ length: 12 }, () => null));
    for (const id of ids.toReversed()) await lead([id], [ada]);
    expect(await referringTo(ada)).to.deep.equal(ids);
    expect(await referringTo(bob)).to.deep.equal([]);
  });

  it('lists what refers to several once each, in identifier order, and skips missing ones', async () => {
    const gone = await unusedId(unitOfWork(), to);
    const ids = await addTo(bob, ada, bob, ada, bob, ada, bob, ada, bob, ada, bob, ada);
    await addTo(null, eve);
    expect(await referringTo(bob, gone, ada, bob)).to.deep.equal(ids);
  });

  it('lists each target once, and skips missing ones and those without one', async () => {
    const gone = await unusedId(unitOfWork(), type);
    const ids = await addTo(bob, ada, nobody(), bob);
    await addTo(eve);
    const third = isRequired ? [eve] : [];
    expect(await targetsOf([gone, ...ids, ids[0] ?? ''])).to.have.members([ada, bob, ...third]);
    expect(await targetsOf(ids.slice(2, 3))).to.deep.equal(third);
    expect(await targetsOf([gone, '9223372036854775807'])).to.deep.equal([]);
  });

  it('locks what members are linked to, with those that are named, each once, in identifier order', async () => {
    const gone = await unusedId(unitOfWork(), type);
    const ids = await addTo(bob, ada, nobody(), bob);
    await unitOfWork().write(async ({ repositories }) => {
      const locked = await repositories[to].lock([eve, bob], { [inverse]: [gone, ...ids] });
      expect(locked.map(({ id }) => id)).to.deep.equal([ada, bob, eve]);
      await repositories[to].save(locked.map((entity) => nextVersion(entity)));
    });
    const raised = await unitOfWork().write(({ repositories }) => repositories[to].lock([ada, bob, eve]));
    expect(raised.map(({ version }) => version)).to.deep.equal([2, 2, 2]);
  });

  it('locks nothing for members without a target, or for none', async () => {
    const ids = isRequired ? [] : await addTo(null);
    await unitOfWork().write(async ({ repositories }) => {
      expect(await repositories[to].lock([], { [inverse]: ids })).to.deep.equal([]);
      expect(await repositories[to].lock([], { [inverse]: [] })).to.deep.equal([]);
    });
  });

  it('does in turn what is asked of it at once', async () => {
    const ids = await addTo(ada, ada, bob);
    await unitOfWork().write(async ({ repositories }) => {
      const locked = await lockBoth(repositories, ids);
      const answers = await Promise.all([
        repositories[type].referringTo(relationship, [eve]),
        repositories[type].save(locked.map((entity) => leadingTo(entity, eve))),
        repositories[type].referringTo(relationship, [eve]),
        repositories[type].lock(ids.slice(0, 1)),
        repositories[type].remove(ids.slice(1)),
        repositories[type].referringTo(relationship, [eve]),
      ]);
      const [before, , after, relocked, , left] = answers;
      expect({ before, after, left }).to.deep.equal({ before: [], after: ids, left: ids.slice(0, 1) });
      expect(relocked.map(({ targets }) => targets[relationship])).to.deep.equal([eve]);
    });
  });

  it('lists nothing for empty lists', async () => {
    await addTo(ada);
    expect(await referringTo()).to.deep.equal([]);
    expect(await targetsOf([])).to.deep.equal([]);
  });

  it('lists removed ones no more', async () => {
    const [first = '', second = '', third = ''] = await addTo(ada, ada, ada);
    await unitOfWork().write(async ({ repositories }) => {
      await repositories[type].lock([first, third]);
      await repositories[type].remove([first, third]);
    });
    expect(await referringTo(ada)).to.deep.equal([second]);
  });

  // Otherwise the resources that refer to the target are removed first, or they prevent its removal.
  if (onDelete === 'unset')
    it('unsets the relationship of those whose target is removed, and leaves them otherwise unchanged', async () => {
      const ids = await addTo(ada, bob, ada);
      const before = await stored(ids);
      await unitOfWork().write(async ({ repositories }) => {
        await repositories[to].lock([ada]);
        await repositories[to].remove([ada]);
      });
      const after = before.map((entity) => (entity.targets[relationship] === ada ? leadingTo(entity, null) : entity));
      expect(await stored(ids)).to.deep.equal(after);
      expect(await referringTo(ada)).to.deep.equal([]);
    });
}
