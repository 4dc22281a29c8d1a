import { expect } from 'chai';
import fc from 'fast-check';
import { cursorCodec, type CursorScope } from '#adapters/http/jsonapi/cursor/cursor-codec';
import type { Position, SortKey } from '#application/model/query';
import { attributeKind, relationshipOf, resourceTypes, schema, type ResourceType } from '#application/model/schema';
import { sortKeys } from '../../../../../agreement/trees.ts';
import { text } from '../../../../../agreement/texts.ts';
import { date } from '../../../../../agreement/world.ts';

const codec = cursorCodec('a secret of the tests');
const byName: CursorScope = { type: 'person', sort: [{ path: [], attribute: 'name', descending: false }] };
const bySerial: CursorScope = { type: 'computer', sort: [{ path: [], attribute: 'serial', descending: false }] };

describe('cursorCodec', () => {
  it('decodes what it has encoded, for every type and sort', () => {
    fc.assert(
      fc.property(positions, ([scope, position]) => {
        const cursor = codec(scope).encode(position);
        expect(codec(scope).decode(cursor)).to.deep.equal(position);
        expect(cursorCodec('a secret of the tests')(scope).encode(position)).to.equal(cursor);
        expect(cursor).to.match(/^[\w-]+$/);
      }),
    );
  });

  it('never decodes what it has not encoded, but for other texts of a position in the open', () => {
    fc.assert(
      fc.property(positions, fc.nat(), fc.integer({ min: 1, max: 255 }), ([scope, position], place, change) => {
        const bytes = Buffer.from(codec(scope).encode(position), 'base64url');
        const at = place % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(at) ^ change, at);
        const changed = bytes.toString('base64url');
        const decoded = codec(scope).decode(changed);
        if (decoded !== undefined) expect(codec(scope).encode(decoded)).to.equal(changed);
      }),
    );
  });

  it('keeps an unset value apart from an empty one', () => {
    const [unset, empty] = [null, ''].map((key) => codec(bySerial).encode({ keys: [key], id: '1' }));
    expect(unset).not.to.equal(empty);
    expect(codec(bySerial).decode(empty ?? '')).to.deep.equal({ keys: [''], id: '1' });
  });

  it('encrypts write-only attributes, also through relationships, and nothing else', () => {
    const other = cursorCodec('another secret of the tests');
    const owner = (attribute: string): CursorScope => ({
      type: 'computer',
      sort: [{ path: ['owner'], attribute, descending: true }],
    });
    const position = { keys: ['1990-01-01'], id: '7' };
    for (const scope of [byName, owner('name'), owner('email')]) {
      expect(other(scope).encode(position)).not.to.equal(codec(scope).encode(position));
      expect(other(scope).decode(codec(scope).encode(position))).to.equal(undefined);
    }
    for (const scope of [bySerial, owner('birthDate')])
      expect(other(scope).encode(position)).to.equal(codec(scope).encode(position));
  });

  it('encrypts equal names of different items differently', () => {
    const tails = ['1', '2'].map((id) =>
      codec(byName)
        .encode({ keys: ['Ada Lovelace'], id })
        .slice(12),
    );
    expect(tails[0]?.slice(0, 20)).not.to.equal(tails[1]?.slice(0, 20));
    expect(tails[0]?.slice(-8)).not.to.equal(tails[1]?.slice(-8));
  });

  it('reads back the longest cursors that storable positions give', () => {
    for (const type of resourceTypes) {
      const sort = sortable(type).map(([path, attribute]): SortKey => ({ path, attribute, descending: true }));
      const keys = sort.map(({ path, attribute }) => longest(endOf(path, type), attribute));
      const cursor = codec({ type, sort }).encode({ keys, id: '9223372036854775807' });
      expect(codec({ type, sort }).decode(cursor)?.keys).to.deep.equal(keys);
    }
  });

  it('has no limit of its own, lest it refuse what longer attributes would give', () => {
    const position = { keys: ['x'.repeat(9000)], id: '1' };
    expect(codec(bySerial).decode(codec(bySerial).encode(position))).to.deep.equal(position);
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from(codec(bySerial).encode({ keys: ['ab'], id: '1' }), 'base64url');
    bytes.write('\xed\xa0', bytes.indexOf('ab'), 'latin1');
    expect(codec(bySerial).decode(bytes.toString('base64url'))).to.equal(undefined);
  });
});

const values = {
  identifier: fc.constantFrom('0', '-1', '7', '9223372036854775807', '99999999999999999999'),
  date,
  text: fc.oneof(text, fc.constantFrom('', '\0', '\ufeffx')),
};

/** A type with a sort, and a position in it. */
const positions: fc.Arbitrary<[CursorScope, Position]> = fc
  .constantFrom(...resourceTypes)
  .chain((type) => sortKeys(type).map((sort) => ({ type, sort })))
  .chain((scope) =>
    fc
      .record({
        keys: fc.tuple(
          ...scope.sort.map(({ path, attribute }) =>
            fc.option(values[attributeKind(endOf(path, scope.type), attribute)], { nil: null }),
          ),
        ),
        id: values.identifier,
      })
      .map((position): [CursorScope, Position] => [scope, position]),
  );

function endOf(path: readonly string[], type: ResourceType): ResourceType {
  return path.reduce<ResourceType>((at, relationship) => relationshipOf(at, relationship).to, type);
}

/** Every attribute that a list of a type can be sorted by. */
function sortable(type: ResourceType, path: readonly string[] = []): readonly (readonly [readonly string[], string])[] {
  const { attributes, relationships } = schema[type];
  const further = Object.entries(relationships).flatMap(([name, { to, cardinality }]) =>
    cardinality === 'one' ? sortable(to, [...path, name]) : [],
  );
  return [...Object.keys(attributes).map((attribute) => [path, attribute] as const), ...further];
}

function longest(type: ResourceType, attribute: string): string {
  if (attributeKind(type, attribute) === 'date') return '9999-12-31';
  if (attributeKind(type, attribute) === 'identifier') return '9223372036854775807';
  return attribute === 'email' ? 'x'.repeat(254) : '\u{1f600}'.repeat(255);
}
