// What a client sends of a person, as the use cases take it.
import { isIdentifier } from '../../domain/identifier.ts';
import { personRules } from '../../domain/person.ts';
import { hasIdentifier } from '../../application/model/filter.ts';
import type { CreatePersonCommand } from '../../application/persons/create-person.ts';
import type { PersonChanges } from '../../application/persons/update-person.ts';
import type { Api } from './handlers.ts';
import { present } from './jsonapi/query/view.ts';
import {
  echoedAttributes,
  readChangedAttributes,
  readNewAttributes,
  relatedIds,
  type CurrentValues,
} from './jsonapi/read-attributes.ts';
import type { SentResource } from './jsonapi/read-document.ts';
import { personResource } from './jsonapi/resources/person.ts';

/** @throws ApiError when an attribute or a linkage is not as it must be */
export function newPerson(sent: SentResource): CreatePersonCommand {
  const attributes = readNewAttributes(sent, personResource, personRules);
  return { attributes, computerIds: relatedIds(sent, 'computers') ?? [] };
}

/**
 * The changes to the person whom the body means.
 * @param id of that person
 * @throws ApiError as above
 */
export async function personChanges(api: Api, sent: SentResource, id: string): Promise<PersonChanges> {
  const current = await currentValues(api, sent, id);
  const attributes = readChangedAttributes(sent, personResource, personRules, current);
  return { attributes, computerIds: relatedIds(sent, 'computers') };
}

/** Read-only attributes may be sent back unchanged, so what was sent of them is compared with what a GET would show. */
async function currentValues(api: Api, sent: SentResource, id: string): Promise<CurrentValues> {
  const echoed = echoedAttributes(sent, personResource);
  if (echoed.length === 0) return {};
  if (!isIdentifier(id)) return undefined;
  const wanted = { include: undefined, fields: new Map([[personResource.type, new Set(echoed)]]) };
  const presentation = present(personResource, wanted, { kind: 'resources' });
  const { type } = personResource;
  const request = { type, filter: hasIdentifier(id), sort: [], page: undefined, view: presentation.view };
  const [record] = (await api.findResources.execute(request)).records;
  if (record === undefined) return undefined;
  const { attributes } = presentation.shown[type];
  return Object.fromEntries(attributes.map(({ name, render }) => [name, render(record.attributes)]));
}
