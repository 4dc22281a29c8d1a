import type { ResourceIdentifier } from '../../../application/model/query.ts';
import type { Reach } from '../../../application/writing/lock-at-once.ts';
import { isJsonObject, member, type Json } from '../jsonapi/documents/read-json.ts';
import { resourceOf } from '../jsonapi/resources/resources.ts';
import type { CheckedOperation } from './check-operations.ts';
import { mentionsIn } from './local-ids.ts';

/** What operations can touch besides what they add. A local identifier, of what does not exist yet, is nothing to lock. */
export function reachOf(operations: readonly CheckedOperation[]): Reach {
  const named = operations.flatMap((operation) => [
    targetOf(operation),
    ...mentionsIn(operation.sent).flatMap(({ identifier }) => identifierOf(identifier)),
  ]);
  const relinked = operations.map(relinkedBy);
  return {
    named,
    relinked: relinked.includes('all') ? 'all' : relinked.flatMap((each) => (each === 'all' ? [] : each)),
  };
}

function targetOf({ target: { action, id } }: CheckedOperation): ResourceIdentifier {
  return { type: action.resource.type, id };
}

/** Whose relationships an operation changes as a whole. Whom the removal of an owner concerns depends on the operations before it. */
function relinkedBy(operation: CheckedOperation): readonly ResourceIdentifier[] | 'all' {
  const data = member(operation.sent, 'data');
  switch (operation.target.action.kind) {
    case 'delete':
    case 'replace':
      return [targetOf(operation)];
    case 'update':
      return hasRelationships(data) ? [targetOf(operation)] : [];
    case 'update related':
      return hasRelationships(data) ? identifierOf(data) : [];
    case 'delete related':
      return 'all';
    case 'create':
    case 'create related':
    case 'link':
    case 'unlink':
      return [];
  }
}

function hasRelationships(data: Json | undefined): boolean {
  return isJsonObject(data) && member(data, 'relationships') !== undefined;
}

function identifierOf(data: Json | undefined): readonly ResourceIdentifier[] {
  if (!isJsonObject(data)) return [];
  const [type, id] = [member(data, 'type'), member(data, 'id')];
  const resource = typeof type === 'string' ? resourceOf(type) : undefined;
  return resource === undefined || typeof id !== 'string' ? [] : [{ type: resource.type, id }];
}
