// The composition root: what is made of what. Only the composition knows the container.
import 'reflect-metadata';
import { Container } from 'inversify';
import { createApp, type AppOptions } from '../adapters/http/app.ts';
import type { Observation } from '../adapters/http/middleware/observe-request.ts';
import type { ResourceWrites, ToManyWrites, UseCases } from '../adapters/http/use-cases.ts';
import { perOwned, type OwnedRelationship } from '../application/model/owned-resources.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import { FindRelated } from '../application/reading/find-related.ts';
import { FindResource } from '../application/reading/find-resource.ts';
import { FindResources } from '../application/reading/find-resources.ts';
import { StreamResources } from '../application/reading/stream-resources.ts';
import { AssignOwner } from '../application/ownership/assign-owner.ts';
import { CreateOwned, CreateOwnedBy } from '../application/ownership/create-owned.ts';
import { DeleteOwned } from '../application/ownership/delete-owned.ts';
import { DeleteOwner } from '../application/ownership/delete-owner.ts';
import { LinkOwned } from '../application/ownership/link-owned.ts';
import { RemoveOwner } from '../application/ownership/remove-owner.ts';
import { ReplaceOwned } from '../application/ownership/replace-owned.ts';
import { UnlinkOwned } from '../application/ownership/unlink-owned.ts';
import { UpdateOwned } from '../application/ownership/update-owned.ts';
import { UpdateOwner } from '../application/ownership/update-owner.ts';
import { CreatePerson } from '../application/persons/create-person.ts';
import { DeletePerson } from '../application/persons/delete-person.ts';
import { UpdatePerson } from '../application/persons/update-person.ts';
import type { Config } from './config/config.ts';
import { provide, provideValue, tokens } from './provide.ts';
import type { Storage } from './storage.ts';
import type { Log } from '../adapters/http/log.ts';

/** What the service is composed from. */
export interface Given extends Pick<AppOptions, 'service' | 'isOverloaded'> {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Log;
  readonly onRequest: Observation['onRequest'];
}

/** Composes the service. */
export function createContainer({ config, storage, log, service, isOverloaded, onRequest }: Given): Container {
  const container = new Container();
  provideValue(container, tokens.config, config);
  provideValue(container, tokens.log, log);
  provideValue(container, tokens.storage, storage);
  provide(container, tokens.unitOfWork, (opened) => opened.unitOfWork, [tokens.storage]);
  provide(container, tokens.useCases, useCasesOf, [tokens.unitOfWork]);
  provide(
    container,
    tokens.app,
    (useCases, limits, appLog) =>
      createApp(useCases, {
        service,
        publicUrl: limits.publicUrl,
        limits,
        log: appLog,
        observation: { onRequest, hasStatements: storage.hasStatements, serverTiming: limits.serverTiming },
        isOverloaded,
      }),
    [tokens.useCases, tokens.config, tokens.log],
  );
  return container;
}

function useCasesOf(unitOfWork: UnitOfWork): UseCases {
  return {
    findResource: new FindResource(unitOfWork),
    findRelated: new FindRelated(unitOfWork),
    findResources: new FindResources(unitOfWork),
    streamResources: new StreamResources(unitOfWork),
    unitOfWork,
    writes: {
      person: {
        create: new CreatePerson(unitOfWork),
        update: new UpdatePerson(unitOfWork),
        remove: new DeletePerson(unitOfWork),
        toMany: perOwned((relationship) => linkageWritesOf(unitOfWork, relationship)),
        toOne: {},
      },
      computer: ownedWritesOf(unitOfWork, 'computers'),
    },
  };
}

/** The writes of one relationship from persons to what they own. */
function linkageWritesOf(unitOfWork: UnitOfWork, relationship: OwnedRelationship): ToManyWrites {
  return {
    link: new LinkOwned(unitOfWork, relationship),
    replace: new ReplaceOwned(unitOfWork, relationship),
    unlink: new UnlinkOwned(unitOfWork, relationship),
    create: new CreateOwnedBy(unitOfWork, relationship),
  };
}

/** The writes of one type of item, which persons own. */
function ownedWritesOf(unitOfWork: UnitOfWork, relationship: OwnedRelationship): ResourceWrites {
  const owner = {
    assign: new AssignOwner(unitOfWork, relationship),
    unassign: new RemoveOwner(unitOfWork, relationship),
    update: new UpdateOwner(unitOfWork, relationship),
    remove: new DeleteOwner(unitOfWork, relationship),
  };
  return {
    create: new CreateOwned(unitOfWork, relationship),
    update: new UpdateOwned(unitOfWork, relationship),
    remove: new DeleteOwned(unitOfWork, relationship),
    toMany: {},
    toOne: { owner },
  };
}
