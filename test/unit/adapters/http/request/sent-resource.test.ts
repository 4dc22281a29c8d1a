import { expect } from 'chai';
import { refuseFirst, type FoundProblem } from '#adapters/http/api/check-steps';
import { ApiError } from '#adapters/http/api/errors';
import type { Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { Json } from '#adapters/http/request/syntax/json';
import type { Reference } from '#adapters/http/request/linkage';
import { readOnlyProblems } from '#adapters/http/request/sent-attributes';
import { readResource, type Expected, type SentResource } from '#adapters/http/request/sent-resource';
import { linkedIds } from '#adapters/http/request/write';
import type { Attributes } from '#domain/schema';
import { personAttributes } from '../../../../support/builders.ts';

const AT_START: Reference = { type: '', id: '1', lid: undefined, hasBoth: false, pointer: '' };

interface Read {
  readonly sent: SentResource;
  readonly found: readonly FoundProblem[];
}

function read(data: Json, resource: Resource, expected: Expected): Read {
  const found: FoundProblem[] = [];
  return { sent: readResource(data, resource, expected, { basePointer: '', takesLids: false, found }), found };
}

/** By the domain's names. */
function linkageOf({ sentLinks }: SentResource): unknown {
  return Object.fromEntries(sentLinks.map((link) => [link.field.stored, linkedIds(link)]));
}

/** The pointers of the problems that a request with these would be answered with. */
function pointersOf(found: readonly FoundProblem[]): readonly unknown[] {
  try {
    refuseFirst(found);
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
  it('is read under domain names, without omitted attributes', () => {
    const relationships = computers('2', '1', '2');
    const data = { type: 'person', attributes: { name: 'Ada', birth_date: '1815-12-10' }, relationships };
    const { sent, found } = read(data, resources.person, 'new');
    expect(found).to.deep.equal([]);
    expect(sent.attributes).to.deep.equal({ name: 'Ada', birthDate: '1815-12-10' });
    expect(linkageOf(sent)).to.deep.equal({ computers: ['2', '1'] });
  });

  it('has one identifier or null for a to-one relationship', () => {
    for (const [data, owner] of [
      [{ type: 'person', id: '7' }, '7'],
      [null, null],
    ] as const) {
      const sent = { type: 'computer', attributes: { serial: 'S1' }, relationships: { owner: { data } } };
      expect(linkageOf(read(sent, resources.computer, 'new').sent)).to.deep.equal({ owner });
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
      expect(pointersOf(read({ type: 'person', ...sent }, resource, 'new').found)).to.have.lengthOf(100);
      expect(reads).to.be.within(100, 400);
    }
  });
});

describe('A resource to update', () => {
  const stored = { ...personAttributes({ name: 'Ada' }) };
  const readChanges = (attributes: Json, relationships: Json = {}): Read =>
    read({ type: 'person', id: '1', attributes, relationships }, resources.person, AT_START);
  /** With the stored resource as it is. */
  const pointersBeside = ({ sent, found }: Read, attributes: Attributes): readonly unknown[] =>
    pointersOf([...readOnlyProblems(sent.readOnly, attributes, 'attributes'), ...found]);

  it('is read with only the members that were sent', () => {
    const { sent, found } = readChanges({ email: null });
    expect(found).to.deep.equal([]);
    expect(sent.identity.id).to.equal('1');
    expect(sent.attributes).to.deep.equal({ email: null });
    expect(sent.sentLinks).to.deep.equal([]);
  });

  it('may repeat read-only attributes, but only with their stored values', () => {
    const changes = readChanges({ display_name: 'ADA', name: 'Bob' });
    expect(changes.sent.attributes).to.deep.equal({ name: 'Bob' });
    expect(pointersBeside(changes, stored)).to.deep.equal([]);
    expect(pointersBeside(changes, { ...stored, name: 'Eve' })).to.deep.equal(['/data/attributes/display_name']);
  });

  it('is refused whatever is stored when no stored value can equal the one sent', () => {
    const changes = readChanges({ display_name: 1, name: '' });
    expect(changes.sent.readOnly).to.deep.equal([]);
    expect(pointersOf(changes.found)).to.deep.equal(['/data/attributes/display_name', '/data/attributes/name']);
  });

  it('is refused for all attribute problems together, and for linkage only after those', () => {
    const wrongType = { computers: { data: [{ type: 'person', id: '1' }] } };
    expect(pointersBeside(readChanges({ display_name: 'EVE', name: '' }, wrongType), stored)).to.deep.equal([
      '/data/attributes/display_name',
      '/data/attributes/name',
    ]);
    expect(pointersBeside(readChanges({ display_name: 'ADA' }, wrongType), stored)).to.deep.equal([
      '/data/relationships/computers/data/0/type',
    ]);
  });
});
