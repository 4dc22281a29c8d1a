// POST, PATCH and DELETE, for any resource: read the query string and the document, then run a use case and render what it stored.
import { TooManyIncludedError } from '../../../application/errors.ts';
import type { ResourceIdentifier } from '../../../application/model/query.ts';
import type { ViewedResource } from '../../../application/model/view.ts';
import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import { findParent, viewResource } from '../../../application/reading/find-resource.ts';
import { unguarded, type Guard } from '../../../application/writing.ts';
import type { Entity } from '../../../domain/entity.ts';
import { throwIfAny } from '../jsonapi/documents/errors.ts';
import type { Json } from '../jsonapi/documents/read-json.ts';
import {
  idsOf,
  readPrimaryLinkage,
  typeConflicts,
  type LinkageForm,
  type SentLinkage,
} from '../jsonapi/documents/read-linkage.ts';
import { readChangedResource, readNewResource, type SentChanges } from '../jsonapi/documents/read-resource.ts';
import type { Identity } from '../jsonapi/documents/read-resource-object.ts';
import { renderDeleted, renderNone } from '../jsonapi/documents/render-document.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import type { QueryLimits } from '../jsonapi/query/known-parameters.ts';
import type { Presentation, PrimaryData } from '../jsonapi/query/presentation.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { ResourceWrites, ToManyWrites, ToOneWrites } from '../use-cases.ts';
import { renderers, representedAt, type TaggedRenderer } from './represented.ts';
import { runChecked } from './run-checked.ts';
import type { Api, ApiRequest } from './handler.ts';
import type { PrepareWrite } from './write.ts';
import { answerChanged, answerCreated, answerRelinked, type WrittenDocument } from './write-answer.ts';

interface Write<Sent> {
  readonly primary: PrimaryData;
  readonly read: (request: ApiRequest) => Sent;
  /** Runs the use case; returns the resource to answer with. */
  readonly run: (
    transaction: Transaction,
    id: string,
    sent: Sent,
    guard: Guard<Entity | undefined>,
  ) => Promise<ResourceIdentifier>;
  readonly answer: (
    stored: ViewedResource,
    renderer: TaggedRenderer,
    done: Done<Sent>,
  ) => WrittenDocument | Promise<WrittenDocument>;
}

/** What has been done, in a transaction that is still open. */
interface Done<Sent> extends Pick<ApiRequest, 'path' | 'id'>, Pick<Transaction, 'reader'> {
  readonly sent: Sent;
}

function write<Sent>(api: Api, resource: Resource, { primary, read, run, answer }: Write<Sent>): PrepareWrite {
  const rendererOf = renderers(api, resource, primary);
  return (request) => {
    const { path, id, queryString } = request;
    const renderer = rendererOf(queryString);
    const sent = read(request);
    return async (transaction, guard = unguarded) => {
      const written = await run(transaction, id, sent, guard);
      const stored = await view(transaction, written, renderer.presentation, api.limits);
      return answer(stored, renderer, { path, id, sent, reader: transaction.reader });
    };
  };
}

/** Reads what a write answers with. More than may be included is left out, unless the client has asked for it. */
async function view(
  { reader }: Transaction,
  { type, id }: ResourceIdentifier,
  { view: wanted, includesUnasked }: Presentation,
  { maxIncluded: most }: Pick<QueryLimits, 'maxIncluded'>,
): Promise<ViewedResource> {
  const limits = { most, wholeLinkage: true };
  try {
    return await viewResource(reader, type, id, wanted, limits);
  } catch (error) {
    if (!(error instanceof TooManyIncludedError && includesUnasked)) throw error;
    return viewResource(reader, type, id, { ...wanted, include: undefined }, limits);
  }
}

/** POST on a list. */
export function create(api: Api, resource: Resource, useCase: ResourceWrites['create']): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: ({ document }) => readNewResource(document(), resource),
    run: (transaction, _, sent, guard) => {
      guard(undefined);
      return useCase(transaction, sent);
    },
    answer: answerCreated,
  });
}

/** POST on the resources of a to-many relationship. */
export function createRelated(api: Api, parent: Resource, name: string, useCase: ToManyWrites['create']): PrepareWrite {
  const resource = resources[requireRelationship(parent, name).to];
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: ({ document }) => readNewResource(document(), resource),
    run: (transaction, id, sent, guard) => useCase(transaction, id, sent, guard),
    answer: answerCreated,
  });
}

/** PATCH on one resource. */
export function update(api: Api, resource: Resource, useCase: ResourceWrites['update']): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (request) => readChanges(request, resource, { kind: 'given', id: request.id }),
    run: (transaction, id, sent, guard) =>
      runChecked(sent, guard, (checked) => useCase(transaction, id, sent, checked)),
    answer: answerChanged,
  });
}

/** PATCH on the resource of a to-one relationship, which only the document identifies. The change may empty the relationship. */
export function updateRelated(api: Api, parent: Resource, name: string, useCase: ToOneWrites['update']): PrepareWrite {
  const { stored: relationship, to } = requireRelationship(parent, name);
  const resource = resources[to];
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (request) => readChanges(request, resource, { kind: 'any' }),
    run: (transaction, id, sent, guard) =>
      runChecked(sent, guard, (checked) => useCase(transaction, id, sent, checked)),
    answer: async (stored, renderer, { path, id, sent, reader }) => {
      const answer = answerChanged(stored, renderer, { path });
      if (Object.keys(sent.linkage).length === 0) return answer;
      const found = await findParent(reader, { type: parent.type, id, relationship });
      if (found.relatedId !== undefined) return answer;
      const atPath = { ...renderer, path };
      return { ...answer, represents: representedAt(atPath, found.parent), shown: renderNone(atPath) };
    },
  });
}

/** DELETE on one resource, or on that of a to-one relationship. */
export function remove(useCase: ResourceWrites['remove']): PrepareWrite {
  return ({ id, queryString }) => {
    refuseParameters(queryString);
    return async (transaction, guard) => {
      await useCase(transaction, id, guard);
      return { status: 200, document: renderDeleted() };
    };
  };
}

/** POST, PATCH and DELETE on a to-many relationship. */
export function changeToMany(
  api: Api,
  resource: Resource,
  relationship: string,
  useCase: ToManyWrites['link'],
): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'changed', relationship },
    read: ({ document }) => readLinkageOf(document(), resource, relationship, 'many'),
    run: (transaction, id, sent, guard) => useCase(transaction, id, idsOf(sent), guard),
    answer: answerRelinked,
  });
}

/** The same on a to-one relationship. An empty list, if the form allows one, changes nothing. */
export function changeToOne(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  useCase: ToOneWrites['assign'],
): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'changed', relationship },
    read: ({ document }) => readLinkageOf(document(), resource, relationship, form),
    run: (transaction, id, sent, guard) => {
      const [relatedId] = idsOf(sent);
      const none = sent.kind === 'one' ? null : undefined;
      return useCase(transaction, id, relatedId ?? none, guard);
    },
    answer: answerRelinked,
  });
}

function readChanges({ document, documentFirst }: ApiRequest, resource: Resource, identity: Identity): SentChanges {
  const sent = readChangedResource(document(), resource, identity);
  if (documentFirst) sent.requireValid(undefined);
  return sent;
}

function readLinkageOf(document: Json, resource: Resource, relationship: string, form: LinkageForm): SentLinkage {
  const sent = readPrimaryLinkage(document, form);
  throwIfAny(typeConflicts(sent, requireRelationship(resource, relationship).to));
  return sent;
}
