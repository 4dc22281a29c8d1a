// The rows of a write's changes.
import type { Origin } from '#application/model/origin';
import {
  actionOf,
  changedMembers,
  changedEntity,
  type Change,
  type ChangeAction,
  type ChangedLinks,
} from '#domain/changes';
import type { Entity } from '#domain/entity';
import type { Table, Tables } from '../tables/tables.ts';

/** The letter of each action, as stored. */
export const actionLetters: Readonly<Record<ChangeAction, string>> = { created: 'c', updated: 'u', deleted: 'd' };

/** The most identifiers stored as added, and the most stored as removed, for one relationship. */
const MOST_LINKS = 1000;

/**
 * The columns that differ between the changes of a write, as lists of equal length: `n`, `type`, `resource`, `version`, `action`, `state`, `was`.
 * @param first the place of the first change in its write, from 0
 */
export function rowsOf(changes: readonly Change[], first: number, tables: Tables): readonly (readonly unknown[])[] {
  const subjects = changes.map(changedEntity);
  return [
    changes.map((_, index) => first + index),
    subjects.map(({ type }) => type),
    subjects.map(({ id }) => id),
    subjects.map(({ version }) => version),
    changes.map((change) => actionLetters[actionOf(change)]),
    subjects.map((entity) => JSON.stringify(stateOf(entity, tables[entity.type]))),
    changes.map((change, index) => differenceOf(change, tables[(subjects[index] ?? changedEntity(change)).type])),
  ];
}

export function originValues({ subject, role, request }: Origin): readonly unknown[] {
  return [subject, role ?? null, request ?? null];
}

/** The values of a row by column. Identifiers and decimals are texts, as in the domain. */
function stateOf(entity: Entity, { properties }: Table): Readonly<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const { member, name, column } of properties) state[column] = entity[member][name];
  return state;
}

/** The values that the change replaced, by column, and the changed links, by relationship. */
function differenceOf({ before, after, links }: Change, { properties }: Table): string | null {
  const was: Record<string, unknown> = {};
  if (before !== undefined && after !== undefined) {
    const changed = changedMembers(before, after);
    for (const { member, name, column } of properties)
      if (changed[member].includes(name)) was[column] = before[member][name];
  }
  for (const [relationship, each] of Object.entries(links)) was[relationship] = shortened(each);
  return Object.keys(was).length === 0 ? null : JSON.stringify(was);
}

function shortened({ added, removed }: ChangedLinks): object {
  const isCut = added.length > MOST_LINKS || removed.length > MOST_LINKS;
  return { added: added.slice(0, MOST_LINKS), removed: removed.slice(0, MOST_LINKS), ...(isCut && { omitted: true }) };
}
