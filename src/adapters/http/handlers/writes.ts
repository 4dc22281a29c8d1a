// POST, PATCH and DELETE, for any resource: read the query string and the document, run a use case, render what it stored.
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
import { renderDeleted, renderOne, type Renderer } from '../jsonapi/documents/render-document.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { LinkageWrite, ResourceWrites, ToManyWrites, ToOneWrites, Values } from '../use-cases.ts';
import { runChecked } from './run-checked.ts';
import { ok, renderers, type Answer, type Api, type Handler } from './handler.ts';

/** Runs a use case and renders the resource that it names, in one transaction: what cannot be rendered is not stored. */
function write(
  { use }: Api,
  { presentation }: Renderer,
  run: (transaction: Transaction) => Promise<ResourceIdentifier>,
  render: (stored: ViewedResource) => Answer,
): Promise<Answer> {
  return use.unitOfWork.write(async (transaction) => {
    const { type, id } = await run(transaction);
    return render(await viewResource(transaction.reader, type, id, presentation.view));
  });
}

/** POST on a list. */
export function create(api: Api, resource: Resource, useCase: ResourceWrites['create']): Handler {
  return creation(api, resource, (transaction, _, sent) => useCase.within(transaction, sent));
}

/** POST on the resources of a to-many relationship. */
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
  const rendererOf = renderers(api, resource, { kind: 'resources' });
  return async ({ id, queryString, document }) => {
    const renderer = rendererOf(queryString);
    const sent = readNewResource(document(), resource);
    const render = (created: ViewedResource): Answer => {
      const path = resourcePath(resource, created.record);
      const text = JSON.stringify(renderOne(created, { ...renderer, path }));
      return { status: 201, text, location: api.linkTo(path) };
    };
    return write(api, renderer, (transaction) => run(transaction, id, sent), render);
  };
}

/** PATCH on one resource. */
export function update(api: Api, resource: Resource, useCase: ResourceWrites['update']): Handler {
  const identityOf = (id: string): Identity => ({ kind: 'given', id });
  return change(api, resource, identityOf, (transaction, id, sent, guard) =>
    useCase.within(transaction, id, sent, guard),
  );
}

/** PATCH on the resource of a to-one relationship, which only the document identifies. */
export function updateRelated(
  api: Api,
  parent: Resource,
  relationship: string,
  useCase: ToOneWrites['update'],
): Handler {
  const { to } = requireRelationship(parent, relationship);
  const identityOf = (): Identity => ({ kind: 'any' });
  return change(api, resources[to], identityOf, (transaction, id, sent, guard) =>
    useCase.within(transaction, id, sent.id, sent, guard),
  );
}

function change(
  api: Api,
  resource: Resource,
  identityOf: (id: string) => Identity,
  run: (transaction: Transaction, id: string, sent: SentChanges, guard: Guard<Entity>) => Promise<ResourceIdentifier>,
): Handler {
  const rendererOf = renderers(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString, document }) => {
    const renderer = rendererOf(queryString);
    const sent = readChangedResource(document(), resource, identityOf(id));
    const runUseCase = (transaction: Transaction): Promise<ResourceIdentifier> =>
      runChecked(sent, (guard) => run(transaction, id, sent, guard));
    return write(api, renderer, runUseCase, (changed) => ok(renderOne(changed, { ...renderer, path })));
  };
}

/** DELETE on one resource, or on that of a to-one relationship. */
export function remove({ use }: Api, useCase: ResourceWrites['remove']): Handler {
  return async ({ id, queryString }) => {
    refuseParameters(queryString);
    await use.unitOfWork.write((transaction) => useCase.within(transaction, id));
    return ok(renderDeleted());
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

/** The same on a to-one relationship. An empty list, if the form allows one, changes nothing. */
export function changeToOne(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  useCase: LinkageWrite<string | null | undefined>,
): Handler {
  return changeLinkage(api, resource, relationship, form, (transaction, id, sent) => {
    const [relatedId] = idsOf(sent);
    const none = sent.kind === 'one' ? null : undefined;
    return useCase.within(transaction, id, relatedId ?? none);
  });
}

/** Answers with the resource that has the relationship. */
function changeLinkage(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  run: (transaction: Transaction, id: string, sent: SentLinkage) => Promise<ResourceIdentifier>,
): Handler {
  const { to } = requireRelationship(resource, relationship);
  const rendererOf = renderers(api, resource, { kind: 'changed', relationship });
  return async ({ path, id, queryString, document }) => {
    const renderer = rendererOf(queryString);
    const sent = readPrimaryLinkage(document(), form);
    throwIfAny(typeConflicts(sent, to));
    const runUseCase = (transaction: Transaction): Promise<ResourceIdentifier> => run(transaction, id, sent);
    return write(api, renderer, runUseCase, (changed) => ok(renderOne(changed, { ...renderer, path })));
  };
}
