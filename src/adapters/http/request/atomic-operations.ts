// Atomic operations: each is read like the single request that it stands for. As for a single request, the response reports all
// problems of the first step that finds any, but from all operations.
import { refuseFirst, type FoundProblem } from '../api/check-steps.ts';
import { quote } from '../api/error-wording.ts';
import { ApiError, errorObject, throwIfAny } from '../api/errors.ts';
import { needsIfMatch } from '../api/header-use.ts';
import type { HeaderRules } from '../api/limits.ts';
import { operationKindOf, type WriteOperation } from '../api/operations.ts';
import { readOperationTarget, type OfferedWrites } from './atomic-target.ts';
import { OPERATIONS } from './body.ts';
import { formProblem, quotedLid } from './lids.ts';
import { readTagList, type TagList } from './conditions.ts';
import {
  invalidDocument,
  isJsonList,
  isJsonObject,
  member,
  wrongForm,
  type Json,
  type JsonObject,
} from './syntax/json.ts';
import { referenceIn, type BodyContext, type Reference } from './linkage.ts';
import { forbiddenFields, forbiddenBy } from './permission.ts';
import { readWrite, referencesOf, type PathTarget, type Write } from './write.ts';

/** Members that the extension does not allow next to the operations. */
const EXCLUDED = ['data', 'included', 'errors', 'atomic:results'];

/**
 * Reads atomic operations.
 * @throws ApiError with all problems of the first step that finds any
 */
export function readOperations(
  document: Json,
  offered: OfferedWrites,
  rules: Pick<HeaderRules, 'requireIfMatch'>,
): readonly Write[] {
  const found: FoundProblem[] = [];
  const defined = new Set<string>();
  const writes = readList(document).flatMap((sent, index) => {
    const read = readOperation(
      sent,
      { basePointer: `/${OPERATIONS}/${index}`, takesLids: true, found: [] },
      offered,
      rules,
    );
    // Not `push(...)`: the stack limits the number of arguments.
    for (const each of [lidProblems(read.references, read.added, defined), read.found].flat()) found.push(each);
    if (read.added?.lid !== undefined) defined.add(nameOf(read.added));
    return read.write === undefined ? [] : [read.write];
  });
  refuseFirst(found);
  return writes;
}

/**
 * The operations of a document, at least one.
 * @throws ApiError 400
 */
function readList(document: Json): readonly Json[] {
  if (!isJsonObject(document)) throw new ApiError([invalidDocument('', 'The document must be an object')]);
  const operations = member(document, OPERATIONS);
  const problems = EXCLUDED.filter((name) => member(document, name) !== undefined).map((name) =>
    invalidDocument(`/${name}`, `"${name}" cannot be combined with "${OPERATIONS}"`),
  );
  if (isJsonList(operations) && operations.length > 0) {
    throwIfAny(problems);
    return operations;
  }
  throw new ApiError([...problems, wrongForm(`/${OPERATIONS}`, operations, 'an array of at least one operation')]);
}

interface ReadOperation {
  readonly write: Write | undefined;
  readonly references: readonly Reference[];
  /** The resource that it adds, if that has a local identifier. */
  readonly added: Reference | undefined;
  readonly found: readonly FoundProblem[];
}

function readOperation(
  sent: Json,
  context: BodyContext,
  offered: OfferedWrites,
  rules: Pick<HeaderRules, 'requireIfMatch'>,
): ReadOperation {
  const { basePointer, found } = context;
  if (!isJsonObject(sent)) {
    found.push({ step: 'document', problem: invalidDocument(basePointer, 'An operation must be an object') });
    return { write: undefined, references: [], added: undefined, found };
  }
  const [ref, data] = [member(sent, 'ref'), member(sent, 'data')];
  const adds = member(sent, 'op') === 'add' && isJsonObject(data) && member(data, 'lid') !== undefined;
  const added = adds ? referenceIn(data, `${basePointer}/data`) : undefined;
  const addressed = readOperationTarget(sent, offered, context);
  if (addressed === undefined) {
    const named = isJsonObject(ref) ? [referenceIn(ref, `${basePointer}/ref`)] : [];
    return { write: undefined, references: [...named, ...(added === undefined ? [] : [added])], added, found };
  }
  const { operation, target } = addressed;
  const write = readWrite(operation, target, sent, context);
  const refusal = forbiddenBy(operation, offered.permissions, target.source);
  if (refusal !== undefined) found.push({ step: 'permission for operations', problem: refusal });
  found.push(...forbiddenFields(write, offered));
  const ifMatch = readIfMatch(sent, operation, target, context, rules);
  return { write: { ...write, ifMatch }, references: referencesOf(write), added, found };
}

/** The precondition of an operation: `meta.if_match` has the value of a single request's `If-Match`. An operation that adds has none. */
function readIfMatch(
  sent: JsonObject,
  operation: WriteOperation,
  target: PathTarget,
  { basePointer, found }: BodyContext,
  rules: Pick<HeaderRules, 'requireIfMatch'>,
): TagList | undefined {
  if (operationKindOf(operation).action === 'create') return undefined;
  const pointer = `${basePointer}${IF_MATCH}`;
  const meta = member(sent, 'meta');
  const value = isJsonObject(meta) ? member(meta, 'if_match') : undefined;
  const tags = typeof value === 'string' ? readTagList([value]) : undefined;
  if (value !== undefined && typeof value !== 'string')
    found.push({ step: 'document', problem: wrongForm(pointer, value, 'a string') });
  else if (value !== undefined && tags === undefined) {
    const detail = `${pointer} must be * or a list of entity tags, each in double quotes as the service sent it`;
    found.push({ step: 'document', problem: invalidDocument(pointer, detail) });
  }
  // A resource added by the same request has no tag yet that the client could know.
  if (value === undefined && needsIfMatch(operation, rules) && target.lid === undefined) {
    const detail = `${pointer} is required: the ETag that the resource had when you read it, or * to overwrite any state`;
    found.push({ step: 'if_match required', problem: errorObject('precondition-required', detail, { pointer }) });
  }
  return tags;
}

const IF_MATCH = '/meta/if_match';

// Local identifiers: an operation that adds a resource may define one, by which later operations refer to the resource.

/** A key of type and local identifier: two types may use the same identifier. */
export function nameOf({ type, lid }: Pick<Reference, 'type' | 'lid'>): string {
  return JSON.stringify([type, lid]);
}

/** A problem for each local identifier that is invalid, used before it is defined, or defined twice. */
function lidProblems(
  references: readonly Reference[],
  added: Reference | undefined,
  defined: ReadonlySet<string>,
): readonly FoundProblem[] {
  return references.flatMap((reference) => {
    const isDefinition = reference.pointer === added?.pointer;
    const reason = refusal(reference, (name) => defined.has(name) === !isDefinition, isDefinition);
    if (reason === undefined) return [];
    return [{ step: 'document', problem: invalidDocument(`${reference.pointer}/lid`, reason) }];
  });
}

/** The reason to refuse a `lid`; undefined if it is valid or there is none. */
function refusal(reference: Reference, fits: (name: string) => boolean, isDefinition: boolean): string | undefined {
  const { type, lid } = reference;
  if (lid === undefined) return undefined;
  const problem = formProblem(reference);
  if (problem !== undefined) return problem;
  // Without a type there is nothing to compare. The missing type is reported elsewhere.
  if (type === '' || fits(nameOf(reference))) return undefined;
  return isDefinition
    ? `an earlier operation already adds a ${quote(type)} with the "lid" ${quotedLid(reference)}`
    : `no earlier operation adds a ${quote(type)} with the "lid" ${quotedLid(reference)}`;
}
