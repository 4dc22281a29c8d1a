// Everything that a storage holds, and the versions that a write should give it.
import type { ResourceIdentifier } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Entity } from '#domain/entity';
import { linkedIn, type Link } from '#domain/relationships';
import { isManyToMany, relationshipNames, relationshipOf, schema } from '#domain/schema';
import { everyEntity } from '../../contract/fixtures.ts';
import { manyToManyLinks } from '../../contract/rows-of-types.ts';

export interface State {
  /** Without attributes that the storage stamps. */
  readonly entities: readonly Entity[];
  /** The links of many-to-many relationships. */
  readonly links: readonly Link[];
}

export async function stateOf(unitOfWork: UnitOfWork): Promise<State> {
  const entities = await everyEntity(unitOfWork);
  const links = await unitOfWork.write(({ repositories }) =>
    Promise.all(
      manyToManyLinks.map(({ type, relationship }) =>
        repositories[type].linksOf(
          relationship,
          entities.filter((each) => each.type === type).map(({ id }) => id),
        ),
      ),
    ),
  );
  return { entities: entities.map(unstamped), links: links.flat() };
}

function unstamped(entity: Entity): Entity {
  const declared = schema[entity.type].attributes;
  const given = Object.entries(entity.attributes).filter(([name]) => declared[name]?.stamped === undefined);
  return { ...entity, attributes: Object.fromEntries(given) };
}

/** A version grows by one if a GET of the resource, or of its relationships, now returns something else. */
export function grown(before: State, after: State): State {
  return {
    ...after,
    entities: after.entities.map(unstamped).map((each) => ({ ...each, version: versionOf(each, before, after) })),
  };
}

function versionOf(entity: Entity, before: State, after: State): number {
  const old = before.entities.find((other) => is(other, entity));
  // A new resource is stored with its own links. Others are linked to it afterwards.
  const links = old === undefined ? after.links.filter((link) => is(link, entity)) : before.links;
  const { version } = old ?? entity;
  return version + (looksOf(old ?? entity, { ...before, links }) === looksOf(entity, after) ? 0 : 1);
}

function looksOf(entity: Entity, { entities, links }: State): string {
  const { type, id, attributes, targets } = entity;
  const members = relationshipNames(type, 'many').map((name) => {
    const declared = relationshipOf(type, name);
    const { to, inverse } = declared;
    if (isManyToMany(declared)) return linkedIn(links, entity, name).toSorted();
    return entities.filter((each) => each.type === to && each.targets[inverse] === id).map((member) => member.id);
  });
  return JSON.stringify([attributes, targets, members]);
}

export function is(one: ResourceIdentifier, other: ResourceIdentifier): boolean {
  return one.type === other.type && one.id === other.id;
}
