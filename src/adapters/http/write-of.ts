import type { ResourceType } from '../../application/model/schema.ts';
import type { Api } from './handlers/handler.ts';
import type { PrepareWrite } from './handlers/write.ts';
import { changeToMany, changeToOne, create, createRelated, remove, update, updateRelated } from './handlers/writes.ts';
import { requireRelationship } from './jsonapi/resources/resource.ts';
import type { LinkageWrite, RelatedWrite, WriteAction } from './operations.ts';
import type { ToManyWrites, ToOneWrites } from './use-cases.ts';

/** The type of the resource that a write changes, which its guard is called with; undefined: it adds to a list. */
export function targetOf(action: WriteAction): ResourceType | undefined {
  switch (action.kind) {
    case 'create':
    case 'create related':
      return undefined;
    case 'update related':
    case 'delete related':
      return requireRelationship(action.resource, action.relationship).to;
    case 'update':
    case 'delete':
    case 'link':
    case 'replace':
    case 'unlink':
      return action.resource.type;
  }
}

/** The write that an operation does. */
export function writeOf(api: Api, action: WriteAction): PrepareWrite {
  switch (action.kind) {
    case 'create':
      return create(api, action.resource, api.use.writes[action.resource.type].create);
    case 'update':
      return update(api, action.resource, api.use.writes[action.resource.type].update);
    case 'delete':
      return remove(api.use.writes[action.resource.type].remove);
    case 'create related':
      return createRelated(api, action.resource, action.relationship, toManyWrites(api, action).create);
    case 'update related':
      return updateRelated(api, action.resource, action.relationship, toOneWrites(api, action).update);
    case 'delete related':
      return remove(toOneWrites(api, action).remove);
    case 'link':
    case 'replace':
    case 'unlink':
      return linkageWrite(api, action);
  }
}

function linkageWrite(api: Api, { kind, resource, relationship, form }: LinkageWrite): PrepareWrite {
  if (form === 'many') {
    const writes = toManyWrites(api, { resource, relationship });
    return changeToMany(api, resource, relationship, writes[kind]);
  }
  const { assign, unassign } = toOneWrites(api, { resource, relationship });
  return changeToOne(api, resource, relationship, form, kind === 'unlink' ? unassign : assign);
}

type OnRelationship = Pick<RelatedWrite, 'resource' | 'relationship'>;

function toManyWrites({ use }: Api, { resource, relationship }: OnRelationship): ToManyWrites {
  return required(use.writes[resource.type].toMany, requireRelationship(resource, relationship).stored);
}

function toOneWrites({ use }: Api, { resource, relationship }: OnRelationship): ToOneWrites {
  return required(use.writes[resource.type].toOne, requireRelationship(resource, relationship).stored);
}

function required<Writes>(writes: Readonly<Record<string, Writes>>, relationship: string): Writes {
  const found = writes[relationship];
  if (found === undefined) throw new Error(`no use cases change the relationship ${relationship}`);
  return found;
}
