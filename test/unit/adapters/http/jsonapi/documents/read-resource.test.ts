import { expect } from 'chai';
import { ApiError } from '#adapters/http/jsonapi/documents/errors';
import type { Json } from '#adapters/http/jsonapi/documents/read-json';
import { readChangedResource, readNewResource, type SentChanges } from '#adapters/http/jsonapi/documents/read-resource';
import { resources } from '#adapters/http/jsonapi/resources/resources';
import type { Resource } from '#adapters/http/jsonapi/resources/resource';
import { personAttributes } from '#test/support/builders';

function pointersOf(act: () => unknown): readonly unknown[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.errors.map(({ source }) => Object.values(source ?? {})[0]);
  }
}

const computers = (...ids: readonly string[]): Json => ({
  computers: { data: ids.map((id) => ({ type: 'computer', id })) },
});

describe('A resource to create', () => {
  it('is read under domain names, with omitted attributes unset', () => {
    const relationships = computers('2', '1', '2');
    const document = { data: { type: 'person', attributes: { name: 'Ada', birth_date: '1815-12-10' }, relationships } };
    expect(readNewResource(document, resources.person)).to.deep.equal({
      attributes: personAttributes({ name: 'Ada', birthDate: '1815-12-10' }),
      linkage: { computers: ['2', '1'] },
    });
  });

  it('has one identifier or null for a to-one relationship', () => {
    for (const [data, owner] of [
      [{ type: 'person', id: '7' }, '7'],
      [null, null],
    ] as const) {
      const document = { data: { type: 'computer', attributes: { serial: 'S1' }, relationships: { owner: { data } } } };
      expect(readNewResource(document, resources.computer).linkage).to.deep.equal({ owner });
    }
  });

  it('costs no detail for a problem that is not shown', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 0]));
    for (const sent of [{ attributes: unknown }, { attributes: { name: 'Ada' }, relationships: unknown }]) {
      let reads = 0;
      const resource: Resource = {
        ...resources.person,
        // Every detail names it.
        get type() {
          reads += 1;
          return resources.person.type;
        },
      };
      const document = { data: { type: 'person', ...sent } };
      expect(pointersOf(() => readNewResource(document, resource))).to.have.lengthOf(100);
      expect(reads).to.be.within(100, 400);
    }
  });
});

describe('A resource to update', () => {
  const stored = { ...personAttributes({ name: 'Ada' }) };
  const read = (attributes: Json, relationships: Json = {}): SentChanges =>
    readChangedResource({ data: { type: 'person', id: '1', attributes, relationships } }, resources.person, {
      kind: 'given',
      id: '1',
    });

  it('is read with only the members that were sent', () => {
    const { id, attributes, linkage } = read({ email: null });
    expect({ id, attributes, linkage }).to.deep.equal({ id: '1', attributes: { email: null }, linkage: {} });
  });

  it('may repeat read-only attributes, but only with their stored values', () => {
    const { attributes, requireValid } = read({ display_name: 'ADA', name: 'Bob' });
    expect(attributes).to.deep.equal({ name: 'Bob' });
    expect(pointersOf(() => requireValid(stored))).to.deep.equal([]);
    expect(pointersOf(() => requireValid({ ...stored, name: 'Eve' }))).to.deep.equal(['/data/attributes/display_name']);
  });

  it('is refused at once when no stored value can equal the one sent', () => {
    expect(pointersOf(() => read({ display_name: 1, name: '' }))).to.deep.equal([
      '/data/attributes/display_name',
      '/data/attributes/name',
    ]);
  });

  it('is refused for all attribute problems together, and for linkage only after those', () => {
    const wrongType = { computers: { data: [{ type: 'person', id: '1' }] } };
    const { requireValid } = read({ display_name: 'EVE', name: '' }, wrongType);
    expect(pointersOf(() => requireValid(stored))).to.deep.equal([
      '/data/attributes/display_name',
      '/data/attributes/name',
    ]);
    expect(pointersOf(() => read({ display_name: 'ADA' }, wrongType).requireValid(stored))).to.deep.equal([
      '/data/relationships/computers/data/0/type',
    ]);
  });
});
