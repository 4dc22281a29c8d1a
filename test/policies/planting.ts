// Ways to plant a leak in a service with a policy.
import type { Access } from '#adapters/http/koa/app';
import type { Field, Resource, Resources } from '#adapters/http/api/resource-description';
import { resources as everyResource } from '#test/support/model';
import { restrictQuery } from '#application/access/restrict-query';
import type { Actor } from '#application/model/actor';
import { everything } from '#application/model/filter';
import { everythingAllowed, nothingAllowed, type Permissions } from '#application/model/permissions';
import type { FindResult, Query } from '#application/model/query';
import type { Batch, ResourceReader, StreamingReader } from '#application/ports/resource-reader';
import type { Reads, UnitOfWork } from '#application/ports/unit-of-work';
import { perType, type ResourceType } from '#domain/schema';
import type { SentRequest } from './requests.ts';
import { openService, type Answer, type Service } from './services.ts';

/** The parts of a service with a policy. */
export interface Guarded {
  readonly unitOfWork: UnitOfWork;
  readonly access: Access;
}

/** Opens a service that has a leak. */
export type Plant = (guarded: Guarded) => Promise<LeakyService>;

export interface LeakyService extends Pick<Service, 'close'> {
  /** @param clean the answer of the service without the leak */
  ask(request: SentRequest, actor: Actor, clean: Answer): Promise<Answer>;
}

/** A query on its way to the storage. */
export interface AskedQuery {
  /** As it was before it was restricted. */
  readonly asked: Query;
  readonly restricted: Query;
  readonly permissions: Permissions;
  readonly find: (query: Query) => Promise<FindResult>;
}

export interface LeakyReader {
  readonly find?: (query: AskedQuery) => Promise<FindResult>;
  /** The query to stream instead. */
  readonly stream?: (query: Omit<AskedQuery, 'find'>) => Query;
}

/** Restricts queries itself, but for the leak. Works for one request at a time. */
export function inQueries({
  find = (query) => query.find(query.restricted),
  stream = (query) => query.restricted,
}: LeakyReader): Plant {
  return ({ unitOfWork, access }) => {
    let permissions = nothingAllowed;
    const read = (reader: ResourceReader): ResourceReader => ({
      find: (asked) =>
        find({
          asked,
          restricted: restrictQuery(asked, permissions),
          permissions,
          find: (query) => reader.find(query),
        }),
    });
    const streamed = (reader: StreamingReader): StreamingReader => ({
      ...read(reader),
      isSnapshot: reader.isSnapshot,
      stream: (asked): AsyncIterable<Batch> =>
        reader.stream(stream({ asked, restricted: restrictQuery(asked, permissions), permissions })),
    });
    const reads: Reads = {
      reader: read(unitOfWork.reader),
      read: (work) => unitOfWork.read((reader) => work(read(reader))),
      stream: (work) => unitOfWork.stream((reader) => work(streamed(reader))),
    };
    const permissionsOf = (actor: Actor): Permissions => {
      permissions = access.permissionsOf(actor);
      return everythingAllowed;
    };
    return openService({ unitOfWork: { ...unitOfWork, ...reads }, access: { ...access, permissionsOf } });
  };
}

/** Gives actors other permissions. */
export function inPermissions(permissionsOf: (access: Access, actor: Actor) => Permissions): Plant {
  return ({ unitOfWork, access }) =>
    openService({
      unitOfWork,
      access: { ...access, permissionsOf: (actor: Actor) => permissionsOf(access, actor) },
    });
}

/** Makes every row visible, or every row of one type. */
export function withoutConditions(permissions: Permissions, of?: ResourceType): Permissions {
  return perType((type) => {
    const { read, ...others } = permissions[type];
    return read === undefined || (of ?? type) !== type
      ? permissions[type]
      : { ...others, read: { fields: read.fields, rows: everything } };
  });
}

type Describe = (field: Field) => Field | undefined;

/**
 * Describes hidden fields to every role.
 * @param describe undefined: not that one
 */
export function inDescriptions(describe: Describe): Plant {
  return ({ unitOfWork, access }) => {
    const roles = [...access.roles].map(
      ([name, view]) => [name, { ...view, set: withHidden(view.set, describe) }] as const,
    );
    return openService({ unitOfWork, access: { ...access, roles: new Map(roles) } });
  };
}

function withHidden(seen: Resources, describe: Describe): Resources {
  const set: Partial<Record<ResourceType, Resource>> = {};
  for (const resource of Object.values(seen)) {
    const all: Resource = everyResource[resource.type];
    const fields = Object.entries(all.fields).flatMap(([name, field]) => {
      if (name in resource.fields) return [[name, field] as const];
      if (field.kind === 'relationship' && seen[field.to] === undefined) return [];
      const described = describe(field);
      return described === undefined ? [] : [[name, described] as const];
    });
    set[resource.type] = { ...resource, fields: Object.fromEntries(fields), set };
  }
  return set;
}

/** The leak shows in some answers only: the others are those of the service without it. */
export function onlyWhere(applies: (request: SentRequest, clean: Answer) => boolean, plant: Plant): Plant {
  return async (guarded) => {
    const leaking = await plant(guarded);
    return {
      ask: async (request, actor, clean) => (applies(request, clean) ? leaking.ask(request, actor, clean) : clean),
      close: () => leaking.close(),
    };
  };
}

/** Mixes the answers of a service with a leak and of one without. */
export function mixed(plant: Plant, mix: (leaking: Answer, clean: Answer) => Answer): Plant {
  return async (guarded) => {
    const leaking = await plant(guarded);
    return {
      ask: async (request, actor, clean) => mix(await leaking.ask(request, actor, clean), clean),
      close: () => leaking.close(),
    };
  };
}
