import type { ResourceIdentifier, ResourceRecord } from '#application/model/query';
import { perType, type ResourceType } from '#application/model/schema';
import type { Presentation, ShownFields } from '../query/view.ts';
import type { RelationshipField, StoredAttributes } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from './links.ts';

export interface ResourceObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly attributes: StoredAttributes;
  readonly relationships: Readonly<Record<string, RelationshipObject>>;
  readonly links: { readonly self: string };
}

export interface RelationshipObject {
  readonly links: RelationshipLinks;
  readonly data?: Linkage;
}

export type Linkage = readonly ResourceIdentifier[] | ResourceIdentifier | null;

/** Shows a record as a resource object: what the resource's description lists and the request wants, nothing else. */
export type RenderResource = (record: ResourceRecord) => ResourceObject;

/** Renders the resources of a presentation. */
export function resourceRenderer({ shown }: Presentation, linkTo: LinkTo): RenderResource {
  const renderers = perType((type) => rendererOf(type, shown[type], linkTo));
  return (record) => renderers[record.type](record);
}

/** The linkage of one relationship of a record. */
export function renderLinkage({ linkage }: ResourceRecord, { stored, to, cardinality }: RelationshipField): Linkage {
  const identifiers = (linkage[stored] ?? []).map((id) => ({ type: to, id }));
  return cardinality === 'many' ? identifiers : (identifiers[0] ?? null);
}

function rendererOf(type: ResourceType, { attributes, relationships }: ShownFields, linkTo: LinkTo): RenderResource {
  return (record) => {
    const self = linkTo(resourcePath(resources[type], record));
    const shownAttributes: Record<string, string | null> = {};
    for (const { name, render } of attributes) shownAttributes[name] = render(record.attributes);
    const shownRelationships: Record<string, RelationshipObject> = {};
    for (const field of relationships) {
      const links = relationshipLinks(self, field.name);
      shownRelationships[field.name] = field.linked ? { links, data: renderLinkage(record, field) } : { links };
    }
    return { type, id: record.id, attributes: shownAttributes, relationships: shownRelationships, links: { self } };
  };
}
