// POST, PATCH and DELETE, for any resource: read the query string and the document, run a use case, render what it stored.
import type { ResourceIdentifier } from '../../../application/model/query.ts';
import type { ViewedResource } from '../../../application/model/view.ts';
import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import { viewResource } from '../../../application/reading/find-resource.ts';
import { throwIfAny } from '../jsonapi/documents/errors.ts';
import { resourcePath } from '../jsonapi/documents/links.ts';
import type { Json } from '../jsonapi/documents/read-json.ts';
import {
  idsOf,
  readPrimaryLinkage,
  typeConflicts,
  type LinkageForm,
  type SentLinkage,
} from '../jsonapi/documents/read-linkage.ts';
import { readChangedResource, readNewResource } from '../jsonapi/documents/read-resource.ts';
import { renderDeleted, renderOne, type DocumentRenderer } from '../jsonapi/documents/render-document.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import type { PrimaryData } from '../jsonapi/query/presentation.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { ResourceWrites, ToManyWrites, ToOneWrites } from '../use-cases.ts';
import { runChecked } from './run-checked.ts';
import { ok, renderers, type Answer, type Api, type Handler } from './handler.ts';

interface Write<Sent> {
  readonly primary: PrimaryData;
  readonly read: (document: Json, id: string) => Sent;
  /** Runs the use case; returns the resource to answer with. */
  readonly run: (transaction: Transaction, id: string, sent: Sent) => Promise<ResourceIdentifier>;
  readonly answer: (stored: ViewedResource, renderer: DocumentRenderer) => Answer;
}

/** Runs a write and renders its answer in one transaction: what cannot be rendered is not stored. */
function write<Sent>(api: Api, resource: Resource, { primary, read, run, answer }: Write<Sent>): Handler {
  const rendererOf = renderers(api, resource, primary);
  return async ({ path, id, queryString, document }) => {
    const renderer = rendererOf(queryString);
    const sent = read(document(), id);
    return api.use.unitOfWork.write(async (transaction) => {
      const written = await run(transaction, id, sent);
      const { view } = renderer.presentation;
      return answer(await viewResource(transaction.reader, written.type, written.id, view), { ...renderer, path });
    });
  };
}

function answerCreated(stored: ViewedResource, renderer: DocumentRenderer): Answer {
  const path = resourcePath(resources[stored.record.type], stored.record);
  const text = JSON.stringify(renderOne(stored, { ...renderer, path }));
  return { status: 201, text, headers: { Location: renderer.linkTo(path) } };
}

function answerChanged(stored: ViewedResource, renderer: DocumentRenderer): Answer {
  return ok(renderOne(stored, renderer));
}

/** POST on a list. */
export function create(api: Api, resource: Resource, useCase: ResourceWrites['create']): Handler {
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (document) => readNewResource(document, resource),
    run: (transaction, _, sent) => useCase(transaction, sent),
    answer: answerCreated,
  });
}

/** POST on the resources of a to-many relationship. */
export function createRelated(api: Api, parent: Resource, name: string, useCase: ToManyWrites['create']): Handler {
  const resource = resources[requireRelationship(parent, name).to];
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (document) => readNewResource(document, resource),
    run: (transaction, id, sent) => useCase(transaction, id, sent),
    answer: answerCreated,
  });
}

/** PATCH on one resource. */
export function update(api: Api, resource: Resource, useCase: ResourceWrites['update']): Handler {
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (document, id) => readChangedResource(document, resource, { kind: 'given', id }),
    run: (transaction, id, sent) => runChecked(sent, (guard) => useCase(transaction, id, sent, guard)),
    answer: answerChanged,
  });
}

/** PATCH on the resource of a to-one relationship, which only the document identifies. */
export function updateRelated(api: Api, parent: Resource, name: string, useCase: ToOneWrites['update']): Handler {
  const resource = resources[requireRelationship(parent, name).to];
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (document) => readChangedResource(document, resource, { kind: 'any' }),
    run: (transaction, id, sent) => runChecked(sent, (guard) => useCase(transaction, id, sent, guard)),
    answer: answerChanged,
  });
}

/** DELETE on one resource, or on that of a to-one relationship. */
export function remove({ use }: Api, useCase: ResourceWrites['remove']): Handler {
  return async ({ id, queryString }) => {
    refuseParameters(queryString);
    return use.unitOfWork.write(async (transaction) => {
      await useCase(transaction, id);
      return ok(renderDeleted());
    });
  };
}

/** POST, PATCH and DELETE on a to-many relationship. */
export function changeToMany(
  api: Api,
  resource: Resource,
  relationship: string,
  useCase: ToManyWrites['link'],
): Handler {
  return write(api, resource, {
    primary: { kind: 'changed', relationship },
    read: (document) => readLinkageOf(document, resource, relationship, 'many'),
    run: (transaction, id, sent) => useCase(transaction, id, idsOf(sent)),
    answer: answerChanged,
  });
}

/** The same on a to-one relationship. An empty list, if the form allows one, changes nothing. */
export function changeToOne(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  useCase: ToOneWrites['assign'],
): Handler {
  return write(api, resource, {
    primary: { kind: 'changed', relationship },
    read: (document) => readLinkageOf(document, resource, relationship, form),
    run: (transaction, id, sent) => {
      const [relatedId] = idsOf(sent);
      const none = sent.kind === 'one' ? null : undefined;
      return useCase(transaction, id, relatedId ?? none);
    },
    answer: answerChanged,
  });
}

function readLinkageOf(document: Json, resource: Resource, relationship: string, form: LinkageForm): SentLinkage {
  const sent = readPrimaryLinkage(document, form);
  throwIfAny(typeConflicts(sent, requireRelationship(resource, relationship).to));
  return sent;
}
