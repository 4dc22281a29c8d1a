// POST, PATCH and DELETE, for any resource: read the query string and the document, run a use case, render what is stored then.
import type { Entity } from '../../../domain/entity.ts';
import type { ResourceIdentifier } from '../../../application/model/query.ts';
import type { ViewedResource } from '../../../application/model/view.ts';
import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import { viewResource } from '../../../application/reading/find-resource.ts';
import type { Guard } from '../../../application/writing.ts';
import { throwIfAny } from '../jsonapi/documents/errors.ts';
import { resourcePath } from '../jsonapi/documents/links.ts';
import {
  idsOf,
  readPrimaryLinkage,
  typeConflicts,
  type LinkageForm,
  type SentLinkage,
} from '../jsonapi/documents/read-linkage.ts';
import type { Identity } from '../jsonapi/documents/read-resource-object.ts';
import { readChangedResource, readNewResource, type SentChanges } from '../jsonapi/documents/read-resource.ts';
import { renderDeleted, renderOne, type Style } from '../jsonapi/documents/render-document.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { LinkageWrite, ResourceWrites, ToManyWrites, ToOneWrites, Values } from '../use-cases.ts';
import { runChecked } from './run-checked.ts';
import { ok, styles, type Answer, type Api, type Handler } from './handler.ts';

/**
 * Every write of the API. The answer is rendered from what the transaction has stored, before it commits: what cannot be shown is not stored.
 * @param run the use case
 * @param answer to what the use case has done, by what the same transaction reads
 */
async function write<Result>(
  { use }: Api,
  run: (transaction: Transaction) => Promise<Result>,
  answer: (result: Result, transaction: Transaction) => Answer | Promise<Answer>,
): Promise<Answer> {
  return use.unitOfWork.write(async (transaction) => answer(await run(transaction), transaction));
}

/** A write that is answered with a resource. */
function writeAndShow(
  api: Api,
  { presentation }: Style,
  run: (transaction: Transaction) => Promise<ResourceIdentifier>,
  render: (shown: ViewedResource) => Answer,
): Promise<Answer> {
  return write(api, run, async ({ type, id }, { reader }) =>
    render(await viewResource(reader, type, id, presentation.view)),
  );
}

/** POST on a list. */
export function create(api: Api, resource: Resource, useCase: ResourceWrites['create']): Handler {
  return creation(api, resource, (transaction, _, sent) => useCase.within(transaction, sent));
}

/** POST on the list of what is related to one resource. */
export function createRelated(
  api: Api,
  parent: Resource,
  relationship: string,
  useCase: ToManyWrites['create'],
): Handler {
  const { to } = requireRelationship(parent, relationship);
  return creation(api, resources[to], (transaction, id, sent) => useCase.within(transaction, id, sent));
}

function creation(
  api: Api,
  resource: Resource,
  run: (transaction: Transaction, id: string, sent: Values) => Promise<ResourceIdentifier>,
): Handler {
  const styleOf = styles(api, resource, { kind: 'resources' });
  return async ({ id, queryString, document }) => {
    const style = styleOf(queryString);
    const sent = readNewResource(document(), resource);
    return writeAndShow(
      api,
      style,
      (transaction) => run(transaction, id, sent),
      (created) => {
        const path = resourcePath(resource, created.record);
        const text = JSON.stringify(renderOne(created, { ...style, path }));
        return { status: 201, text, location: api.linkTo(path) };
      },
    );
  };
}

/** PATCH on one resource. */
export function update(api: Api, resource: Resource, useCase: ResourceWrites['update']): Handler {
  return change(
    api,
    resource,
    (id) => ({ kind: 'given', id }),
    (transaction, id, sent, guard) => useCase.within(transaction, id, sent, guard),
  );
}

/** PATCH on the resource that a to-one relationship leads to. Which one that is only the document says. */
export function updateRelated(
  api: Api,
  parent: Resource,
  relationship: string,
  useCase: ToOneWrites['update'],
): Handler {
  const { to } = requireRelationship(parent, relationship);
  return change(
    api,
    resources[to],
    () => ({ kind: 'any' }),
    (transaction, id, sent, guard) => useCase.within(transaction, id, sent.id, sent, guard),
  );
}

function change(
  api: Api,
  resource: Resource,
  identityOf: (id: string) => Identity,
  run: (transaction: Transaction, id: string, sent: SentChanges, guard: Guard<Entity>) => Promise<ResourceIdentifier>,
): Handler {
  const styleOf = styles(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString, document }) => {
    const style = styleOf(queryString);
    const sent = readChangedResource(document(), resource, identityOf(id));
    return writeAndShow(
      api,
      style,
      (transaction) => runChecked(sent, (guard) => run(transaction, id, sent, guard)),
      (changed) => ok(renderOne(changed, { ...style, path })),
    );
  };
}

/** DELETE on one resource, or on the one that a to-one relationship leads to. */
export function remove(api: Api, useCase: ResourceWrites['remove']): Handler {
  return async ({ id, queryString }) => {
    refuseParameters(queryString);
    return write(
      api,
      (transaction) => useCase.within(transaction, id),
      () => ok(renderDeleted()),
    );
  };
}

/** POST, PATCH and DELETE on a to-many relationship. */
export function changeToMany(
  api: Api,
  resource: Resource,
  relationship: string,
  useCase: LinkageWrite<readonly string[]>,
): Handler {
  return changeLinkage(api, resource, relationship, 'many', (transaction, id, sent) =>
    useCase.within(transaction, id, idsOf(sent)),
  );
}

/** The same on a to-one relationship. An empty list, where one is allowed, changes nothing. */
export function changeToOne(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  useCase: LinkageWrite<string | null | undefined>,
): Handler {
  return changeLinkage(api, resource, relationship, form, (transaction, id, sent) => {
    const [relatedId] = idsOf(sent);
    const nobody = sent.kind === 'one' ? null : undefined;
    return useCase.within(transaction, id, relatedId ?? nobody);
  });
}

/** Answered with the resource that has the relationship. */
function changeLinkage(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  run: (transaction: Transaction, id: string, sent: SentLinkage) => Promise<ResourceIdentifier>,
): Handler {
  const { to } = requireRelationship(resource, relationship);
  const styleOf = styles(api, resource, { kind: 'changed', relationship });
  return async ({ path, id, queryString, document }) => {
    const style = styleOf(queryString);
    const sent = readPrimaryLinkage(document(), form);
    throwIfAny(typeConflicts(sent, to));
    return writeAndShow(
      api,
      style,
      (transaction) => run(transaction, id, sent),
      (changed) => ok(renderOne(changed, { ...style, path })),
    );
  };
}
