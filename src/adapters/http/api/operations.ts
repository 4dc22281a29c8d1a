// Every operation of the API as data: the kinds, applied to the resources. Routes and their documentation are made from it.
import { relationshipOf } from '#domain/schema';
import type { ApiConfig } from './api-config.ts';
import { exportFormats, type ExportExtension } from './export-formats.ts';
import type { QueryLimits } from './limits.ts';
import { operationKinds, type OperationKindName, type WriteKindName } from './operation-kinds.ts';
import type { Method, OperationKind } from './operation-traits.ts';
import type { QueryScope } from './parameters.ts';
import { relationshipsOf, type RelationshipField, type Resource, type Resources } from './resource-description.ts';

/** One method of one path. */
export interface Operation<Name extends OperationKindName = OperationKindName> {
  readonly kind: Name;
  /** The name of the route, for logs and metrics. */
  readonly name: string;
  readonly method: Method;
  /** At most one segment is a parameter, the identifier. */
  readonly path: string;
  /** The resource at the start of the path; undefined: none. */
  readonly resource?: Resource;
  /** The relationship in the path. */
  readonly relationship?: NamedRelationship;
  /** The file that the path names. */
  readonly extension?: ExportExtension;
}

export interface NamedRelationship {
  /** By wire name. */
  readonly name: string;
  readonly field: RelationshipField;
}

/** Changes one resource, or its relationship. */
export interface WriteOperation extends Operation<WriteKindName> {
  readonly resource: Resource;
}

/** The form that linkage may have: that of the cardinality, or for some to-one relationships also an array of at most one. */
export type LinkageForm = RelationshipField['cardinality'] | 'one or list of one';

/** The effect of an atomic operation, as in its member `op`. */
export type OperationCode = 'add' | 'update' | 'remove';

/** The path of the OpenAPI document. */
export const OPENAPI_PATH = '/openapi.json';

/** The page with all error codes. */
export const ERRORS_PAGE = '/docs/errors';

/** The page about the query language. */
export const QUERY_PAGE = '/docs/query';

/** The links of the entry point besides the resources. */
export function linkedPaths({ hasPages }: Pick<ApiConfig, 'hasPages'>): Readonly<Record<string, string>> {
  return { openapi: OPENAPI_PATH, ...(hasPages && { docs: '/docs/', explorer: '/explorer/' }) };
}

/** Every operation on the service and its resources. An export is an unpaged list, so a service that forbids those has no exports. */
export function operationsOf({ allowUnpaged }: Pick<QueryLimits, 'allowUnpaged'>, on: Resources): readonly Operation[] {
  return [
    operation('root', '/'),
    operation('describe', OPENAPI_PATH),
    operation('operate', '/operations'),
    operation('changes', '/changes'),
    ...Object.values(on).flatMap((resource) => [
      ...kindsAt('list').map((kind) => operation(kind, resource.path, { resource })),
      ...kindsAt('resource').map((kind) => operation(kind, `${resource.path}/:id`, { resource })),
      ...(allowUnpaged ? exportsOf(resource) : []),
      ...Object.entries(relationshipsOf(resource)).flatMap(([name, field]) =>
        onRelationship(resource, { name, field }),
      ),
    ]),
  ];
}

function exportsOf(resource: Resource): readonly Operation[] {
  return kindsAt('file').flatMap((kind) =>
    extensions.map((extension) => operation(kind, `/export/${resource.plural}.${extension}`, { resource, extension })),
  );
}

const extensions = Object.keys(exportFormats) as readonly ExportExtension[];

function onRelationship(resource: Resource, relationship: NamedRelationship): readonly Operation[] {
  const { name, field } = relationship;
  // Not `:id` for a to-one relationship: the response is the related resource, but this id is that of the other one.
  const id = field.cardinality === 'many' ? 'id' : `${resource.type.replaceAll(/\W/g, '_')}_id`;
  return [
    ...kindsAt('related', field).map((kind) =>
      operation(kind, `${resource.path}/:${id}/${name}`, { resource, relationship }),
    ),
    ...kindsAt('linkage').map((kind) => onLinkage(kind, resource, relationship)),
  ];
}

/** The operation that reads the linkage of a relationship. */
export function linkageOperation(resource: Resource, relationship: NamedRelationship): Operation {
  return onLinkage('linkage', resource, relationship);
}

function onLinkage(kind: OperationKindName, resource: Resource, relationship: NamedRelationship): Operation {
  return operation(kind, `${resource.path}/:id/relationships/${relationship.name}`, { resource, relationship });
}

function kindsAt(
  place: OperationKind['at'],
  of?: Pick<RelationshipField, 'cardinality'>,
): readonly OperationKindName[] {
  return kindNames.filter((name) => {
    const { at, cardinality }: OperationKind = operationKinds[name];
    return at === place && (cardinality === undefined || cardinality === of?.cardinality);
  });
}

const kindNames = Object.keys(operationKinds) as readonly OperationKindName[];

function operation(
  kind: OperationKindName,
  path: string,
  on: Pick<Operation, 'resource' | 'relationship' | 'extension'> = {},
): Operation {
  const { method, name } = operationKinds[kind];
  const parts = [on.resource?.plural, on.relationship?.name, name, on.extension];
  return { kind, name: parts.filter((part) => part !== undefined).join('.'), method, path, ...on };
}

export function operationKindOf({ kind }: Pick<Operation, 'kind'>): OperationKind {
  return operationKinds[kind];
}

/** The query parameters that an operation takes. */
export function queryScopeOf(operation: Operation): QueryScope {
  const { query } = operationKindOf(operation);
  return query === 'linkage' && relationshipIn(operation).field.cardinality === 'one' ? 'resource' : query;
}

/** A method of a route. QUERY (RFC 10008) reads like GET but sends the query string in the body. */
export type RouteMethod = Method | 'QUERY';

/** The scopes of operations that support QUERY. */
const QUERIED: readonly QueryScope[] = ['list', 'linkage', 'export', 'resource'];

/** The methods of an operation. */
export function methodsOf(operation: Operation): readonly RouteMethod[] {
  const takesQuery = isRead(operation) && QUERIED.includes(operationKindOf(operation).query);
  return takesQuery ? [operation.method, 'QUERY'] : [operation.method];
}

/** True if the operation changes nothing. */
export function isRead({ method }: Operation): boolean {
  return method === 'GET';
}

export function isWrite(operation: Operation): operation is WriteOperation {
  return !isRead(operation) && operationKindOf(operation).action !== undefined;
}

/** The relationship of a new resource that the path sets, by its stored name; undefined if it sets none. */
export function impliedBy(operation: Operation): string | undefined {
  const { resource, relationship } = operation;
  const { action, primaryType } = operationKindOf(operation);
  if (action !== 'create' || primaryType !== 'related' || resource === undefined || relationship === undefined)
    return undefined;
  return relationshipOf(resource.type, relationship.field.stored).inverse;
}

/**
 * The resource type of the primary data, which is also the one that a write changes.
 * @throws Error for an operation without primary data
 */
export function primaryOf({ kind, resource, relationship }: Operation): Resource {
  const primary =
    operationKinds[kind].primaryType === 'own' ? resource : relationship && resource?.set[relationship.field.to];
  if (primary === undefined) throw new Error(`"${kind}" has no primary data`);
  return primary;
}

/**
 * The resource that a path starts from.
 * @throws Error if it starts from none
 */
export function resourceIn({ kind, resource }: Operation): Resource {
  if (resource === undefined) throw new Error(`"${kind}" is not about a resource`);
  return resource;
}

/**
 * The relationship that a path names.
 * @throws Error if it names none
 */
export function relationshipIn({ kind, relationship }: Operation): NamedRelationship {
  if (relationship === undefined) throw new Error(`"${kind}" is not about a relationship`);
  return relationship;
}

/**
 * The extension of the file that a path names.
 * @throws Error if it names none
 */
export function extensionIn({ kind, extension }: Operation): ExportExtension {
  if (extension === undefined) throw new Error(`"${kind}" is not about a file`);
  return extension;
}

/** The form of the linkage that an operation reads. */
export function linkageFormOf(operation: Operation): LinkageForm {
  const { cardinality } = relationshipIn(operation).field;
  return cardinality === 'one' && operationKindOf(operation).takesListOfOne === true
    ? 'one or list of one'
    : cardinality;
}

/** The `op` of the atomic operation for a write; undefined if there is none: to-one relationships can only be updated. */
export function operationCodeOf(operation: WriteOperation): OperationCode | undefined {
  if (operationKindOf(operation).takesListOfOne === true && relationshipIn(operation).field.cardinality === 'one')
    return undefined;
  return CODES[operation.method];
}

const CODES: Readonly<Record<Method, OperationCode | undefined>> = {
  GET: undefined,
  POST: 'add',
  PATCH: 'update',
  DELETE: 'remove',
};
