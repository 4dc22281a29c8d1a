// Resource linkage in a body: its form, then the types of its identifiers.
import type { FoundProblem } from '../api/check-steps.ts';
import { quote } from '../api/error-wording.ts';
import { errorObject } from '../api/errors.ts';
import type { LinkageForm } from '../api/operations.ts';
import {
  invalidDocument,
  isJsonList,
  isJsonObject,
  member,
  wrongForm,
  type Json,
  type JsonObject,
} from './syntax/json.ts';

/** The context in which the body of a write is read. */
export interface BodyContext {
  /** The position of the body in the document: empty, or the pointer to an atomic operation. */
  readonly basePointer: string;
  /** True if resources may have local identifiers. */
  readonly takesLids: boolean;
  /** Collects the problems. If there are any, what was read is meaningless. */
  readonly found: FoundProblem[];
}

/** A resource identifier, and where it is in the document. */
export interface Reference {
  readonly type: string;
  /** Empty where a local identifier stands for it. */
  readonly id: string;
  /** The local identifier, valid or not; undefined: none. */
  readonly lid: Json | undefined;
  /** True if it has both, which is an error. */
  readonly hasBoth: boolean;
  readonly pointer: string;
}

/** `isList`: an array; otherwise null or one identifier. */
export interface SentLinkage {
  readonly isList: boolean;
  readonly references: readonly Reference[];
  readonly pointer: string;
}

/** Reads linkage that should have the given form. */
export function readLinkage(data: Json, form: LinkageForm, pointer: string, context: BodyContext): SentLinkage {
  const linkage = (isList: boolean, references: readonly Reference[] = []): SentLinkage => ({
    isList,
    references,
    pointer,
  });
  const refuse = (problem: ReturnType<typeof wrongForm>): void =>
    void context.found.push({ step: 'document', problem });
  if (isJsonList(data) && form !== 'one') {
    if (form === 'many' || data.length <= 1) return linkage(true, readList(data, pointer, context));
    refuse(invalidDocument(pointer, `${pointer} must have at most one resource identifier`));
  } else if (form === 'many') {
    refuse(wrongForm(pointer, data, 'an array of resource identifiers'));
  } else if (data !== null) {
    return linkage(false, readIdentifier(data, pointer, 'a resource identifier or null', context));
  }
  return linkage(false);
}

function readList(data: readonly Json[], pointer: string, context: BodyContext): readonly Reference[] {
  const expected = 'a resource identifier: an object with "type" and "id"';
  return data.flatMap((item, index) => readIdentifier(item, `${pointer}/${index}`, expected, context));
}

function readIdentifier(value: Json, pointer: string, expected: string, context: BodyContext): readonly Reference[] {
  if (isJsonObject(value)) return [readReference(value, pointer, context)];
  context.found.push({ step: 'document', problem: wrongForm(pointer, value, expected) });
  return [];
}

/**
 * Reads the members that identify a resource: its type, and its identifier or local identifier.
 * @param needsId true if one of the two is required
 */
export function readReference(
  object: JsonObject,
  pointer: string,
  { takesLids, found }: BodyContext,
  needsId = true,
): Reference {
  const [type, id] = [member(object, 'type'), member(object, 'id')];
  const hasLid = takesLids && member(object, 'lid') !== undefined;
  if (typeof type !== 'string')
    found.push({ step: 'document', problem: wrongForm(`${pointer}/type`, type, 'a string') });
  if (typeof id !== 'string' && (id !== undefined || (needsId && !hasLid)))
    found.push({ step: 'document', problem: wrongForm(`${pointer}/id`, id, 'a string') });
  return referenceIn(object, pointer, takesLids);
}

/** The identity in an object. Members of the wrong form are left empty. */
export function referenceIn(object: JsonObject, pointer: string, takesLids = true): Reference {
  const [type, id] = [member(object, 'type'), member(object, 'id')];
  const lid = takesLids ? member(object, 'lid') : undefined;
  return {
    type: typeof type === 'string' ? type : '',
    id: typeof id === 'string' ? id : '',
    lid,
    hasBoth: id !== undefined && lid !== undefined,
    pointer,
  };
}

/** Reports the identifiers whose type is not that of the relationship. */
export function checkTypes({ references }: SentLinkage, expected: string, { found }: BodyContext): void {
  for (const { type, pointer } of references) {
    if (type === expected) continue;
    const detail = `The relationship takes resources of type "${expected}", not ${quote(type)}`;
    found.push({
      step: 'linkage types',
      problem: errorObject('type-conflict', detail, { pointer: `${pointer}/type` }),
    });
  }
}
