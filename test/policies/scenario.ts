// A world, a policy, two actors, and the services that the comparison asks.
import { nobody, type Actor } from '#application/model/actor';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { perType, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { attributesOf, idsOf, targetsOf, valuesOf, type World } from '../agreement/world.ts';
import { hasClaims, otherClaims, withValues } from './claims.ts';
import { describeVisible } from './descriptions.ts';
import { Dice } from './dice.ts';
import { matchingIn, type Matching } from './matches.ts';
import type { PolicyInFile, RoleInFile } from './policy-in-file.ts';
import { drawRole, selfService, type DrawnRole } from './roles.ts';
import { openService, type Service } from './services.ts';
import type { Identifiers, Storage } from './storages.ts';
import { largeWorlds, smallWorlds } from './worlds.ts';

export interface Scenario {
  readonly world: World;
  readonly file: PolicyInFile;
  readonly viewers: readonly Viewer[];
  /** Of all rows. */
  readonly unitOfWork: UnitOfWork;
  /** Open, with all rows. */
  readonly everything: Service;
  close(): Promise<void>;
}

export interface Viewer {
  readonly actor: Actor;
  readonly rules: RoleInFile;
  readonly hidden: Identifiers;
  /** Visible resources with a to-one relationship to a hidden one. */
  readonly cut: Identifiers;
  /** Open, with only what the actor may see. */
  readonly reference: Service;
}

/** True if the scenario of a seed has lists long enough to be streamed. */
export function hasLongLists(seed: number): boolean {
  return seed % 10 === 0;
}

/** @param storages one for all rows, and one for each viewer */
export async function drawScenario(seed: number, storages: readonly Storage[]): Promise<Scenario> {
  const [all, ...others] = storages;
  if (all === undefined) throw new Error('a storage for all rows is needed');
  const dice = new Dice(seed);
  const world = dice.draw(hasLongLists(seed) ? largeWorlds : smallWorlds);
  const unitOfWork = await all.fill(world);
  const everything = await openService({ unitOfWork });
  const drawn = { world, dice, matching: matchingIn(everything) };
  const { roles, viewers } = await drawViewers(drawn, seed, others).catch(async (error: unknown) => {
    await everything.close();
    throw error;
  });
  return {
    world,
    file: { anonymous: 'two', roles: { one: roles.one.rules, two: roles.two.rules } },
    viewers,
    unitOfWork,
    everything,
    close: async () => {
      await Promise.all([everything, ...viewers.map(({ reference }) => reference)].map((service) => service.close()));
    },
  };
}

interface Drawing {
  readonly world: World;
  readonly dice: Dice;
  readonly matching: Matching;
}

export type Roles = Readonly<Record<'one' | 'two', DrawnRole>>;

async function drawViewers(
  drawn: Drawing,
  seed: number,
  storages: readonly Storage[],
): Promise<{ readonly roles: Roles; readonly viewers: readonly Viewer[] }> {
  const { world, dice, matching } = drawn;
  const itsOwn = seed % 10 === 5 ? selfService(drawn) : undefined;
  const roles = { one: itsOwn ?? (await drawRole(drawn)), two: await drawRole(drawn) };
  const viewers = await Promise.all(
    drawActors(roles, world, dice).map(async ({ actor, rules }, index): Promise<Viewer> => {
      const hidden = await hiddenFrom(actor, rules, world, matching);
      const storage = storages[index];
      if (storage === undefined) throw new Error('a storage for each viewer is needed');
      const reference = await openService({
        unitOfWork: await storage.fill(world, hidden),
        set: describeVisible(rules),
      });
      return { actor, rules, hidden, cut: perType((type) => cutOff(world, type, hidden)), reference };
    }),
  );
  return { roles, viewers };
}

/** Two actors of one role with different claims, or one of each role, the second of them perhaps anonymous. */
export function drawActors(
  { one, two }: Roles,
  world: World,
  dice: Dice,
): readonly { readonly actor: Actor; readonly rules: RoleInFile }[] {
  const first = { actor: { subject: 'first', role: 'one', claims: one.claims }, rules: one.rules };
  const isAlike = Object.keys(one.claims).length > 0 && dice.chance(0.7);
  if (!isAlike) {
    const second = dice.chance(0.3) ? nobody : { subject: 'second', claims: two.claims };
    return [first, { actor: { ...second, role: 'two' }, rules: two.rules }];
  }
  const values = resourceTypes.flatMap((type) => attributesOf(type).flatMap((name) => valuesOf(world, type, name)));
  const claims = otherClaims(one.claims, values, dice);
  return [first, { actor: { subject: 'second', role: 'one', claims }, rules: one.rules }];
}

async function hiddenFrom(
  { claims }: Actor,
  rules: RoleInFile,
  world: World,
  matching: Matching,
): Promise<Identifiers> {
  const hidden = await Promise.all(
    resourceTypes.map(async (type) => {
      const where = rules[type]?.read?.where as Parameters<typeof withValues>[0] | undefined;
      if (where === undefined) return [type, new Set<string>()] as const;
      const filter = withValues(where, claims);
      const visible = filter && (await matching(type, filter));
      // The service accepted this filter when the role was drawn, so only a claim can make it refuse.
      if (visible === undefined && !hasClaims(where)) throw new Error(`refused: ${JSON.stringify(where)}`);
      return [type, new Set(idsOf(world, type).filter((id) => visible?.has(id) !== true))] as const;
    }),
  );
  return { ...perType(() => new Set<string>()), ...Object.fromEntries(hidden) };
}

function cutOff(world: World, type: ResourceType, hidden: Identifiers): ReadonlySet<string> {
  const ids = idsOf(world, type);
  const isCut = (row: World['rows'][ResourceType][number]): boolean =>
    Object.entries(targetsOf(world, type, row)).some(([name, id]) => {
      const to = schema[type].relationships[name]?.to;
      return id !== null && to !== undefined && hidden[to].has(id);
    });
  return new Set(
    world.rows[type].flatMap((row, index) => {
      const id = ids[index] ?? '';
      return isCut(row) && !hidden[type].has(id) ? [id] : [];
    }),
  );
}
