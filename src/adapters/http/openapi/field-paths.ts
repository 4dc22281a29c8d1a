// The paths that parameters can take, enumerated: includes, and fields of related resources. Paths have no end where relationships lead back,
// so the shortest ones are listed, up to the limit of the service.
import { relationshipsOf, type Field, type RelationshipField, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';

/** More than a person would read; whole lengths only. */
const MAX_PATHS = 50;

/** Where a path of relationships leads. */
export interface Place {
  readonly relationships: readonly string[];
  readonly resource: Resource;
}

/**
 * The places that paths from a resource lead to, shortest first; the first is the resource itself.
 * @param maxLength relationships in a path
 */
export function placesFrom(
  resource: Resource,
  maxLength: number,
  isFollowed: (field: RelationshipField) => boolean = () => true,
): readonly Place[] {
  let last: readonly Place[] = [{ relationships: [], resource }];
  const places = [...last];
  for (let length = 1; length <= maxLength; length += 1) {
    last = last.flatMap((place) => nextPlaces(place, isFollowed));
    if (last.length === 0 || places.length + last.length > MAX_PATHS + 1) break;
    places.push(...last);
  }
  return places;
}

function nextPlaces(
  { relationships, resource }: Place,
  isFollowed: (field: RelationshipField) => boolean,
): readonly Place[] {
  return Object.entries(relationshipsOf(resource))
    .filter(([, field]) => isFollowed(field))
    .map(([name, { to }]) => ({ relationships: [...relationships, name], resource: resources[to] }));
}

export interface FieldPath {
  /** Such as `owner__birth_date`. */
  readonly name: string;
  /** The resource that has the field. */
  readonly resource: Resource;
  readonly field: Field;
}

/** The fields of several places, by their paths. */
export function fieldPaths(places: readonly Place[]): readonly FieldPath[] {
  return places.flatMap(({ relationships, resource }) =>
    Object.entries(resource.fields).map(([name, field]) => ({
      name: [...relationships, name].join('__'),
      resource,
      field,
    })),
  );
}
