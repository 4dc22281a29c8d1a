// Random rules of a role, for reads.
import { relationshipsOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { Claims } from '#application/model/actor';
import { perType, resourceTypes, type ResourceType } from '#domain/schema';
import { filterObjects } from '../agreement/wire-filters.ts';
import { idsOf, valuesOf, type World } from '../agreement/world.ts';
import { withClaims, type Where } from './claims.ts';
import { hiddenFields } from './descriptions.ts';
import type { Dice } from './dice.ts';
import type { Matching } from './matches.ts';
import type { RoleInFile } from './policy-in-file.ts';

export interface DrawnRole {
  readonly rules: RoleInFile;
  /** With these, some rows are visible and some are not. */
  readonly claims: Claims;
}

export interface Drawn {
  readonly world: World;
  readonly dice: Dice;
  readonly matching: Matching;
}

export async function drawRole(drawn: Drawn): Promise<DrawnRole> {
  const { dice } = drawn;
  const claims: Record<string, unknown> = {};
  const readable = dice.chance(0.9) ? resourceTypes : dice.some(resourceTypes, 0.7);
  const rules: { -readonly [Type in keyof RoleInFile]: RoleInFile[Type] } = {};
  for (const type of readable) {
    const where = dice.chance(0.8) ? withClaims(await drawWhere(type, drawn), claims, 0.4, dice) : undefined;
    rules[type] = { read: { ...(where && { where }) } };
  }
  for (const type of readable) {
    const visible = Object.keys(resources[type].fields).filter(
      (name) => name !== 'id' && !hiddenFields(rules, resources[type]).includes(name),
    );
    const { read } = rules[type] ?? {};
    if (dice.chance(0.5)) rules[type] = { read: { ...read, fields: dice.some(visible, 0.7) } };
  }
  return { rules, claims };
}

/**
 * The role of the contract's example, for the first type with an e-mail address: each actor sees their own row and those that refer to it.
 * @returns undefined if no type has one
 */
export function selfService({ world, dice }: Pick<Drawn, 'world' | 'dice'>): DrawnRole | undefined {
  const [me] = resourceTypes.flatMap((type) =>
    Object.entries(writableAttributesOf(resources[type])).flatMap(([name, { stored, declared }]) =>
      declared.kind === 'email' ? [{ type, name, stored }] : [],
    ),
  );
  if (me === undefined) return undefined;
  const isMe = { name: me.name, op: 'eq', val: { claim: 'email' } };
  const rules = resourceTypes.map((type) => {
    const links = Object.entries(relationshipsOf(resources[type]));
    const [toMe, field] = links.find(([, { to }]) => to === me.type) ?? [];
    const op = field?.cardinality === 'one' ? 'has' : 'any';
    const where = type === me.type ? [isMe] : toMe === undefined ? [] : [{ name: toMe, op, val: isMe }];
    return [type, { read: { where } }] as const;
  });
  return {
    rules: Object.fromEntries(rules),
    claims: { email: dice.oneOf([...valuesOf(world, me.type, me.stored), 'nobody@example.org']) },
  };
}

const TRIES = 6;
const MOST_DRAWS = 60;
const DEPTHS = [0, 0, 1, 1, 2] as const;
const objects = perType((type) => DEPTHS.map((depth) => filterObjects(type, depth)));

/**
 * Filters that hide some rows and show others, rarely none; of a long list they show enough to be streamed.
 * @param isFit a further requirement on the conditions
 */
export async function drawWhere(
  type: ResourceType,
  { world, dice, matching }: Drawn,
  isFit: (where: Where) => boolean = () => true,
): Promise<Where> {
  const ids = idsOf(world, type);
  if (dice.chance(0.03)) return [];
  const enough = ids.length > 1100 ? 1001 : Math.min(2, ids.length);
  for (let tries = 0, draws = 0; tries < TRIES && draws < MOST_DRAWS; draws += 1) {
    const drawn = Array.from({ length: dice.chance(0.85) ? 1 : 2 }, () => dice.draw(dice.oneOf(objects[type]))(world));
    if (!isFit(drawn)) continue;
    tries += 1;
    for (const where of [drawn, [{ not: { and: drawn } }]]) {
      const matched = await matching(type, where);
      if (matched !== undefined && matched.size >= enough && matched.size < ids.length) return where;
    }
  }
  return [{ name: 'id', op: 'notin_', val: dice.few(ids, 20) }];
}
