// The sample data of a document: tables whose first column is headed by the resource type and lists the identifiers.
import { relationshipFieldOf, type Resource } from '#adapters/http/api/resource-description';
import { resourceOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { ApiClient } from '../support/api-client.ts';
import { tablesOf } from './markdown.ts';

const UNSET = '_unset_';

export interface SampleResource {
  readonly resource: Resource;
  readonly id: string;
  /** The cells by field name; `null` is unset. */
  readonly fields: Readonly<Record<string, string | null>>;
}

/** The resources of all sample tables of a document, in order. */
export function readSample(markdown: string): readonly SampleResource[] {
  return tablesOf(markdown).flatMap(([head = [], ...rows]) => {
    const [type = '', ...names] = head.map((cell) => cell.replaceAll('`', ''));
    const resource = resourceOf(type, resources);
    if (resource === undefined) return [];
    return rows.map(([id = '', ...cells]) => {
      const values = names.map((name, index) => [name, cells[index] === UNSET ? null : cells[index]]);
      return { resource, id, fields: Object.fromEntries(values) as SampleResource['fields'] };
    });
  });
}

/** Creates the sample through the API. */
export async function createSample(client: ApiClient, sample: readonly SampleResource[]): Promise<void> {
  for (const each of sample) {
    const { status, text, document } = await client.post(each.resource.path, { data: requestData(each) });
    if (status !== 201) throw new Error(`${each.resource.type} ${each.id} of the sample was refused: ${text}`);
    if (document.data.id !== each.id) throw new Error(`${each.resource.type} ${each.id} of the sample is out of order`);
  }
}

function requestData({ resource, fields }: SampleResource): unknown {
  const attributes: Record<string, unknown> = {};
  const relationships: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const relationship = relationshipFieldOf(resource, name);
    if (relationship === undefined) attributes[name] = value;
    else relationships[name] = { data: value === null ? null : { type: relationship.to, id: value } };
  }
  return { type: resource.type, attributes, relationships };
}
