import { isIdentifier } from '../../domain/identifier.ts';
import type { View, ViewedResource } from '../../application/model/view.ts';
import { computerChanges, newComputer } from './computer-input.ts';
import {
  change,
  creation,
  detail,
  linkage,
  linkageChange,
  list,
  ok,
  removal,
  styles,
  type Handler,
  type Api,
} from './handlers.ts';
import type { SentResource } from './jsonapi/read-document.ts';
import { identifiersOf, type SentLinkage } from './jsonapi/read-linkage.ts';
import { renderNone, renderOne } from './jsonapi/render-document.ts';
import { computerResource as computer } from './jsonapi/resources/computer.ts';
import { personResource } from './jsonapi/resources/person.ts';
import { personChanges } from './person-input.ts';
import type { UseCases } from './use-cases.ts';

/** What the routes of computers do. */
export function computerHandlers(api: Api, use: UseCases) {
  return {
    list: list(api, computer),
    create: creation(api, computer, (sent, view) => use.createComputer.execute(newComputer(sent), view)),
    detail: detail(api, computer),
    update: change(
      api,
      computer,
      (id) => ({ kind: 'given', id }),
      async (sent, view, id) => use.updateComputer.execute(id, computerChanges(sent), view),
    ),
    remove: removal((id) => use.deleteComputer.execute(id)),
    ownerDetail: ownerDetail(api, use),
    updateOwner: change(
      api,
      personResource,
      () => ({ kind: 'any' }),
      (sent, view, id) => updateOwner(api, use, id, sent, view),
    ),
    removeOwner: removal((id) => use.deleteOwner.execute(id)),
    ownerLinkage: linkage(api, computer, 'owner'),
    linkOwner: linkageChange(api, computer, 'owner', 'one or list of one', (id, sent, view) =>
      assignOwner(use, id, sent, view),
    ),
    replaceOwner: linkageChange(api, computer, 'owner', 'one', (id, sent, view) => assignOwner(use, id, sent, view)),
    unlinkOwner: linkageChange(api, computer, 'owner', 'one or list of one', (id, sent, view) =>
      unlinkOwner(use, id, sent, view),
    ),
  };
}

/** GET on the person who owns a computer: nobody is an answer, too. */
function ownerDetail(api: Api, use: UseCases): Handler {
  const styleOf = styles(api, personResource, { kind: 'resources' });
  return async ({ path, id, queryString }) => {
    const style = styleOf(queryString);
    const owner = await use.findOwner.execute(id, style.presentation.view);
    const shown = { ...style, path };
    return ok(owner === undefined ? renderNone(shown) : renderOne(owner, shown));
  };
}

/** Validates against the person the body names; UpdateOwner checks that this is the owner. */
async function updateOwner(
  api: Api,
  use: UseCases,
  id: string,
  sent: SentResource,
  view: View,
): Promise<ViewedResource> {
  const changes = await personChanges(api, sent, isIdentifier(id) ? sent.id : id);
  return use.updateOwner.execute(id, sent.id, changes, view);
}

/** An empty list of owners changes nothing; `null` is nobody. */
function assignOwner(use: UseCases, id: string, sent: SentLinkage, view: View): Promise<ViewedResource> {
  const [owner] = identifiersOf(sent);
  if (owner === undefined && sent.kind === 'many') return use.findResource.execute('computer', id, view);
  return use.assignOwner.execute(id, owner?.id ?? null, view);
}

/** An empty list of owners changes nothing; `null` is whoever it is. */
function unlinkOwner(use: UseCases, id: string, sent: SentLinkage, view: View): Promise<ViewedResource> {
  const [owner] = identifiersOf(sent);
  if (owner !== undefined) return use.removeOwner.execute(id, owner.id, view);
  return assignOwner(use, id, sent, view);
}
