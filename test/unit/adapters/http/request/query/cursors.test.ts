import { resources } from '#test/support/model';
import { expect } from 'chai';
import fc from 'fast-check';
import { cursorCodec, type CursorScope } from '#adapters/http/request/query/cursors';
import type { ListPosition, SortKey } from '#application/model/query';
import { kindOf, type KindName, type Value, type ValueOf } from '#domain/kinds';
import { attributeKind, declaredAttribute, endOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { text } from '../../../../../agreement/texts.ts';

const codec = cursorCodec('a secret of the tests', resources);
const byName: CursorScope = { type: 'person', sort: [{ path: [], attribute: 'name', descending: false }] };
const bySerial: CursorScope = { type: 'computer', sort: [{ path: [], attribute: 'serial', descending: false }] };

describe('cursorCodec', () => {
  it('decodes what it has encoded, for every type and sort', () => {
    fc.assert(
      fc.property(positions, ([scope, position]) => {
        const cursor = codec(scope).encode(position);
        expect(codec(scope).decode(cursor)).to.deep.equal(position);
        expect(cursorCodec('a secret of the tests', resources)(scope).encode(position)).to.equal(cursor);
        expect(cursor).to.match(/^[\w-]+$/);
      }),
    );
  });

  it('keeps its form in every release; a new form needs a new version', () => {
    expect(codec(bySerial).encode({ keys: ['x'], id: '7' })).to.equal('AdFKzR8ORnhnAAJ4AAI3');
    expect(codec(byName).encode({ keys: ['Ada'], id: '7' })).to.equal('ASBHWYDayDBE7Fpgo5EtZ-lq99HzMWnzN6US_hP-p8A7');
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

  it('holds values of any length', () => {
    for (const length of [65_533, 65_534, 65_535, 80_000]) {
      const position = { keys: ['x'.repeat(length)], id: '1' };
      expect(codec(bySerial).decode(codec(bySerial).encode(position))).to.deep.equal(position);
    }
  });

  it('encrypts write-only attributes, also through relationships, and nothing else', () => {
    const other = cursorCodec('another secret of the tests', resources);
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

  it('refuses values that are not of the kind of their sort key', () => {
    const byBirthDate: CursorScope = {
      type: 'person',
      sort: [{ path: [], attribute: 'birthDate', descending: false }],
    };
    const refused: readonly (readonly [CursorScope, ListPosition])[] = [
      [bySerial, { keys: ['a\0'], id: '1' }],
      [byName, { keys: ['a\0'], id: '1' }],
      [byBirthDate, { keys: [''], id: '1' }],
      [byBirthDate, { keys: ['2023-02-30'], id: '1' }],
      [bySerial, { keys: ['x'], id: '01' }],
      [bySerial, { keys: ['x'], id: '' }],
    ];
    for (const [scope, position] of refused)
      expect(codec(scope).decode(codec(scope).encode(position)), JSON.stringify(position)).to.equal(undefined);
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from(codec(bySerial).encode({ keys: ['ab'], id: '1' }), 'base64url');
    bytes.write('\xed\xa0', bytes.indexOf('ab'), 'latin1');
    expect(codec(bySerial).decode(bytes.toString('base64url'))).to.equal(undefined);
  });
});

/** Values of each kind that a position can have. */
const values: { readonly [Name in KindName]: fc.Arbitrary<ValueOf[Name]> } = {
  identifier: fc.constantFrom('0', '-1', '7', '9223372036854775807', '99999999999999999999'),
  text: fc.oneof(text, fc.constantFrom('', '\u0001', '\ufeffx')),
  email: fc.oneof(text, fc.constantFrom('', '\u0001', '\ufeffx')),
  date: fc.constantFrom('0001-01-01', '0987-02-03', '1815-12-10', '2000-02-29', '9999-12-31'),
  integer: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 1, -1)),
  boolean: fc.boolean(),
  decimal: fc.constantFrom('0', '-1.25', '0.001', '9'.repeat(100)),
  oneOf: fc.constantFrom('draft', 'published'),
  timestamp: fc.constantFrom(...kindOf('timestamp').samples({}).valid.map(String)),
};

function valueOf(kind: KindName): fc.Arbitrary<Value> {
  return values[kind];
}

/** A type with a sort, and a position in it. */
const positions: fc.Arbitrary<[CursorScope, ListPosition]> = fc
  .constantFrom(...resourceTypes)
  .chain((type) => sorts(type).map((sort) => ({ type, sort })))
  .chain((scope) =>
    fc
      .record({
        keys: fc.tuple(
          ...scope.sort.map(({ path, attribute }) =>
            fc.option(valueOf(attributeKind(endOf(path, scope.type), attribute)), { nil: null }),
          ),
        ),
        id: values.identifier,
      })
      .map((position): [CursorScope, ListPosition] => [scope, position]),
  );

function sorts(type: ResourceType): fc.Arbitrary<readonly SortKey[]> {
  const key = fc.tuple(fc.constantFrom(...sortable(type)), fc.boolean());
  return fc
    .array(key, { maxLength: 4 })
    .map((keys) => keys.map(([[path, attribute], descending]) => ({ path, attribute, descending })));
}

/** Every attribute that a list of a type can be sorted by. */
function sortable(type: ResourceType, path: readonly string[] = []): readonly (readonly [readonly string[], string])[] {
  const { attributes, relationships } = schema[type];
  const further = Object.entries(relationships).flatMap(([name, { to, cardinality }]) =>
    cardinality === 'one' ? sortable(to, [...path, name]) : [],
  );
  return [...['id', ...Object.keys(attributes)].map((attribute) => [path, attribute] as const), ...further];
}

/** A stored value whose text is as long as it can be. */
function longest(type: ResourceType, attribute: string): Value {
  const declared = declaredAttribute(type, attribute);
  const { kind, maxLength } = declared;
  if (maxLength !== undefined) return (kind === 'email' ? 'x' : '\u{1f600}').repeat(maxLength);
  const described = kindOf(kind);
  const lengthOf = (value: Value): number => described.write(value).length;
  return described.samples(declared).valid.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
}
