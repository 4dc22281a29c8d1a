import type { ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { Value } from '#domain/kinds';
import { perType, type Attributes, type ResourceType } from '#domain/schema';
import type { Presentation, SelectedFields } from '../query/presentation.ts';
import type { RelationshipField } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from './links.ts';

export interface ResourceObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly attributes: Attributes;
  readonly relationships: Readonly<Record<string, RelationshipObject>>;
  readonly links: { readonly self: string };
  readonly meta?: { readonly page: { readonly cursor: string } };
}

interface RelationshipObject {
  readonly links: RelationshipLinks;
  readonly data?: Linkage;
}

export type Linkage = readonly ResourceIdentifier[] | ResourceIdentifier | null;

/** Renders a record as a resource object: the fields that its description lists and the query selects, nothing else. */
export type RenderResource = (record: ResourceRecord) => ResourceObject;

export function resourceRenderer({ fields }: Presentation, linkTo: LinkTo): RenderResource {
  const renderers = perType((type) => rendererOf(type, fields[type], linkTo));
  return (record) => renderers[record.type](record);
}

/** The linkage of one relationship of a record. */
export function renderLinkage({ linkage }: ResourceRecord, { stored, to, cardinality }: RelationshipField): Linkage {
  const identifiers = (linkage[stored] ?? []).map((id) => ({ type: to, id }));
  return cardinality === 'many' ? identifiers : (identifiers[0] ?? null);
}

function rendererOf(type: ResourceType, fields: SelectedFields, linkTo: LinkTo): RenderResource {
  return (record) => {
    const self = linkTo(resourcePath(resources[type], record));
    const attributes: Record<string, Value | null> = {};
    for (const { name, render } of fields.attributes) attributes[name] = render(record.attributes);
    const relationships: Record<string, RelationshipObject> = {};
    for (const field of fields.relationships) {
      const links = relationshipLinks(self, field.name);
      relationships[field.name] = field.linked ? { links, data: renderLinkage(record, field) } : { links };
    }
    return { type, id: record.id, attributes, relationships, links: { self } };
  };
}
