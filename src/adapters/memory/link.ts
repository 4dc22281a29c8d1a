import type { Entity } from '../../domain/entity.ts';
import { relationshipOf, relationshipNames, type ResourceType } from '../../domain/schema.ts';

/** A to-one relationship as rows store it. Its inverse is an index. */
export interface Link {
  readonly from: ResourceType;
  readonly relationship: string;
  readonly to: ResourceType;
}

/** The links that lead to rows of a type. */
export function linksTo(type: ResourceType): readonly Link[] {
  return relationshipNames(type, 'many').map((name) => {
    const { to, inverse } = relationshipOf(type, name);
    return { from: to, relationship: inverse, to: type };
  });
}

/** A link that changes; `null` is nowhere. */
export interface MovedLink {
  readonly link: Link;
  readonly from: string | null;
  readonly to: string | null;
}

/** The links that change with a row; undefined before it is added, or after it is removed. */
export function movedLinks(
  type: ResourceType,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly MovedLink[] {
  return relationshipNames(type, 'one').flatMap((relationship) => {
    const link = { from: type, relationship, to: relationshipOf(type, relationship).to };
    const [from, to] = [before, after].map((row) => row?.targets[relationship] ?? null);
    return from === to ? [] : [{ link, from: from ?? null, to: to ?? null }];
  });
}
