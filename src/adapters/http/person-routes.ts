import type { Api } from './handlers.ts';
import { personHandlers } from './person-handlers.ts';
import { route, unlinking, type Route } from './route.ts';
import type { UseCases } from './use-cases.ts';

/** The routes of persons, their computers and the relationship between them. */
export function personRoutes(api: Api, use: UseCases): readonly Route[] {
  const handlers = personHandlers(api, use);
  return [
    route('GET', '/persons', 'persons.list', handlers.list),
    route('POST', '/persons', 'persons.create', handlers.create),
    route('GET', '/persons/:id', 'persons.detail', handlers.detail),
    route('PATCH', '/persons/:id', 'persons.update', handlers.update),
    route('DELETE', '/persons/:id', 'persons.delete', handlers.remove),
    route('GET', '/persons/:id/computers', 'persons.computers.list', handlers.listComputers),
    route('POST', '/persons/:id/computers', 'persons.computers.create', handlers.createComputer),
    route('GET', '/persons/:id/relationships/computers', 'persons.computers.linkage', handlers.computersLinkage),
    route('POST', '/persons/:id/relationships/computers', 'persons.computers.link', handlers.linkComputers),
    route('PATCH', '/persons/:id/relationships/computers', 'persons.computers.replace', handlers.replaceComputers),
    unlinking('/persons/:id/relationships/computers', 'persons.computers.unlink', handlers.unlinkComputers),
  ];
}
