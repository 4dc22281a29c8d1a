// The composition root: what is made of what. Only the composition knows the container.
import 'reflect-metadata';
import { Container } from 'inversify';
import { createApp, type AppOptions } from '../adapters/http/app.ts';
import type { Observation } from '../adapters/http/middleware/observe-request.ts';
import type { Reading, ResourceWrites, ToManyWrites, UseCases } from '../adapters/http/use-cases.ts';
import { perOwned, type OwnedRelationship } from '../application/model/owned-resources.ts';
import type { Reads, UnitOfWork } from '../application/ports/unit-of-work.ts';
import { FindResource } from '../application/reading/find-resource.ts';
import { FindResources } from '../application/reading/find-resources.ts';
import { assignOwner } from '../application/ownership/assign-owner.ts';
import { createOwned, createOwnedBy } from '../application/ownership/create-owned.ts';
import { deleteOwned } from '../application/ownership/delete-owned.ts';
import { deleteOwner } from '../application/ownership/delete-owner.ts';
import { linkOwned } from '../application/ownership/link-owned.ts';
import { removeOwner } from '../application/ownership/remove-owner.ts';
import { replaceOwned } from '../application/ownership/replace-owned.ts';
import { unlinkOwned } from '../application/ownership/unlink-owned.ts';
import { updateOwned } from '../application/ownership/update-owned.ts';
import { updateOwner } from '../application/ownership/update-owner.ts';
import { createPerson } from '../application/persons/create-person.ts';
import { deletePerson } from '../application/persons/delete-person.ts';
import { updatePerson } from '../application/persons/update-person.ts';
import type { Config } from './config/config.ts';
import { provide, provideValue, tokens } from './provide.ts';
import type { Storage } from './storage.ts';
import type { Log } from '../adapters/http/log.ts';

/** What the service is composed from. */
export interface Given extends Pick<AppOptions, 'service' | 'load' | 'onKeyedAnswer'> {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Log;
  readonly onRequest: Observation['onRequest'];
}

/** Composes the service. */
export function createContainer({ config, storage, log, service, load, onRequest, onKeyedAnswer }: Given): Container {
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
        hasPages: limits.pages === 'on',
        corsOrigins: limits.corsOrigins,
        hasTokens: limits.replicas.length > 0,
        cursorKey: limits.cursorKey,
        limits,
        log: appLog,
        observation: { onRequest, hasStatements: storage.hasStatements, serverTiming: limits.serverTiming },
        load,
        onKeyedAnswer,
      }),
    [tokens.useCases, tokens.config, tokens.log],
  );
  return container;
}

function useCasesOf(unitOfWork: UnitOfWork): UseCases {
  const reading = readingOf(unitOfWork);
  return {
    reading: (since) => (since === undefined ? reading : readingOf(unitOfWork.since(since))),
    unitOfWork,
    writes: {
      person: {
        create: createPerson,
        update: updatePerson,
        remove: deletePerson,
        toMany: perOwned(linkageWritesOf),
        toOne: {},
      },
      computer: ownedWritesOf('computers'),
    },
  };
}

function readingOf(reads: Reads): Reading {
  return {
    findResource: new FindResource(reads),
    findResources: new FindResources(reads),
  };
}

/** The writes of one relationship from persons to what they own. */
function linkageWritesOf(relationship: OwnedRelationship): ToManyWrites {
  return {
    link: linkOwned(relationship),
    replace: replaceOwned(relationship),
    unlink: unlinkOwned(relationship),
    create: createOwnedBy(relationship),
  };
}

/** The writes of one type of item, which persons own. */
function ownedWritesOf(relationship: OwnedRelationship): ResourceWrites {
  const owner = {
    assign: assignOwner(relationship),
    unassign: removeOwner(relationship),
    update: updateOwner(relationship),
    remove: deleteOwner(relationship),
  };
  return {
    create: createOwned(relationship),
    update: updateOwned(relationship),
    remove: deleteOwned(relationship),
    toMany: {},
    toOne: { owner },
  };
}
