// Every operation of the API as data, derived from the descriptions of the resources. Routes and their documentation are made from it.
import { exportFormats, type ExportFormat } from './export/export-format.ts';
import type { LinkageForm } from './jsonapi/documents/read-linkage.ts';
import type { QueryLimits } from './jsonapi/query/known-parameters.ts';
import { relationshipsOf, type RelationshipField, type Resource } from './jsonapi/resources/resource.ts';
import { resources } from './jsonapi/resources/resources.ts';
import type { Offer } from './middleware/negotiate.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One method of one path. GET also answers HEAD. */
export interface Endpoint {
  /** For logs and metrics. */
  readonly name: string;
  readonly method: Method;
  /** At most one segment is a parameter, the identifier. */
  readonly path: string;
  /** Whether a body is read; otherwise it is ignored. */
  readonly readsBody: boolean;
  readonly offers: Offer;
}

export interface Operation extends Endpoint {
  readonly action: Action;
}

export type Action = ReadAction | WriteAction | AtomicAction;
export type ReadAction = ServiceAction | ResourceRead | ExportAction | RelatedRead | LinkageAction;
export type WriteAction = ResourceWrite | RelatedWrite | LinkageWrite;

/** Whether an action changes nothing. */
export function isRead(action: Action): action is ReadAction {
  return Object.hasOwn(READS, action.kind);
}

const READS: Readonly<Record<ReadAction['kind'], true>> = {
  root: true,
  describe: true,
  list: true,
  detail: true,
  export: true,
  'list related': true,
  related: true,
  linkage: true,
};

/** About the service itself. */
export interface ServiceAction {
  readonly kind: 'root' | 'describe';
}

/** Does several writes in one transaction. */
export interface AtomicAction {
  readonly kind: 'operate';
}

/** Reads the list of a type, or one resource. */
export interface ResourceRead {
  readonly kind: 'list' | 'detail';
  readonly resource: Resource;
}

/** Adds to the list of a type, or changes one resource. */
export interface ResourceWrite {
  readonly kind: 'create' | 'update' | 'delete';
  readonly resource: Resource;
}

/** The whole list of a type as a file. */
export interface ExportAction {
  readonly kind: 'export';
  readonly resource: Resource;
  readonly format: ExportFormat;
}

interface OnRelationship {
  /** The resource that has the relationship. */
  readonly resource: Resource;
  /** By wire name. */
  readonly relationship: string;
}

/** Reads the related resources: many or one. */
export interface RelatedRead extends OnRelationship {
  readonly kind: 'list related' | 'related';
}

/** Adds to the many related resources, or changes the one. */
export interface RelatedWrite extends OnRelationship {
  readonly kind: 'create related' | 'update related' | 'delete related';
}

/** Reads the relationship itself. */
export interface LinkageAction extends OnRelationship {
  readonly kind: 'linkage';
}

/** Changes the relationship itself. */
export interface LinkageWrite extends OnRelationship {
  readonly kind: 'link' | 'replace' | 'unlink';
  readonly form: LinkageForm;
}

/** Where the service describes itself. */
const OPENAPI_PATH = '/openapi.json';

/** What the entry point links to besides the resources. */
export function linkedPaths(hasPages: boolean): Readonly<Record<string, string>> {
  return { openapi: OPENAPI_PATH, ...(hasPages && { docs: '/docs/', explorer: '/explorer/' }) };
}

/** All operations. Exports are lists without pages, so an operator who forbids those has none. */
export function operationsOf({ allowUnpaged }: Pick<QueryLimits, 'allowUnpaged'>): readonly Operation[] {
  return [
    operation('GET', '/', 'root', { kind: 'root' }),
    { ...operation('GET', OPENAPI_PATH, 'openapi', { kind: 'describe' }), offers: 'json' },
    { ...operation('POST', '/operations', 'operations', { kind: 'operate' }), offers: 'atomic' },
    ...Object.values(resources).flatMap((resource) => [
      ...onResource(resource),
      ...(allowUnpaged ? exportsOf(resource) : []),
      ...Object.entries(relationshipsOf(resource)).flatMap(([name, { cardinality }]) =>
        onRelationship(resource, name, cardinality),
      ),
    ]),
  ];
}

function onResource(resource: Resource): readonly Operation[] {
  const { path, plural } = resource;
  return [
    { ...operation('GET', path, `${plural}.list`, { kind: 'list', resource }), offers: 'list' },
    operation('POST', path, `${plural}.create`, { kind: 'create', resource }),
    operation('GET', `${path}/:id`, `${plural}.detail`, { kind: 'detail', resource }),
    operation('PATCH', `${path}/:id`, `${plural}.update`, { kind: 'update', resource }),
    operation('DELETE', `${path}/:id`, `${plural}.delete`, { kind: 'delete', resource }),
  ];
}

function exportsOf(resource: Resource): readonly Operation[] {
  const { plural } = resource;
  return exportFormats.map((format) => {
    const { extension } = format;
    const path = `/export/${plural}.${extension}`;
    const action = { kind: 'export', resource, format } as const;
    return { ...operation('GET', path, `${plural}.export.${extension}`, action), offers: 'file' };
  });
}

function onRelationship(
  resource: Resource,
  relationship: string,
  cardinality: RelationshipField['cardinality'],
): readonly Operation[] {
  const on = { resource, relationship };
  const prefix = `${resource.plural}.${relationship}`;
  return [
    ...(cardinality === 'many' ? onRelatedList(on, prefix) : onRelatedOne(on, prefix)),
    ...onLinkage(on, prefix, cardinality),
  ];
}

function onRelatedList(on: OnRelationship, prefix: string): readonly Operation[] {
  const path = `${on.resource.path}/:id/${on.relationship}`;
  return [
    { ...operation('GET', path, `${prefix}.list`, { ...on, kind: 'list related' }), offers: 'list' },
    operation('POST', path, `${prefix}.create`, { ...on, kind: 'create related' }),
  ];
}

function onRelatedOne(on: OnRelationship, prefix: string): readonly Operation[] {
  const { path: list, type } = on.resource;
  // Not `:id`: the answer is the related resource, and this is the id of the other one.
  const path = `${list}/:${type}_id/${on.relationship}`;
  return [
    operation('GET', path, `${prefix}.detail`, { ...on, kind: 'related' }),
    operation('PATCH', path, `${prefix}.update`, { ...on, kind: 'update related' }),
    operation('DELETE', path, `${prefix}.delete`, { ...on, kind: 'delete related' }),
  ];
}

function onLinkage(
  on: OnRelationship,
  prefix: string,
  cardinality: RelationshipField['cardinality'],
): readonly Operation[] {
  const path = `${on.resource.path}/:id/relationships/${on.relationship}`;
  const form = cardinality === 'many' ? 'many' : 'one or list of one';
  const unlink = operation('DELETE', path, `${prefix}.unlink`, { ...on, kind: 'unlink', form });
  return [
    operation('GET', path, `${prefix}.linkage`, { ...on, kind: 'linkage' }),
    operation('POST', path, `${prefix}.link`, { ...on, kind: 'link', form }),
    operation('PATCH', path, `${prefix}.replace`, { ...on, kind: 'replace', form: cardinality }),
    // Its body lists what to unlink.
    { ...unlink, readsBody: true },
  ];
}

/** POST and PATCH read a body. */
function operation(method: Method, path: string, name: string, action: Action): Operation {
  return { name, method, path, readsBody: method === 'POST' || method === 'PATCH', offers: 'document', action };
}
