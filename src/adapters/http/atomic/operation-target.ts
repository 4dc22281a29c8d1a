// What an operation of a list addresses: a write route, and the identifier in its path.
import { unknownRelationship } from '../jsonapi/query/field-path.ts';
import { throwIfAny, type ErrorObject } from '../jsonapi/documents/errors.ts';
import { listed, quote } from '../jsonapi/documents/messages.ts';
import {
  invalidDocument,
  isJsonObject,
  member,
  wrongForm,
  type Json,
  type JsonObject,
} from '../jsonapi/documents/read-json.ts';
import { relationshipFieldOf, type Resource } from '../jsonapi/resources/resource.ts';
import { resourceOf, resources } from '../jsonapi/resources/resources.ts';
import type { WriteAction } from '../operations.ts';
import { isOperationCode, operationCodes, type OperationCode, type WriteRoutes } from './write-routes.ts';

export interface OperationTarget {
  readonly action: WriteAction;
  /** Empty if the action needs none. */
  readonly id: string;
  /** The member of the operation that names it. */
  readonly namedBy: 'ref' | 'href' | 'data';
}

/**
 * Finds what an operation addresses. Pointers of errors start at the operation.
 * @param operation its local identifiers replaced
 * @throws ApiError 400 with all problems
 */
export function readTarget(operation: JsonObject, routes: WriteRoutes): OperationTarget {
  const problems: ErrorObject[] = [];
  const target = findTarget(operation, routes, problems);
  throwIfAny(problems);
  if (target === undefined) throw new Error('an operation without problems has no target');
  return target;
}

type Found = OperationTarget | undefined;

function findTarget(operation: JsonObject, routes: WriteRoutes, problems: ErrorObject[]): Found {
  const code = readCode(operation, problems);
  const [ref, href] = [member(operation, 'ref'), member(operation, 'href')];
  if (ref !== undefined && href !== undefined) {
    problems.push(invalidDocument('/href', '"href" must not be beside "ref"; leave one of them out'));
    return undefined;
  }
  if (ref !== undefined) return byRef(ref, code, routes, problems);
  if (href !== undefined) return byHref(href, code, routes, problems);
  return byData(operation, code, routes, problems);
}

function readCode(operation: JsonObject, problems: ErrorObject[]): OperationCode | undefined {
  const code = member(operation, 'op');
  if (isOperationCode(code)) return code;
  problems.push(wrongForm('/op', code, `one of ${operationCodes.map(quote).join(', ')}`));
  return undefined;
}

function byRef(ref: Json, code: OperationCode | undefined, routes: WriteRoutes, problems: ErrorObject[]): Found {
  if (!isJsonObject(ref)) {
    problems.push(wrongForm('/ref', ref, 'an object with "type", and "id" or "lid"'));
    return undefined;
  }
  const resource = readType(ref, '/ref', problems);
  const id = member(ref, 'id');
  if (typeof id !== 'string') problems.push(wrongForm('/ref/id', id, 'a string, unless there is a "lid"'));
  const relationship = readRelationship(ref, resource, problems);
  if (resource === undefined || typeof id !== 'string' || code === undefined || problems.length > 0) return undefined;
  const action =
    relationship === undefined ? routes.onResource(code, resource) : routes.onLinkage(code, resource, relationship);
  if (action !== undefined) return { action, id, namedBy: 'ref' };
  const [pointer, what] =
    relationship === undefined
      ? ['/ref', resource.type]
      : ['/ref/relationship', `${relationship} of a ${resource.type}`];
  problems.push(invalidDocument(pointer, `"${code}" is not possible on the ${what}`));
  return undefined;
}

function readRelationship(
  ref: JsonObject,
  resource: Resource | undefined,
  problems: ErrorObject[],
): string | undefined {
  const name = member(ref, 'relationship');
  if (name === undefined) return undefined;
  if (typeof name !== 'string') problems.push(wrongForm('/ref/relationship', name, 'a string'));
  else if (resource !== undefined && relationshipFieldOf(resource, name) === undefined)
    problems.push(invalidDocument('/ref/relationship', unknownRelationship(name, resource, '')));
  else return name;
  return undefined;
}

function byHref(href: Json, code: OperationCode | undefined, routes: WriteRoutes, problems: ErrorObject[]): Found {
  if (typeof href !== 'string') {
    problems.push(wrongForm('/href', href, 'a string'));
    return undefined;
  }
  if (code === undefined) return undefined;
  const found = routes.at(code, href);
  if (found === undefined) problems.push(invalidDocument('/href', `"${code}" is not possible at ${quote(href)}`));
  return found && { ...found, namedBy: 'href' };
}

function byData(
  operation: JsonObject,
  code: OperationCode | undefined,
  routes: WriteRoutes,
  problems: ErrorObject[],
): Found {
  if (code === undefined) return undefined;
  const data = member(operation, 'data');
  if (code === 'remove')
    problems.push(
      invalidDocument('/ref', '"remove" needs "ref", an object that names what to remove, or "href", its path'),
    );
  else if (!isJsonObject(data)) problems.push(wrongForm('/data', data, 'a resource object'));
  else {
    const resource = readType(data, '/data', problems);
    const action = resource && (code === 'add' ? routes.onList(resource) : routes.onResource(code, resource));
    const id = member(data, 'id');
    // Whether there has to be one is for the check of the resource to tell.
    return action && { action, id: typeof id === 'string' ? id : '', namedBy: 'data' };
  }
  return undefined;
}

function readType(identifier: JsonObject, pointer: string, problems: ErrorObject[]): Resource | undefined {
  const type = member(identifier, 'type');
  const resource = typeof type === 'string' ? resourceOf(type) : undefined;
  if (typeof type !== 'string') problems.push(wrongForm(`${pointer}/type`, type, 'a string'));
  else if (resource === undefined) {
    const known = listed({ heading: 'Types', names: Object.keys(resources) });
    problems.push(invalidDocument(`${pointer}/type`, `unknown type ${quote(type)}. ${known}`));
  }
  return resource;
}
