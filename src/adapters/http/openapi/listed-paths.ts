// Enumerates the paths that parameters can take: includes, and fields of related resources. If relationships form a
// cycle there are infinitely many, so only the shortest are listed, up to the limit of the service.
import {
  relatedResource,
  relationshipsOf,
  type Field,
  type RelationshipField,
  type Resource,
} from '../api/resource-description.ts';

/** The most paths that are listed: more than a person would read. All paths of one length are listed, or none. */
const MAX_PATHS = 50;

/** A path of relationships, and the resource at its end. */
export interface RelationshipPath {
  readonly relationships: readonly string[];
  readonly resource: Resource;
}

/**
 * The places at the ends of paths from a resource, shortest first; the first is the resource itself.
 * @param maxLength the most relationships in a path
 */
export function relationshipPathsFrom(
  resource: Resource,
  maxLength: number,
  isFollowed: (field: RelationshipField) => boolean = () => true,
): readonly RelationshipPath[] {
  let last: readonly RelationshipPath[] = [{ relationships: [], resource }];
  const places = [...last];
  for (let length = 1; length <= maxLength; length += 1) {
    last = last.flatMap((place) => nextPlaces(place, isFollowed));
    if (last.length === 0 || places.length + last.length > MAX_PATHS + 1) break;
    places.push(...last);
  }
  return places;
}

function nextPlaces(
  { relationships, resource }: RelationshipPath,
  isFollowed: (field: RelationshipField) => boolean,
): readonly RelationshipPath[] {
  return Object.entries(relationshipsOf(resource))
    .filter(([, field]) => isFollowed(field))
    .map(([name, field]) => ({ relationships: [...relationships, name], resource: relatedResource(resource, field) }));
}

export interface FieldPath {
  /** Such as `owner__birth_date`. */
  readonly name: string;
  /** The resource that has the field. */
  readonly resource: Resource;
  readonly field: Field;
}

/** The fields of several places, by their paths. */
export function fieldPaths(places: readonly RelationshipPath[]): readonly FieldPath[] {
  return places.flatMap(({ relationships, resource }) =>
    Object.entries(resource.fields).map(([name, field]) => ({
      name: [...relationships, name].join('__'),
      resource,
      field,
    })),
  );
}

/** The keys that lists of a type can be sorted by. Only paths of to-one relationships end at a single value. */
export function sortKeysOf(resource: Resource, maxSteps: number): readonly string[] {
  const places = relationshipPathsFrom(resource, maxSteps, ({ cardinality }) => cardinality === 'one');
  return fieldPaths(places).flatMap(({ name, field }) =>
    field.kind !== 'relationship' && field.stored !== undefined ? [name] : [],
  );
}
