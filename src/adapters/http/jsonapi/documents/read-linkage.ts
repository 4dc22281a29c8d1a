// Resource linkage in a request body: its shape, then the types of its identifiers.
import { errorObject, throwIfAny, type ErrorObject } from './errors.ts';
import { quote } from './messages.ts';
import { invalidDocument, isJsonList, isJsonObject, member, misshapen, readData, type Json } from './read-json.ts';
import type { RelationshipField } from '../resources/resource.ts';

/** One resource identifier and where it stands in the body. */
export interface LocatedIdentifier {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
}

/** `one`: at most one identifier. */
export interface SentLinkage {
  readonly kind: 'one' | 'many';
  readonly identifiers: readonly LocatedIdentifier[];
}

/** Which form a relationship's `data` may have: as its cardinality says, or also an array of at most one where a to-one relationship takes that. */
export type LinkageForm = RelationshipField['cardinality'] | 'one or list of one';

/**
 * Reads the linkage that is the primary data of a document.
 * @throws ApiError when it is not of the given form
 */
export function readPrimaryLinkage(document: Json, form: LinkageForm): SentLinkage {
  const problems: ErrorObject[] = [];
  const linkage = readLinkage(readData(document, 'the resource linkage'), form, '/data', problems);
  throwIfAny(problems);
  return linkage;
}

/**
 * Reads the `data` of a relationship, which stands at `pointer`.
 * @param problems what is wrong with its form is added; the result is of no use then
 */
export function readLinkage(data: Json, form: LinkageForm, pointer: string, problems: ErrorObject[]): SentLinkage {
  if (isJsonList(data) && form !== 'one') {
    if (form === 'many' || data.length <= 1) return { kind: 'many', identifiers: readList(data, pointer, problems) };
    problems.push(invalidDocument(pointer, `${pointer} must have at most one resource identifier`));
  } else if (form === 'many') {
    problems.push(misshapen(pointer, data, 'an array of resource identifiers'));
  } else if (data !== null) {
    return { kind: 'one', identifiers: readIdentifier(data, pointer, 'a resource identifier or null', problems) };
  }
  return { kind: 'one', identifiers: [] };
}

function readList(data: readonly Json[], pointer: string, problems: ErrorObject[]): readonly LocatedIdentifier[] {
  const expected = 'a resource identifier: an object with "type" and "id"';
  return data.flatMap((item, index) => readIdentifier(item, `${pointer}/${index}`, expected, problems));
}

function readIdentifier(
  value: Json,
  pointer: string,
  expected: string,
  problems: ErrorObject[],
): readonly LocatedIdentifier[] {
  if (!isJsonObject(value)) {
    problems.push(misshapen(pointer, value, expected));
    return [];
  }
  const type = member(value, 'type');
  const id = member(value, 'id');
  if (typeof type === 'string' && typeof id === 'string') return [{ type, id, pointer }];
  if (typeof type !== 'string') problems.push(misshapen(`${pointer}/type`, type, 'a string'));
  if (typeof id !== 'string') problems.push(misshapen(`${pointer}/id`, id, 'a string'));
  return [];
}

/** The identifiers of a linkage whose type is not the relationship's. */
export function typeConflicts({ identifiers }: SentLinkage, expected: string): readonly ErrorObject[] {
  return identifiers
    .filter(({ type }) => type !== expected)
    .map(({ type, pointer }) => {
      const detail = `The relationship takes resources of type "${expected}", not ${quote(type)}`;
      return errorObject('type-conflict', detail, { pointer: `${pointer}/type` });
    });
}

/** The ids of a linkage, each once. */
export function idsOf({ identifiers }: SentLinkage): readonly string[] {
  return [...new Set(identifiers.map(({ id }) => id))];
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
