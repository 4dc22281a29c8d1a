import { expect } from 'chai';
import { resources } from '#test/support/model';
import { operatorNames } from '#adapters/http/request/filter/filter-operators';
import { documentOf } from '../../../../openapi/default-document.ts';

const document = documentOf();
const values = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'between', 'in_', 'notin_', 'is_', 'isnot'];
const texts = [...values, 'like', 'notlike', 'ilike', 'notilike', 'startswith', 'endswith', 'match'];

describe('the extensions of the OpenAPI document', () => {
  it('describe each resource in the order of the service, and each field in the order of its description', () => {
    const described = document['x-resources'] as Readonly<Record<string, { readonly fields: object }>>;
    expect(Object.keys(described)).to.deep.equal(Object.keys(resources));
    for (const [type, { fields }] of Object.entries(resources))
      expect(Object.keys(described[type]?.fields ?? {})).to.deep.equal(Object.keys(fields));
  });

  it('describe a person', () => {
    const { label, plural, path, fields } = document['x-resources'].person;
    expect([label, plural, path]).to.deep.equal(['Person', 'persons', '/persons']);
    const { id, name, email, birth_date, display_name, computers } = fields;
    expect({ id, name, email, birth_date, display_name, computers }).to.deep.equal({
      id: {
        kind: 'identifier',
        format: 'identifier',
        readable: true,
        writable: false,
        sortable: true,
        operators: values,
      },
      name: {
        kind: 'attribute',
        format: 'text',
        readable: false,
        writable: true,
        required: true,
        nullable: false,
        maxLength: 255,
        sortable: true,
        operators: texts,
      },
      email: {
        kind: 'attribute',
        format: 'email',
        readable: false,
        writable: true,
        required: false,
        nullable: true,
        maxLength: 254,
        sortable: true,
        operators: texts,
      },
      birth_date: {
        kind: 'attribute',
        format: 'date',
        readable: true,
        writable: true,
        required: false,
        nullable: true,
        sortable: true,
        operators: values,
      },
      display_name: {
        kind: 'attribute',
        format: 'text',
        readable: true,
        writable: false,
        nullable: false,
        sortable: false,
        operators: [],
      },
      computers: { kind: 'relationship', to: 'computer', cardinality: 'many', operators: [...values, 'any'] },
    });
  });

  it('describe each operator by what it takes, without aliases', () => {
    const operators = document['x-operators'] as Readonly<Record<string, unknown>>;
    expect(Object.keys(operators)).to.deep.equal(operatorNames(() => true));
    expect(operators).to.deep.include({
      eq: { takes: 'value', null: true, fields: true },
      gt: { takes: 'value', null: false, fields: true },
      isnot: { takes: 'value', null: true, fields: false },
      between: { takes: 'range' },
      in_: { takes: 'list' },
      match: { takes: 'text' },
      any: { takes: 'filter', cardinality: 'many' },
      has: { takes: 'filter', cardinality: 'one' },
    });
  });

  it('give the limits, without a maximum where there is none', () => {
    expect(document['x-limits']).to.deep.equal({
      defaultPageSize: 30,
      allowUnpaged: true,
      maxFilterLevels: 10,
      maxFilterObjects: 100,
      maxListValues: 1000,
      maxIncludeNames: 5,
      maxIncluded: 10_000,
      idempotencyTtlSeconds: 86_400,
      maxOperations: 100,
    });
    expect(documentOf({ MAX_PAGE_SIZE: '100' })['x-limits']).to.include({ defaultPageSize: 30, maxPageSize: 100 });
    expect(documentOf({ MAX_PAGE_SIZE: '7' })['x-limits']).to.include({ defaultPageSize: 7, maxPageSize: 7 });
  });
});
