import { relationshipWrites } from '../../application/writing/commands.ts';
import type { ResourceType } from '../../domain/schema.ts';
import type { Api } from './handlers/handler.ts';
import type { PrepareWrite } from './handlers/write.ts';
import {
  changeToMany,
  changeToOne,
  prepareCreate,
  prepareCreateRelated,
  prepareRemove,
  prepareUpdate,
  prepareUpdateRelated,
} from './handlers/writes.ts';
import { requireRelationship } from './jsonapi/resources/resource.ts';
import { resources } from './jsonapi/resources/resources.ts';
import type { LinkageWrite, RelatedWrite, WriteAction } from './operations.ts';

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
      return prepareCreate(api, action.resource);
    case 'update':
      return prepareUpdate(api, action.resource);
    case 'delete':
      return prepareRemove(api.use.writes[action.resource.type].remove);
    case 'create related':
    case 'update related':
    case 'delete related':
    case 'link':
    case 'replace':
    case 'unlink':
      return writeOfRelationship(api, action);
  }
}

function writeOfRelationship(api: Api, action: RelatedWrite | LinkageWrite): PrepareWrite {
  const { kind, resource, relationship } = action;
  const { stored, to, cardinality } = requireRelationship(resource, relationship);
  const { toMany, toOne } = relationshipWrites(api.use.writes, { type: resource.type, relationship: stored });
  if (cardinality === 'many' && toMany !== undefined)
    switch (kind) {
      case 'create related':
        return prepareCreateRelated<ResourceType>(api, resources[to], toMany.create);
      case 'link':
      case 'replace':
      case 'unlink':
        return changeToMany(api, resource, relationship, toMany[kind]);
      case 'update related':
      case 'delete related':
    }
  else if (toOne !== undefined)
    switch (kind) {
      case 'update related':
        return prepareUpdateRelated<ResourceType>(
          api,
          { type: resource.type, relationship: stored },
          resources[to],
          toOne.update,
        );
      case 'delete related':
        return prepareRemove(toOne.remove);
      case 'link':
      case 'replace':
        return changeToOne(api, resource, relationship, action.form, toOne.assign);
      case 'unlink':
        return changeToOne(api, resource, relationship, action.form, toOne.unassign);
      case 'create related':
    }
  throw new Error(`${resource.type}.${relationship} has no write to ${kind}`);
}
