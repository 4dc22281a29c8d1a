import { computerHandlers } from './computer-handlers.ts';
import type { Api } from './handlers.ts';
import { route, unlinking, type Route } from './route.ts';
import type { UseCases } from './use-cases.ts';

/** The routes of computers, their owners and the relationship between them. */
export function computerRoutes(api: Api, use: UseCases): readonly Route[] {
  const handlers = computerHandlers(api, use);
  return [
    route('GET', '/computers', 'computers.list', handlers.list),
    route('POST', '/computers', 'computers.create', handlers.create),
    route('GET', '/computers/:id', 'computers.detail', handlers.detail),
    route('PATCH', '/computers/:id', 'computers.update', handlers.update),
    route('DELETE', '/computers/:id', 'computers.delete', handlers.remove),
    route('GET', '/computers/:computer_id/owner', 'computers.owner.detail', handlers.ownerDetail),
    route('PATCH', '/computers/:computer_id/owner', 'computers.owner.update', handlers.updateOwner),
    route('DELETE', '/computers/:computer_id/owner', 'computers.owner.delete', handlers.removeOwner),
    route('GET', '/computers/:id/relationships/owner', 'computers.owner.linkage', handlers.ownerLinkage),
    route('POST', '/computers/:id/relationships/owner', 'computers.owner.link', handlers.linkOwner),
    route('PATCH', '/computers/:id/relationships/owner', 'computers.owner.replace', handlers.replaceOwner),
    unlinking('/computers/:id/relationships/owner', 'computers.owner.unlink', handlers.unlinkOwner),
  ];
}
