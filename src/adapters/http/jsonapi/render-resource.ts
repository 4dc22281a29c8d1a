// Records as the text of resource objects. Assembled as text, since all of it but the attributes is known beforehand, or needs no escapes:
// names are those of the description, and identifiers are digits. That takes three quarters of the time of objects and JSON.stringify.
import type { ResourceRecord } from '../../../application/model/query.ts';
import type { ResourceType } from '../../../application/model/schema.ts';
import { jsonText } from './json-text.ts';
import type { LinkTo } from './links.ts';
import type { Presentation, ShownFields } from './query/view.ts';
import type { RelationshipField, StoredAttributes } from './resources/resource.ts';
import { resources } from './resources/resources.ts';

/** The text of a record as a resource object: what the resource's description lists and the request wants, nothing else. */
export type RenderResource = (record: ResourceRecord) => string;

/** How the resources of a presentation are rendered. To be kept with it: what is the same for all records is put together once. */
export function resourceRenderer({ shown }: Presentation, linkTo: LinkTo): RenderResource {
  const renderers: Readonly<Record<ResourceType, RenderResource>> = {
    person: rendererOf('person', shown.person, linkTo),
    computer: rendererOf('computer', shown.computer, linkTo),
  };
  return (record) => renderers[record.type](record);
}

/** The text of the linkage of one relationship of a record. */
export function renderLinkage(
  { linkage }: ResourceRecord,
  { stored, to, cardinality }: Pick<RelationshipField, 'stored' | 'to' | 'cardinality'>,
): string {
  const ids = linkage[stored] ?? [];
  if (cardinality === 'one') return ids[0] === undefined ? 'null' : `{"type":"${to}","id":"${ids[0]}"}`;
  let text = '';
  for (const id of ids) text += `${text === '' ? '' : ','}{"type":"${to}","id":"${id}"}`;
  return `[${text}]`;
}

/** Without its closing quotation mark, behind which the text goes on. */
type OpenText = string;

function rendererOf(type: ResourceType, fields: ShownFields, linkTo: LinkTo): RenderResource {
  const path: OpenText = JSON.stringify(linkTo(`${resources[type].path}/`)).slice(0, -1);
  const start: OpenText = `{"type":"${type}","id":"`;
  const renderAttributes = attributesRenderer(fields);
  const renderRelationships = relationshipsRenderer(fields);
  return (record) => {
    const { id, attributes } = record;
    const self: OpenText = path + id;
    return `${start}${id}","attributes":{${renderAttributes(attributes)}},"relationships":{${renderRelationships(record, self)}},"links":{"self":${self}"}}`;
  };
}

function attributesRenderer({ attributes }: ShownFields): (stored: StoredAttributes) => string {
  const fields = attributes.map(({ name, render }, index) => ({ key: keyOf(name, index), render }));
  return (stored) => {
    let text = '';
    for (const { key, render } of fields) text += key + jsonText(render(stored));
    return text;
  };
}

function relationshipsRenderer({ relationships }: ShownFields): (record: ResourceRecord, self: OpenText) => string {
  const fields = relationships.map((field, index) => {
    const { name, linked } = field;
    const end = linked ? `/${name}"},"data":` : `/${name}"}}`;
    return {
      ...field,
      start: `${keyOf(name, index)}{"links":{"self":`,
      middle: `/relationships/${name}","related":`,
      end,
    };
  });
  return (record, self) => {
    let text = '';
    for (const field of fields) {
      const { start, middle, end, linked } = field;
      text += start + self + middle + self + end;
      if (linked) text += `${renderLinkage(record, field)}}`;
    }
    return text;
  };
}

/** The name of a member, behind the comma that parts it from the one before. */
function keyOf(name: string, index: number): string {
  return `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
}
