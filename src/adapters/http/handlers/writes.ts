// POST, PATCH and DELETE, for any resource: read the query string and the document, then run a use case and render what it stored.
import { TooManyIncludedError } from '../../../application/errors.ts';
import type { Parent, ResourceIdentifier } from '../../../application/model/query.ts';
import type { ViewedResource } from '../../../application/model/view.ts';
import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import { findParent, viewResource } from '../../../application/reading/find-resource.ts';
import type { Attempt } from '../../../application/writing/attempts.ts';
import { unguarded, type Remove, type ToManyWrites, type ToOneWrites } from '../../../application/writing/commands.ts';
import type { ResourceType } from '../../../domain/schema.ts';
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
import { renderers, representedAt, type TaggedRenderer } from './represented.ts';
import { runChecked } from './run-checked.ts';
import type { Api, ApiRequest } from './handler.ts';
import type { PrepareWrite, WriteGuard } from './write.ts';
import { answerChanged, answerCreated, answerRelinked, type WrittenDocument } from './write-answer.ts';

interface Write<Sent> {
  readonly primary: PrimaryData;
  readonly read: (request: ApiRequest) => Sent;
  /** Runs the use case; returns the resource to answer with. */
  readonly run: (attempt: Attempt, id: string, sent: Sent, guard: WriteGuard) => Promise<ResourceIdentifier>;
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
    return async (attempt, guard = unguarded) => {
      const written = await run(attempt, id, sent, guard);
      const stored = await view(attempt, written, renderer.presentation, api.limits);
      return answer(stored, renderer, { path, id, sent, reader: attempt.reader });
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
export function prepareCreate<Type extends ResourceType>(api: Api, resource: Resource<Type>): PrepareWrite {
  const useCase = api.use.writes[resource.type].create;
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: ({ document }) => readNewResource(document(), resource),
    run: (attempt, _, sent, guard) => {
      guard(undefined);
      return useCase(attempt, sent);
    },
    answer: answerCreated,
  });
}

/** POST on the resources of a to-many relationship. */
export function prepareCreateRelated<Target extends ResourceType>(
  api: Api,
  resource: Resource<Target>,
  useCase: ToManyWrites<Target>['create'],
): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: ({ document }) => readNewResource(document(), resource),
    run: (attempt, id, sent, guard) => useCase(attempt, id, sent, guard),
    answer: answerCreated,
  });
}

/** PATCH on one resource. */
export function prepareUpdate<Type extends ResourceType>(api: Api, resource: Resource<Type>): PrepareWrite {
  const useCase = api.use.writes[resource.type].update;
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (request) => readChanges(request, resource, { kind: 'given', id: request.id }),
    run: (attempt, id, sent, guard) => runChecked(sent, guard, (checked) => useCase(attempt, id, sent, checked)),
    answer: answerChanged,
  });
}

/** PATCH on the resource of a to-one relationship, which only the document identifies. The change may empty the relationship. */
export function prepareUpdateRelated<Target extends ResourceType>(
  api: Api,
  { type, relationship }: Omit<Parent, 'id'>,
  resource: Resource<Target>,
  useCase: ToOneWrites<Target>['update'],
): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'resources' },
    read: (request) => readChanges(request, resource, { kind: 'any' }),
    run: (attempt, id, sent, guard) => runChecked(sent, guard, (checked) => useCase(attempt, id, sent, checked)),
    answer: async (stored, renderer, { path, id, sent, reader }) => {
      const answer = answerChanged(stored, renderer, { path });
      if (Object.keys(sent.linkage).length === 0) return answer;
      const found = await findParent(reader, { type, id, relationship });
      if (found.relatedId !== undefined) return answer;
      const atPath = { ...renderer, path };
      return { ...answer, represents: representedAt(atPath, found.parent), shown: renderNone(atPath) };
    },
  });
}

/** DELETE on one resource, or on that of a to-one relationship. */
export function prepareRemove(useCase: Remove): PrepareWrite {
  return ({ id, queryString }) => {
    refuseParameters(queryString);
    return async (attempt, guard) => {
      await useCase(attempt, id, guard);
      return { status: 200, document: renderDeleted() };
    };
  };
}

/** POST, PATCH and DELETE on a to-many relationship. */
export function changeToMany(
  api: Api,
  resource: Resource,
  relationship: string,
  useCase: ToManyWrites<ResourceType>['link'],
): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'changed', relationship },
    read: ({ document }) => readLinkageOf(document(), resource, relationship, 'many'),
    run: (attempt, id, sent, guard) => useCase(attempt, id, idsOf(sent), guard),
    answer: answerRelinked,
  });
}

/** The same on a to-one relationship. An empty list, if the form allows one, changes nothing. */
export function changeToOne(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  useCase: ToOneWrites<ResourceType>['assign'],
): PrepareWrite {
  return write(api, resource, {
    primary: { kind: 'changed', relationship },
    read: ({ document }) => readLinkageOf(document(), resource, relationship, form),
    run: (attempt, id, sent, guard) => {
      const [relatedId] = idsOf(sent);
      const none = sent.kind === 'one' ? null : undefined;
      return useCase(attempt, id, relatedId ?? none, guard);
    },
    answer: answerRelinked,
  });
}

function readChanges<Type extends ResourceType>(
  { document, documentFirst }: ApiRequest,
  resource: Resource<Type>,
  identity: Identity,
): SentChanges<Type> {
  const sent = readChangedResource(document(), resource, identity);
  if (documentFirst) sent.requireValid(undefined);
  return sent;
}

function readLinkageOf(document: Json, resource: Resource, relationship: string, form: LinkageForm): SentLinkage {
  const sent = readPrimaryLinkage(document, form);
  throwIfAny(typeConflicts(sent, requireRelationship(resource, relationship).to));
  return sent;
}
