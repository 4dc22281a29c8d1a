// Resource linkage in a request body: its form, then the types of its identifiers.
import { ApiError, errorObject, throwIfAny, type ErrorObject } from './errors.ts';
import { quote } from './messages.ts';
import {
  invalidDocument,
  isJsonList,
  isJsonObject,
  member,
  pointerToken,
  readData,
  wrongForm,
  type Json,
} from './read-json.ts';
import type { RelationshipField } from '../resources/resource.ts';

/** A resource identifier and where it is in the body. */
interface LocatedIdentifier {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
}

/** `one`: null or an identifier; `many`: an array. */
export interface SentLinkage {
  readonly kind: 'one' | 'many';
  readonly identifiers: readonly LocatedIdentifier[];
}

/** The form that `data` may have: that of the cardinality, or for some to-one routes also an array of at most one. */
export type LinkageForm = RelationshipField['cardinality'] | 'one or list of one';

/**
 * Reads linkage that is the primary data of a document.
 * @throws ApiError when it does not have the given form
 */
export function readPrimaryLinkage(document: Json, form: LinkageForm): SentLinkage {
  const problems: ErrorObject[] = [];
  const linkage = readLinkage(readData(document, 'the resource linkage'), form, '/data', problems);
  throwIfAny(problems);
  return linkage;
}

/**
 * Reads the `data` of a relationship, which is at `pointer`.
 * @param problems gets the problems with its form; if any, the result is meaningless
 */
export function readLinkage(data: Json, form: LinkageForm, pointer: string, problems: ErrorObject[]): SentLinkage {
  if (isJsonList(data) && form !== 'one') {
    if (form === 'many' || data.length <= 1) return { kind: 'many', identifiers: readList(data, pointer, problems) };
    problems.push(invalidDocument(pointer, `${pointer} must have at most one resource identifier`));
  } else if (form === 'many') {
    problems.push(wrongForm(pointer, data, 'an array of resource identifiers'));
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
    problems.push(wrongForm(pointer, value, expected));
    return [];
  }
  const type = member(value, 'type');
  const id = member(value, 'id');
  if (typeof type === 'string' && typeof id === 'string') return [{ type, id, pointer }];
  if (typeof type !== 'string') problems.push(wrongForm(`${pointer}/type`, type, 'a string'));
  if (typeof id !== 'string') problems.push(wrongForm(`${pointer}/id`, id, 'a string'));
  return [];
}

/** One problem for each identifier of another type than the relationship's. */
export function typeConflicts({ identifiers }: SentLinkage, expected: string): readonly ErrorObject[] {
  return identifiers
    .filter(({ type }) => type !== expected)
    .map(({ type, pointer }) => {
      const detail = `The relationship takes resources of type "${expected}", not ${quote(type)}`;
      return errorObject('type-conflict', detail, { pointer: `${pointer}/type` });
    });
}

/** The distinct ids of a linkage. */
export function idsOf({ identifiers }: SentLinkage): readonly string[] {
  return [...new Set(identifiers.map(({ id }) => id))];
}

/**
 * Checks how many resource identifiers documents list together, valid or not.
 * @throws ApiError 413
 */
export function checkLinkages(documents: readonly Json[], { maxLinkages }: { readonly maxLinkages: number }): void {
  if (documents.reduce<number>((sum, each) => sum + countLinkages(each), 0) <= maxLinkages) return;
  const detail = `The document lists more than ${maxLinkages} resource identifiers; send them in several requests`;
  throw new ApiError([errorObject('body-too-large', detail, undefined, { limit: maxLinkages })]);
}

function countLinkages(document: Json): number {
  return linkagesIn(document).reduce((sum, { data }) => sum + (Array.isArray(data) ? data.length : 0), 0);
}

/** The members of an unchecked body that can hold linkage: the primary data and that of relationships. */
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
      pointer: `/data/relationships/${pointerToken(name)}/data`,
    })),
  ];
}
