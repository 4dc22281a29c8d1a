// GET on a resource or relationship: read the request, call a use case, render the result.
import { okAnswer } from '../answer/answer.ts';
import { answerLinkage, answerNone, answerOne } from '../answer/tagged-answers.ts';
import { renderRoot } from '../answer/render-document.ts';
import { bareFormat } from '../api/media-types.ts';
import { linkedPaths, relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import { refuseParameters } from '../request/syntax/query-string.ts';
import type { Api, Handler } from './handler.ts';

/** The entry point, from which clients find all resources. */
export function getRoot(api: Api): Handler {
  return async ({ actor: { subject, role }, queryString, dialect }) => {
    refuseParameters(queryString);
    const actor = api.may === undefined ? null : { subject, role, may: api.may };
    return okAnswer(renderRoot(api, linkedPaths(api), api.isPublic ? {} : { actor }, bareFormat(dialect)));
  };
}

/** One resource. */
export const getResource = readerOfOne(answerOne);

/** The linkage of a relationship. */
export const getLinkage = readerOfOne(answerLinkage);

function readerOfOne(answer: typeof answerOne) {
  return (api: Api, operation: Operation): Handler =>
    async (request) => {
      const read = await api.read(operation, request);
      const mark = await api.epochMark();
      const { findResource } = api.use.by(request.actor).reading(request.since);
      const found = await findResource.execute(read.type, request.id, read.view, api.limits.maxIncluded);
      return answer(found, mark, { read, path: request.path, linkTo: api.linkTo });
    };
}

/** The resource of a to-one relationship, or null. */
export function getRelated(api: Api, operation: Operation): Handler {
  const { type } = resourceIn(operation);
  const { stored: relationship } = relationshipIn(operation).field;
  return async (request) => {
    const read = await api.read(operation, request);
    const mark = await api.epochMark();
    const { findResource } = api.use.by(request.actor).reading(request.since);
    const from = { type, id: request.id, relationship };
    const { parent, related } = await findResource.executeRelated(from, read.view, api.limits.maxIncluded);
    const rendering = { read, path: request.path, linkTo: api.linkTo };
    return related === undefined ? answerNone(parent, mark, rendering) : answerOne(related, mark, rendering);
  };
}
