// Resource linkage in a request body: its shape, then the types of its identifiers.
import { ApiError, errorObject, type ErrorObject } from './errors.ts';
import { quote } from './messages.ts';
import { isJsonObject, member, readData, type Json } from './read-json.ts';
import type { RelationshipField } from '../resources/resource.ts';

/** One resource identifier and where it stands in the body. */
export interface LocatedIdentifier {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
}

export type SentLinkage =
  | { readonly kind: 'many'; readonly identifiers: readonly LocatedIdentifier[] }
  | { readonly kind: 'one'; readonly identifier: LocatedIdentifier | null };

/** Which form a relationship's `data` may have: as its cardinality says, or also an array of at most one where a to-one relationship takes that. */
export type LinkageForm = RelationshipField['cardinality'] | 'one or list of one';

export type ReadLinkage =
  { readonly linkage: SentLinkage; readonly problems?: never } | { readonly problems: readonly ErrorObject[] };

/**
 * Reads the linkage that is the primary data of a document.
 * @throws ApiError when it is not of the given form
 */
export function readPrimaryLinkage(document: Json, form: LinkageForm): SentLinkage {
  const read = readLinkage(readData(document, 'the resource linkage'), form, '/data');
  if (read.problems !== undefined) throw new ApiError(read.problems);
  return read.linkage;
}

/** Reads the `data` of a relationship, which stands at `pointer`. Problems are those of the shape. */
export function readLinkage(data: Json | undefined, form: LinkageForm, pointer: string): ReadLinkage {
  if (Array.isArray(data) && form !== 'one') return readList(data, form, pointer);
  if (form === 'many') return refuse(pointer, 'must be an array of resource identifiers');
  if (data === null) return { linkage: { kind: 'one', identifier: null } };
  if (!isJsonObject(data)) return refuse(pointer, 'must be a resource identifier or null');
  const { identifier, problems } = readIdentifier(data, pointer);
  return identifier === undefined ? { problems } : { linkage: { kind: 'one', identifier } };
}

/** The identifiers of a linkage whose type is not the relationship's. */
export function typeConflicts(linkage: SentLinkage, expected: string): readonly ErrorObject[] {
  return identifiersOf(linkage)
    .filter(({ type }) => type !== expected)
    .map(({ type, pointer }) => {
      const detail = `The relationship takes resources of type "${expected}", not ${quote(type)}`;
      return errorObject('type-conflict', detail, { pointer: `${pointer}/type` });
    });
}

/** The identifiers of a linkage. */
function identifiersOf(linkage: SentLinkage): readonly LocatedIdentifier[] {
  if (linkage.kind === 'many') return linkage.identifiers;
  return linkage.identifier === null ? [] : [linkage.identifier];
}

/** The ids of a linkage, each once. */
export function idsOf(linkage: SentLinkage): readonly string[] {
  return [...new Set(identifiersOf(linkage).map(({ id }) => id))];
}

/** How many resource identifiers a body lists, of whatever shape the rest of it is. */
export function countLinkages(document: Json): number {
  return linkagesIn(document).reduce((sum, { data }) => sum + (Array.isArray(data) ? data.length : 0), 0);
}

/** Whatever stands in a body where linkage can stand: as the primary data, and in relationships. */
export function linkagesIn(
  document: Json | undefined,
): readonly { readonly data: Json | undefined; readonly pointer: string }[] {
  const data = isJsonObject(document) ? member(document, 'data') : undefined;
  const relationships = isJsonObject(data) ? member(data, 'relationships') : undefined;
  const related = isJsonObject(relationships) ? Object.entries(relationships) : [];
  return [
    { data, pointer: '/data' },
    ...related.map(([name, relationship]) => ({
      data: isJsonObject(relationship) ? member(relationship, 'data') : undefined,
      pointer: `/data/relationships/${name}/data`,
    })),
  ];
}

function readList(data: readonly Json[], form: LinkageForm, pointer: string): ReadLinkage {
  if (form !== 'many' && data.length > 1) return refuse(pointer, 'must have at most one resource identifier');
  const read = data.map((item, index) => readIdentifier(item, `${pointer}/${index}`));
  const problems = read.flatMap((item) => item.problems);
  const identifiers = read.map(({ identifier }) => identifier).filter((identifier) => identifier !== undefined);
  return problems.length > 0 ? { problems } : { linkage: { kind: 'many', identifiers } };
}

function readIdentifier(
  value: Json,
  pointer: string,
): { readonly identifier?: LocatedIdentifier; readonly problems: readonly ErrorObject[] } {
  if (!isJsonObject(value)) return refuse(pointer, 'must be a resource identifier: an object with "type" and "id"');
  const type = member(value, 'type');
  const id = member(value, 'id');
  if (typeof type === 'string' && typeof id === 'string') return { identifier: { type, id, pointer }, problems: [] };
  return {
    problems: [
      ...(typeof type === 'string' ? [] : refuse(`${pointer}/type`, textWanted(type)).problems),
      ...(typeof id === 'string' ? [] : refuse(`${pointer}/id`, textWanted(id)).problems),
    ],
  };
}

function textWanted(value: Json | undefined): string {
  return value === undefined ? 'is missing; it must be a string' : 'must be a string';
}

function refuse(pointer: string, what: string): { readonly problems: readonly ErrorObject[] } {
  return { problems: [errorObject('invalid-document', `${pointer} ${what}`, { pointer })] };
}
