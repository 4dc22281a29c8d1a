// Examples for the usage texts, taken from the served product.
import { relationshipsOf, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { served } from '#composition/product/served';

const all = Object.values(served.resources);

/** The plural of the first type. */
export const anyPlural = all[0]?.plural ?? '';

/** A sort of the first type, such as `birth_date,-id`. */
export const anySort = [...Object.keys(writableAttributesOf(all[0] ?? { fields: {} })).slice(-1), '-id'].join();

/** At most two headers of CSV files, such as `serial,owner`. */
export const anyHeaders = all.slice(0, 2).map(headerOf).join(' or ');

function headerOf(resource: Resource): string {
  const toOne = Object.entries(relationshipsOf(resource)).filter(([, { cardinality }]) => cardinality === 'one');
  return [...Object.keys(writableAttributesOf(resource)), ...toOne.map(([name]) => name)].join();
}
