// What a race is about: a relationship of the model, and actors that may change some rows of its types.
import { perType, type ResourceType } from '#domain/schema';
import { all } from '../support/access.ts';
import type { LedgerActor, Role } from './ledger-policies.ts';
import type { PlantedRow } from './ledger-rows.ts';
import { attributesOf, isShown, links, type Link, type Values } from './ledger-schema.ts';

/** Few, so that writes collide. */
export const HOLDERS = 4;
const ITEMS = 7;
export const TEAMS = ['a@x.org', 'b@x.org'] as const;

/** The relationship that is raced for: items such as computers, and holders such as persons, which belong to teams. */
export interface Course {
  readonly link: Link;
  /** Of the holder: its team. */
  readonly team: string;
  /** Of the holder and of the item: a text, which each write sets anew. */
  readonly holderText: string;
  readonly itemText: string;
}

const LONGEST_TOKEN = 40;

/** Returns the first relationship whose types have these attributes and require no other one, or undefined if there is none. */
export function findCourse(): Course | undefined {
  const textOf = (type: ResourceType): string | undefined =>
    attributesOf(type).find(
      ({ kind, isUnique, maxLength }) => kind === 'text' && !isUnique && maxLength >= LONGEST_TOKEN,
    )?.name;
  const needsOther = (type: ResourceType, link: Link): boolean =>
    links.some((each) => each.item === type && each.isRequired && each !== link);
  const shown = links.filter(
    (link) =>
      !link.isManyToMany &&
      isShown(link.ofItem) &&
      isShown(link.ofHolder) &&
      !needsOther(link.item, link) &&
      !needsOther(link.holder, link),
  );
  const [first] = shown.flatMap((link): readonly Course[] => {
    const team = attributesOf(link.holder).find(({ kind, isUnique }) => kind === 'email' && !isUnique)?.name;
    const [holderText, itemText] = [textOf(link.holder), textOf(link.item)];
    return team === undefined || holderText === undefined || itemText === undefined
      ? []
      : [{ link, team, holderText, itemText }];
  });
  return first;
}

/** May change the holders of their team, and items that belong to one of them or to nobody. */
function memberOn({ link, team, holderText, itemText }: Course): Role {
  const own = { name: team, op: 'eq', val: { claim: 'team' } } as const;
  const ofOwn = { name: link.ofItem, op: 'has', val: own } as const;
  const free = { name: link.ofItem, op: 'eq', val: null } as const;
  return {
    ...perType(() => ({})),
    [link.holder]: {
      read: { where: [{ or: [{ name: holderText, op: 'startswith', val: 'open' }, own] }] },
      create: { where: [own] },
      update: { where: [own] },
      delete: { where: [own] },
    },
    [link.item]: {
      read: { where: [{ or: [{ name: itemText, op: 'startswith', val: 'open' }, free, ofOwn] }] },
      create: {},
      update: { where: [{ or: [free, ofOwn] }] },
      delete: { where: [ofOwn] },
    },
  };
}

export function actorsOn(course: Course): readonly LedgerActor[] {
  const rules = memberOn(course);
  return [
    ...TEAMS.flatMap((team) =>
      [1, 2, 3].map((number) => ({ name: `member ${number} of ${team}`, role: 'member', rules, claims: { team } })),
    ),
    // Movers give holders to other teams, and items to other holders.
    ...[1, 2, 3].map((number) => ({ name: `mover ${number}`, role: 'mover', rules: all, claims: {} })),
  ];
}

/** The attributes of something new: the given ones, and the first value of the others that are required. */
export function attributesFor(type: ResourceType, given: Values): Values {
  const required = attributesOf(type).filter(({ isRequired }) => isRequired);
  return { ...Object.fromEntries(required.map(({ name, values }) => [name, values[0] ?? null])), ...given };
}

/** The rows that there are at first. */
export function rowsOn({ link, team, holderText, itemText }: Course): readonly PlantedRow[] {
  const holders = Array.from({ length: HOLDERS }, (_, index) => ({
    type: link.holder,
    attributes: attributesFor(link.holder, { [holderText]: `open ${index}`, [team]: TEAMS[index % 2] ?? null }),
    targets: {},
  }));
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    type: link.item,
    attributes: attributesFor(link.item, { [itemText]: `closed ${index}` }),
    targets: link.isRequired || index % 3 > 0 ? { [link.ofItem]: index % HOLDERS } : {},
  }));
  return [...holders, ...items];
}
