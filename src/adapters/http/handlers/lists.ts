// GET on a list.
import { answerList } from '../answer/answer-list.ts';
import { relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import type { Api, Handler } from './handler.ts';

/** All resources of a type. */
export function listResources(api: Api, operation: Operation): Handler {
  return async (request) => {
    const read = await api.read(operation, request);
    const found = await api.use.by(request.actor).reading(request.since).findResources.execute(read);
    return answerList(found, { read, path: request.path, linkTo: api.linkTo });
  };
}

/** The resources of a to-many relationship. */
export function listRelated(api: Api, operation: Operation): Handler {
  const { type } = resourceIn(operation);
  const { stored: relationship } = relationshipIn(operation).field;
  return async (request) => {
    const read = await api.read(operation, request);
    const { findResources } = api.use.by(request.actor).reading(request.since);
    const found = await findResources.executeRelated({ type, id: request.id, relationship }, read);
    return answerList(found, { read, path: request.path, linkTo: api.linkTo });
  };
}
