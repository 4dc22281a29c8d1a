import type { ResourceRecord } from '../../../application/query/query.ts';
import type { Linkage, RelationshipObject, ResourceObject } from './document.ts';
import { resourcePath, type LinkTo } from './links.ts';
import type { Presentation } from './query/view.ts';
import { relationshipFieldOf, type RelationshipField } from './resources/resource.ts';
import { resources } from './resources/resources.ts';

/** One record as a resource object: what the resource's description lists and the request wants, nothing else. */
export function renderResource(record: ResourceRecord, { shown }: Presentation, linkTo: LinkTo): ResourceObject {
  const resource = resources[record.type];
  const fields = shown[record.type];
  const self = linkTo(resourcePath(resource, record));
  const attributes: Record<string, string | null> = {};
  for (const { name, render } of fields.attributes) attributes[name] = render(record.attributes);
  const relationships: Record<string, RelationshipObject> = {};
  for (const field of fields.relationships) {
    const links = { self: `${self}/relationships/${field.name}`, related: `${self}/${field.name}` };
    relationships[field.name] = field.linked ? { links, data: renderLinkage(record, field) } : { links };
  }
  return { type: resource.type, id: record.id, attributes, relationships, links: { self } };
}

/** The linkage of one relationship of a record. */
export function linkageOf(record: ResourceRecord, relationship: string): Linkage {
  const field = relationshipFieldOf(resources[record.type], relationship);
  if (field === undefined) throw new Error(`${record.type} has no relationship ${relationship}`);
  return renderLinkage(record, field);
}

function renderLinkage(record: ResourceRecord, { stored, to, cardinality }: RelationshipField): Linkage {
  const identifiers = (record.linkage[stored] ?? []).map((id) => ({ type: to, id }));
  return cardinality === 'many' ? identifiers : (identifiers[0] ?? null);
}
