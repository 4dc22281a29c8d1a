import { newOwnedComputer } from './computer-input.ts';
import { change, creation, detail, linkage, linkageChange, list, relatedList, removal, type Api } from './handlers.ts';
import { idsOf } from './jsonapi/read-attributes.ts';
import { computerResource } from './jsonapi/resources/computer.ts';
import { personResource as person } from './jsonapi/resources/person.ts';
import { newPerson, personChanges } from './person-input.ts';
import type { UseCases } from './use-cases.ts';

/** What the routes of persons do. */
export function personHandlers(api: Api, use: UseCases) {
  return {
    list: list(api, person),
    create: creation(api, person, (sent, view) => use.createPerson.execute(newPerson(sent), view)),
    detail: detail(api, person),
    update: change(
      api,
      person,
      (id) => ({ kind: 'given', id }),
      async (sent, view, id) => use.updatePerson.execute(id, await personChanges(api, sent, id), view),
    ),
    remove: removal((id) => use.deletePerson.execute(id)),
    listComputers: relatedList(api, person, 'computers'),
    createComputer: creation(api, computerResource, (sent, view, id) =>
      use.createOwnedComputer.execute(newOwnedComputer(sent, id), view),
    ),
    computersLinkage: linkage(api, person, 'computers'),
    linkComputers: linkageChange(api, person, 'computers', 'many', (id, sent, view) =>
      use.linkComputers.execute(id, idsOf(sent), view),
    ),
    replaceComputers: linkageChange(api, person, 'computers', 'many', (id, sent, view) =>
      use.replaceComputers.execute(id, idsOf(sent), view),
    ),
    unlinkComputers: linkageChange(api, person, 'computers', 'many', (id, sent, view) =>
      use.unlinkComputers.execute(id, idsOf(sent), view),
    ),
  };
}
