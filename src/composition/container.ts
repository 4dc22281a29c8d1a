// THE composition root: what is made of what. Nothing else knows the container.
import 'reflect-metadata';
import { Container } from 'inversify';
import { createApp, type AppOptions } from '../adapters/http/app.ts';
import type { Observation } from '../adapters/http/middleware/observe-request.ts';
import type { UseCases } from '../adapters/http/use-cases.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import { FindOwner } from '../application/reading/find-owner.ts';
import { FindResource } from '../application/reading/find-resource.ts';
import { FindResources } from '../application/reading/find-resources.ts';
import { StreamResources } from '../application/reading/stream-resources.ts';
import { AssignOwner } from '../application/computers/assign-owner.ts';
import { CreateComputer } from '../application/computers/create-computer.ts';
import { CreateOwnedComputer } from '../application/computers/create-owned-computer.ts';
import { CreatePerson } from '../application/persons/create-person.ts';
import { DeleteComputer } from '../application/computers/delete-computer.ts';
import { DeleteOwner } from '../application/computers/delete-owner.ts';
import { DeletePerson } from '../application/persons/delete-person.ts';
import { LinkComputers } from '../application/persons/link-computers.ts';
import { RemoveOwner } from '../application/computers/remove-owner.ts';
import { ReplaceComputers } from '../application/persons/replace-computers.ts';
import { UnlinkComputers } from '../application/persons/unlink-computers.ts';
import { UpdateComputer } from '../application/computers/update-computer.ts';
import { UpdateOwner } from '../application/computers/update-owner.ts';
import { UpdatePerson } from '../application/persons/update-person.ts';
import type { Config } from './config.ts';
import { provide, provideValue } from './provide.ts';
import type { Storage } from './storage.ts';
import { tokens } from './tokens.ts';
import type { Log } from '../adapters/http/log.ts';

/** What is there before anything is composed. */
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
    findResources: new FindResources(unitOfWork),
    streamResources: new StreamResources(unitOfWork),
    findOwner: new FindOwner(unitOfWork),
    createPerson: new CreatePerson(unitOfWork),
    updatePerson: new UpdatePerson(unitOfWork),
    deletePerson: new DeletePerson(unitOfWork),
    linkComputers: new LinkComputers(unitOfWork),
    replaceComputers: new ReplaceComputers(unitOfWork),
    unlinkComputers: new UnlinkComputers(unitOfWork),
    createComputer: new CreateComputer(unitOfWork),
    createOwnedComputer: new CreateOwnedComputer(unitOfWork),
    updateComputer: new UpdateComputer(unitOfWork),
    deleteComputer: new DeleteComputer(unitOfWork),
    assignOwner: new AssignOwner(unitOfWork),
    removeOwner: new RemoveOwner(unitOfWork),
    updateOwner: new UpdateOwner(unitOfWork),
    deleteOwner: new DeleteOwner(unitOfWork),
  };
}
