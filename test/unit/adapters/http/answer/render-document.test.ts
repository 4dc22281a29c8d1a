import { expect } from 'chai';
import fc from 'fast-check';
import { numberedForm, renderList, renderOne, renderRelationship } from '#adapters/http/answer/render-document';
import { streamList, streamOne, streamRelationship } from '#adapters/http/answer/stream-document';
import { linksBelow } from '#adapters/http/api/links';
import { requireRelationship } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { Read } from '#adapters/http/request/read';
import type { ResourceRecord } from '#application/model/query';
import type { Part } from '#application/model/view';
import type { ResourceType } from '#domain/schema';
import { anyText } from '../../../../support/any-text.ts';
import { parse } from '../../../../support/parse-query.ts';

const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);
/** Includes characters that JSON escapes, and lone surrogates. */
const text = fc.oneof(fc.string(), anyText, fc.constantFrom('"', '\\', '\ud800', '\u2028', 'ß'));
const maybe = fc.option(text);

const person: fc.Arbitrary<ResourceRecord> = fc.record({
  type: fc.constant('person' as const),
  id,
  attributes: fc.record({ name: text, email: maybe, birthDate: maybe }),
  linkage: fc.record({ computers: fc.array(id) }),
});
const computer: fc.Arbitrary<ResourceRecord> = fc.record({
  type: fc.constant('computer' as const),
  id,
  attributes: fc.record({ serial: text }),
  linkage: fc.record({ owner: fc.array(id, { maxLength: 1 }) }),
});
const included = fc.option(fc.array(fc.oneof(person, computer), { maxLength: 4 }), { nil: undefined });
const publicUrl = fc.constantFrom(undefined, 'https://example.org/a"b\\c');
const query = fc
  .constantFrom(
    '',
    'include=computers',
    'fields[person]=',
    'fields[person]=birth_date,computers',
    'fields[computer]=owner',
  )
  .map((text) => ({ ...parse(text), parameters: [] }));

describe('A document', () => {
  it('has the members of JSON:API in a fixed order, whatever their values', () => {
    fc.assert(
      fc.property(fc.array(person), included, publicUrl, query, (records, related, url, wanted) => {
        const linkTo = linksBelow(url);
        const rendering = { read: wanted, linkTo, path: '/p' };
        const object = (record: ResourceRecord): object => objectOf(record, wanted, linkTo(''));
        const rest = { ...(related && { included: related.map(object) }), links: { self: linkTo('/p') } };
        const [record] = records;
        if (record !== undefined)
          expect(JSON.stringify(renderOne({ record, included: related }, rendering))).to.equal(
            JSON.stringify({ data: object(record), ...rest, jsonapi: { version: '1.0' } }),
          );
        const list = { records, included: related, total: records.length };
        const form = numberedForm(undefined, rendering);
        expect(JSON.stringify(renderList(list, form, rendering))).to.equal(
          JSON.stringify({
            data: records.map(object),
            ...rest,
            meta: { count: records.length },
            jsonapi: { version: '1.0' },
          }),
        );
      }),
    );
  });

  const computersOf = { name: 'computers', field: requireRelationship(resources.person, 'computers') };
  const ownerOf = { name: 'owner', field: requireRelationship(resources.computer, 'owner') };
  const wanted = parse('include=computers&page[size]=0');
  const rendering = { read: wanted, linkTo: linksBelow('https://example.org'), path: '/p' };

  it('has the same text when it is streamed, linkage in parts too', async () => {
    const form = numberedForm(undefined, rendering);
    await fc.assert(
      fc.asyncProperty(fc.array(person), fc.array(fc.oneof(computer, person)), async (records, related) => {
        const list = { records, included: related, total: records.length };
        const pieces = streamList(partsOf(records, related, { total: records.length }), form, rendering);
        expect(await joined(pieces)).to.equal(JSON.stringify(renderList(list, form, rendering)));
      }),
    );
  });

  it('has the same text when it is streamed, about one resource or a relationship', async () => {
    await fc.assert(
      fc.asyncProperty(person, fc.array(computer), async (record, related) => {
        const found = { record, included: related };
        const one = streamOne(partsOf([record], related), rendering);
        expect(await joined(one)).to.equal(JSON.stringify(renderOne(found, rendering)));
        const linkage = streamRelationship(partsOf([record], related), record, computersOf, rendering);
        expect(await joined(linkage)).to.equal(JSON.stringify(renderRelationship(found, computersOf, rendering)));
      }),
    );
  });

  it('has the same text when it is streamed, about a relationship to one resource or to none', async () => {
    await fc.assert(
      fc.asyncProperty(computer, fc.array(person), async (record, related) => {
        const linkage = streamRelationship(partsOf([record], related), record, ownerOf, rendering);
        const found = { record, included: related };
        expect(await joined(linkage)).to.equal(JSON.stringify(renderRelationship(found, ownerOf, rendering)));
      }),
    );
  });
});

/** The parts of a view. The linkage of every second resource follows it, three identifiers at a time. */
async function* partsOf(
  data: readonly ResourceRecord[],
  included: readonly ResourceRecord[],
  end: { readonly total?: number } = {},
): AsyncGenerator<Part, void, undefined> {
  for (const [place, records] of Object.entries({ data, included }) as ['data' | 'included', ResourceRecord[]][])
    for (const [index, record] of records.entries()) {
      const { computers, ...rest } = record.linkage;
      if (computers === undefined || index % 2 === 1) {
        yield { kind: 'records', place, records: [record] };
        continue;
      }
      yield { kind: 'records', place, records: [{ ...record, linkage: rest, omitted: ['computers'] }] };
      for (let from = 0; from < computers.length; from += 3)
        yield { kind: 'linkage', of: { ...record, relationship: 'computers' }, ids: computers.slice(from, from + 3) };
    }
  yield { kind: 'end', ...end };
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** The resource object expected for a record. */
function objectOf({ type, id, attributes, linkage }: ResourceRecord, selected: Read, root: string): object {
  const self = `${root}${resources[type].path}/${id}`;
  const fields = selected.fields[type];
  const identify = (to: ResourceType, ids: readonly string[]) => ids.map((each) => ({ type: to, id: each }));
  const relationships = fields.relationships.map(({ name, stored, to, cardinality, linked }) => {
    const links = { self: `${self}/relationships/${name}`, related: `${self}/${name}` };
    const identifiers = identify(to, linkage[stored] ?? []);
    return [name, { links, ...(linked && { data: cardinality === 'many' ? identifiers : (identifiers[0] ?? null) }) }];
  });
  return {
    type,
    id,
    attributes: Object.fromEntries(fields.attributes.map(({ name, render }) => [name, render(attributes)])),
    relationships: Object.fromEntries(relationships) as unknown,
    links: { self },
  };
}
