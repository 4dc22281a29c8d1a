import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { writableAttributesOf, type Resource, type WritableAttribute } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { applies, operatorOf } from '#adapters/http/request/filter/filter-operators';
import { kindOf, type Value } from '#domain/kinds';
import { query, type ApiClient } from '../../support/api-client.ts';
import { fetchFile } from '../../support/fetch-file.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import { freeUniqueValues, newResource } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { samplesWithin } from './described-attributes.ts';

/** The rules of an attribute's kind for its values, in comparing, sorting and showing them. */
export function describeKinds({ client }: ApiUnderTest): void {
  for (const resource of Object.values(resources))
    for (const [name, attribute] of Object.entries(writableAttributesOf(resource))) {
      const { kind } = attribute.declared;
      describe(`The ${kind} ${name} of a ${resource.type}`, () => {
        describeKind(client, { resource, name, attribute });
      });
    }
}

interface Subject {
  readonly resource: Resource;
  readonly name: string;
  readonly attribute: WritableAttribute;
}

function describeKind(client: ApiClient, { resource, name, attribute }: Subject): void {
  const { path, type } = resource;
  const kind = kindOf(attribute.declared.kind);
  const values = samplesWithin(attribute.declared);
  const ids: string[] = [];
  const idsWhere = (test: (value: Value) => boolean): readonly string[] =>
    ids.filter((_, index) => test(values[index] ?? ''));
  const ours = (): object => ({ name: 'id', op: 'in_', val: ids });
  const found = async (
    parameters: Readonly<Record<string, string>>,
    ...filters: readonly object[]
  ): Promise<string[]> => {
    const filter = JSON.stringify([ours(), ...filters]);
    const { status, text, document } = await client.get(`${path}${query({ ...parameters, filter })}`);
    expect(status, text).to.equal(200);
    return (document.data as readonly Identifier[]).map(({ id }) => id);
  };

  before(async () => {
    await freeUniqueValues(client, type);
    for (const value of values) {
      const data = await newResource(client, type);
      ids.push(
        createdId(await client.post(path, { data: { ...data, attributes: { ...data.attributes, [name]: value } } })),
      );
    }
  });

  const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
    eq: (order) => order === 0,
    ne: (order) => order !== 0,
    gt: (order) => order > 0,
    ge: (order) => order >= 0,
    lt: (order) => order < 0,
    le: (order) => order <= 0,
  };
  const isOffered = (op: string): boolean => {
    const operator = operatorOf(op);
    return operator !== undefined && applies(operator, attribute.declared.kind);
  };
  for (const [op, holds] of Object.entries(comparisons).filter(([name]) => isOffered(name)))
    it(`compares by ${op}`, async () => {
      for (const operand of values)
        expect(await found({}, { name, op, val: operand }), `${op} ${String(operand)}`).to.deep.equal(
          idsWhere((value) => holds(kind.compare(value, operand))),
        );
    });

  it('compares with lists, ranges and text', async () => {
    const [first = '', second = ''] = values;
    expect(await found({}, { name, op: 'in_', val: [second, first] })).to.deep.equal(ids.slice(0, 2));
    if (isOffered('between'))
      expect(await found({}, { name, op: 'between', val: [first, second] })).to.deep.equal(ids.slice(0, 2));
    expect(await found({ [`filter[${name}]`]: kind.write(second) })).to.deep.equal(ids.slice(1, 2));
  });

  it('sorts, also from page to page', async () => {
    expect(await found({ sort: name })).to.deep.equal(ids);
    expect(await found({ sort: `-${name}` })).to.deep.equal(ids.toReversed());
    const walked: string[] = [];
    const filter = JSON.stringify([ours()]);
    let next: string | null = `${path}${query({ sort: name, 'page[size]': '1', 'page[after]': '', filter })}`;
    while (next !== null) {
      const { status, text, document } = await client.get(next);
      expect(status, text).to.equal(200);
      walked.push(...(document.data as readonly Identifier[]).map(({ id }) => id));
      next = (document.links as { readonly next: string | null }).next;
    }
    expect(walked).to.deep.equal(ids);
  });

  if (attribute.output !== undefined)
    it('is exported as it is written', async () => {
      const parameters = query({ sort: name, filter: JSON.stringify([ours()]) });
      const { text: lines } = await fetchFile(client, `/export/${resource.plural}.ndjson${parameters}`);
      const shown = lines
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly attributes: Readonly<Record<string, Value>> }).attributes[name]);
      expect(shown).to.deep.equal(values);
      const { text: csv } = await fetchFile(client, `/export/${resource.plural}.csv${parameters}`);
      const rows: readonly Readonly<Record<string, string>>[] = parse(csv, { columns: true, record_delimiter: '\r\n' });
      expect(rows.map((row) => row[name])).to.deep.equal(values.map((value) => kind.write(value)));
    });
}
