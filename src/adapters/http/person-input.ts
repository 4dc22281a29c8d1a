// What a client sends of a person, as the use cases take it.
import { isIdentifier } from '../../domain/identifier.ts';
import { personRules } from '../../domain/person.ts';
import { hasIdentifier, type Filter } from '../../application/query/filter.ts';
import type { CreatePersonCommand } from '../../application/use-cases/create-person.ts';
import type { PersonChanges } from '../../application/use-cases/update-person.ts';
import type { ReadApi } from './handlers.ts';
import { present } from './jsonapi/query/view.ts';
import {
  echoedAttributes,
  readChangedAttributes,
  readNewAttributes,
  relatedIds,
  type CurrentValues,
} from './jsonapi/read-attributes.ts';
import type { SentResource } from './jsonapi/read-document.ts';
import { renderResource } from './jsonapi/render-resource.ts';
import { personResource } from './jsonapi/resources/person.ts';

/** @throws ApiError when an attribute or a linkage is not as it must be */
export function newPerson(sent: SentResource): CreatePersonCommand {
  const attributes = readNewAttributes(sent, personResource, personRules);
  return { attributes, computerIds: relatedIds(sent, 'computers') ?? [] };
}

/**
 * The changes to the person with the given id.
 * @throws ApiError as above
 */
export function personChanges(api: ReadApi, sent: SentResource, id: string): Promise<PersonChanges> {
  return readChanges(api, sent, isIdentifier(id) ? hasIdentifier(id) : undefined);
}

/**
 * The changes to the person who owns a computer.
 * @throws ApiError as above
 */
export function ownerChanges(api: ReadApi, sent: SentResource, computerId: string): Promise<PersonChanges> {
  const owns: Filter = { kind: 'related', relationship: 'computers', filter: hasIdentifier(computerId) };
  return readChanges(api, sent, isIdentifier(computerId) ? owns : undefined);
}

async function readChanges(api: ReadApi, sent: SentResource, who: Filter | undefined): Promise<PersonChanges> {
  const current = await currentValues(api, sent, who);
  const attributes = readChangedAttributes(sent, personResource, personRules, current);
  return { attributes, computerIds: relatedIds(sent, 'computers') };
}

/** Read-only attributes may be sent back unchanged, so what was sent of them is compared with what a GET would show. */
async function currentValues(api: ReadApi, sent: SentResource, who: Filter | undefined): Promise<CurrentValues> {
  const echoed = echoedAttributes(sent, personResource);
  if (echoed.length === 0) return {};
  if (who === undefined) return undefined;
  const wanted = { include: undefined, fields: new Map([[personResource.type, new Set(echoed)]]) };
  const presentation = present(personResource, wanted, { kind: 'resources' });
  const request = { type: personResource.type, filter: who, sort: [], page: undefined, view: presentation.view };
  const [record] = (await api.findResources.execute(request)).records;
  return record === undefined ? undefined : renderResource(record, presentation, api.linkTo).attributes;
}
