import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addPerson, personId } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 11 of the contract: what is refused, with which pointers, in which order. */
export function describeOperationRefusals(api: ApiUnderTest, items: OwnedResource): void {
  const { client } = api;
  const { type, relationship } = items;
  const eve = { type: 'person', attributes: { name: 'Eve' } };
  const addEve = { op: 'add', data: { ...eve, lid: 'e' } };
  const item = { type, id: '1' };

  /** Errors are written without `/atomic:operations`: `/1/ref` is a place in the second operation. */
  const located = (code: string, ...pointers: readonly string[]): readonly string[] =>
    pointers.map((pointer) => `${code} #/atomic:operations${pointer}`);
  const refused = (name: string, operations: unknown, code: string, ...pointers: readonly string[]): void => {
    it(`refuses ${name}`, async () => {
      expectErrors(await client.operate(operations), ...located(code, ...pointers));
    });
  };
  const badForm = (name: string, operations: unknown, ...pointers: readonly string[]): void => {
    refused(name, operations, 'invalid-document', ...pointers);
  };

  describe(`A list of operations on persons and ${items.plural}`, () => {
    badForm('a missing list', undefined, '');
    badForm('an empty list', [], '');
    for (const value of [null, {}, 'add', 1]) badForm(`${JSON.stringify(value)} for the list`, value, '');
    for (const value of [null, [], 'add', 1])
      badForm(`${JSON.stringify(value)} for an operation`, [addEve, value], '/1');
    for (const op of [undefined, null, 'replace', 'ADD', 1, ['add']])
      badForm(`the code ${JSON.stringify(op)}`, [{ op, data: eve }], '/0/op');

    it('refuses other documents, and members that must not be beside the list', async () => {
      const post = (body: unknown): Promise<ApiResponse> => client.operate(undefined, { body });
      for (const body of ['null', [], 1]) expectErrors(await post(body), 'invalid-document #');
      for (const name of ['data', 'included', 'errors', 'atomic:results'])
        expectErrors(await post({ 'atomic:operations': [addEve], [name]: null }), `invalid-document #/${name}`);
      expectErrors(await post({ data: eve }), 'invalid-document #/data', 'invalid-document #/atomic:operations');
      const harmless = { meta: {}, links: {}, jsonapi: { version: '1.1' }, unknown: 1, 'atomic:operations': [addEve] };
      expect((await post(harmless)).status).to.equal(200);
    });

    describe('with a target', () => {
      for (const ref of [null, [], 'person', 1])
        badForm(`that is ${JSON.stringify(ref)}`, [{ op: 'remove', ref }], '/0/ref');
      badForm('without a type', [{ op: 'remove', ref: { id: '1' } }], '/0/ref/type');
      badForm('of an unknown type', [{ op: 'remove', ref: { type: 'people', id: '1' } }], '/0/ref/type');
      badForm(
        'of a type that JavaScript knows',
        [{ op: 'remove', ref: { type: 'constructor', id: '1' } }],
        '/0/ref/type',
      );
      badForm('without an identifier', [{ op: 'remove', ref: { type } }], '/0/ref/id');
      badForm('with a number for an identifier', [{ op: 'remove', ref: { type, id: 1 } }], '/0/ref/id');
      badForm(
        'with an unknown relationship',
        [{ op: 'update', ref: { ...item, relationship: 'friends' }, data: null }],
        '/0/ref/relationship',
      );
      badForm(
        'with null for a relationship',
        [{ op: 'update', ref: { ...item, relationship: null } }],
        '/0/ref/relationship',
      );
      badForm('and a path', [{ op: 'remove', ref: item, href: `${items.path}/1` }], '/0/href');
      badForm('that is missing', [{ op: 'remove', data: item }], '/0/ref');
      badForm('for a resource to add', [{ op: 'add', ref: item, data: items.draft() }], '/0/ref');
      for (const op of ['add', 'remove'])
        badForm(
          `that is to-one, for ${op}`,
          [{ op, ref: { ...item, relationship: 'owner' }, data: personId('1') }],
          '/0/ref/relationship',
        );
      for (const [op, href] of [
        ['add', `${items.path}/1`],
        ['add', '/'],
        ['add', '/people'],
        ['add', '/persons/'],
        ['add', '/Persons'],
        ['add', '//persons'],
        ['add', 'persons'],
        ['add', ''],
        ['add', '/persons?x=1'],
        ['add', '/persons?'],
        ['add', '/persons#x'],
        ['add', '/operations'],
        ['add', '/openapi.json'],
        ['add', 'http://elsewhere.example/persons'],
        ['add', `${items.path}/1/owner`],
        ['add', `${items.path}/1/relationships/owner`],
        ['update', '/persons'],
        ['update', items.relatedPath('1')],
        ['update', '/persons/1/'],
        ['update', '/persons/1/friends'],
        ['update', '/persons/1?include='],
        ['remove', '/persons'],
        ['remove', '/persons/'],
        ['remove', `${items.path}/1/relationships/owner`],
        ['remove', `/export/persons.csv`],
      ] as const)
        badForm(`at ${href}, for ${op}`, [{ op, href, data: personId('1') }], '/0/href');
      for (const href of [null, 1, {}, ['/persons']])
        badForm(`at ${JSON.stringify(href)}`, [{ op: 'add', href, data: eve }], '/0/href');
      badForm('by data of an unknown type', [{ op: 'add', data: { type: 'people' } }], '/0/data/type');
      badForm('by data without a type', [{ op: 'update', data: { id: '1' } }], '/0/data/type');
      badForm('by data without an identifier', [{ op: 'update', data: { type: 'person' } }], '/0/data/id');
      for (const data of [undefined, null, [], 'x'])
        badForm(`by data that is ${JSON.stringify(data)}`, [{ op: 'update', data }], '/0/data');
    });

    describe('with a local identifier', () => {
      const own = { type: 'person', lid: 'e', relationship };
      for (const lid of ['', null, 1, {}, ['e']]) {
        badForm(`that is ${JSON.stringify(lid)}`, [{ op: 'add', data: { ...eve, lid } }], '/0/data/lid');
        badForm(`that is ${JSON.stringify(lid)} in a target`, [{ op: 'remove', ref: { type, lid } }], '/0/ref/lid');
      }
      badForm('beside an identifier', [{ op: 'add', data: { ...eve, id: '1', lid: 'e' } }], '/0/data/lid');
      badForm(
        'beside one in a target',
        [addEve, { op: 'remove', ref: { type: 'person', id: '1', lid: 'e' } }],
        '/1/ref/lid',
      );
      badForm('defined twice', [addEve, addEve], '/1/data/lid');
      badForm('that nothing defines', [{ op: 'remove', ref: { type: 'person', lid: 'e' } }], '/0/ref/lid');
      badForm('of another type', [addEve, { op: 'remove', ref: { type, lid: 'e' } }], '/1/ref/lid');
      badForm('before its definition', [{ op: 'update', data: { type: 'person', lid: 'e' } }, addEve], '/0/data/lid');
      badForm(
        'in the operation that defines it',
        [{ op: 'add', data: { ...items.draft(), lid: 'i', relationships: { owner: { data: { type, lid: 'i' } } } } }],
        '/0/data/relationships/owner/data/lid',
      );
      badForm(
        'in linkage, where it is undefined',
        [
          addEve,
          {
            op: 'add',
            ref: own,
            data: [
              { type, id: '1' },
              { type, lid: 'x' },
            ],
          },
        ],
        '/1/data/1/lid',
      );
      badForm(
        'in the linkage of a resource, where it is undefined',
        [{ op: 'add', data: { ...eve, relationships: { [relationship]: { data: [{ type, lid: 'x' }] } } } }],
        `/0/data/relationships/${relationship}/data/0/lid`,
      );
      refused(
        'that differs from the target',
        [
          addEve,
          { op: 'add', data: { ...eve, lid: 'f' } },
          { op: 'update', ref: { type: 'person', lid: 'e' }, data: { type: 'person', lid: 'f' } },
        ],
        'id-conflict',
        '/2/data/lid',
      );
      refused(
        'where the target has an identifier',
        [addEve, { op: 'update', href: '/persons/1', data: { type: 'person', lid: 'e' } }],
        'id-conflict',
        '/1/data/lid',
      );

      it('names the local identifier of the target, never what stands for it meanwhile', async () => {
        const update = { op: 'update', ref: { type: 'person', lid: 'e' }, data: personId('1') };
        const response = await client.operate([addEve, update]);
        expectErrors(response, ...located('id-conflict', '/1/data/id'));
        expect(detailsOf(response)).to.deep.equal(['The lid of this resource is "e"']);
      });

      it('is cut in the detail if it is long', async () => {
        const ref = { type: 'person', lid: 'e'.repeat(1000) };
        const response = await client.operate([{ op: 'remove', ref }]);
        const shown = `"${'e'.repeat(64)}…"`;
        expect(detailsOf(response)).to.deep.equal([`no earlier operation adds a "person" with the "lid" ${shown}`]);
      });

      it('is refused as the identifier of an owner whom the computer does not have', async () => {
        const href = `${items.path}/${await items.add(client, 'S1', await addPerson(client))}/owner`;
        const response = await client.operate([addEve, { op: 'update', href, data: { type: 'person', lid: 'e' } }]);
        expectErrors(response, ...located('id-conflict', '/1/data/lid'));
      });

      it('is not known on other routes', async () => {
        expect((await client.post('/persons', { data: { ...eve, lid: 1 } })).status).to.equal(201);
        const linkage = { data: [{ type, lid: 'i' }] };
        expectErrors(await client.post(items.linkagePath('1'), linkage), 'invalid-document #/data/0/id');
      });
    });

    describe('that the single request refuses', () => {
      const draft = { type, attributes: items.attributes('') };
      const { attribute } = items;
      refused(
        'an identifier of a new resource',
        [{ op: 'add', data: { ...eve, id: '1' } }],
        'client-id-forbidden',
        '/0/data/id',
      );
      refused(
        'another type than the target',
        [{ op: 'update', href: '/persons/1', data: item }],
        'type-conflict',
        '/0/data/type',
      );
      refused(
        'another identifier than the target',
        [{ op: 'update', ref: personId('1'), data: personId('2') }],
        'id-conflict',
        '/0/data/id',
      );
      refused(
        'invalid attributes',
        [{ op: 'add', data: draft }],
        'invalid-attribute',
        `/0/data/attributes/${attribute}`,
      );
      refused(
        'a wrong type in linkage',
        [{ op: 'update', ref: { ...item, relationship: 'owner' }, data: item }],
        'type-conflict',
        '/0/data/type',
      );

      it('reports what is missing at the target or at the identifier', async () => {
        const ada = await addPerson(client);
        const gone = items.id(MISSING);
        for (const [operation, pointer] of [
          [{ op: 'remove', ref: gone }, '/ref'],
          [{ op: 'remove', href: `${items.path}/${MISSING}` }, '/href'],
          [{ op: 'remove', href: `${items.path}/x/owner` }, '/href'],
          [{ op: 'update', data: gone }, '/data'],
          [{ op: 'add', ref: { ...personId(ada), relationship }, data: [gone] }, '/data/0'],
          [
            { op: 'add', data: { ...eve, relationships: items.linked(MISSING) } },
            `/data/relationships/${relationship}/data/0`,
          ],
          [{ op: 'update', ref: { ...personId(MISSING), relationship }, data: [] }, '/ref'],
        ] as const)
          expectErrors(await client.operate([addEve, operation]), ...located('object-not-found', `/1${pointer}`));
      });

      it('reports an owner that is not there, and another one', async () => {
        const [ada, bob, free] = [await addPerson(client), await addPerson(client), await items.add(client)];
        const href = `${items.path}/${free}/owner`;
        expectErrors(await client.operate([{ op: 'remove', href }]), ...located('object-not-found', '/0/href'));
        const data = items.draft('S1', bob);
        expectErrors(
          await client.operate([{ op: 'add', href: items.relatedPath(ada), data }]),
          ...located('owner-conflict', '/0/data/relationships/owner'),
        );
      });

      it('compares display_name with its value at that point', async () => {
        const ada = await addPerson(client, { name: 'Ada' });
        const change = (attributes: object): object => ({ op: 'update', data: { ...personId(ada), attributes } });
        expectErrors(
          await client.operate([change({ name: 'Augusta' }), change({ display_name: 'ADA' })]),
          ...located('invalid-attribute', '/1/data/attributes/display_name'),
        );
        const good = await client.operate([change({ name: 'Augusta' }), change({ display_name: 'AUGUSTA' })]);
        expect(good.status, good.text).to.equal(200);
      });
    });

    describe('with several faults', () => {
      const form = { op: 'add', data: { ...eve, attributes: [] } };
      const forbidden = { op: 'add', data: { ...eve, id: '1' } };
      const conflict = { op: 'update', ref: personId('1'), data: personId('2') };
      const invalid = { op: 'add', data: { type: 'person', attributes: { name: 1, nme: 2 } } };
      const linkage = { op: 'update', ref: { ...item, relationship: 'owner' }, data: item };
      const missing = { op: 'remove', ref: personId(MISSING) };
      const lost = { op: 'remove', ref: items.id(MISSING) };
      const steps: readonly (readonly [operation: object, code: string, ...pointers: readonly string[]])[] = [
        [form, 'invalid-document', '/data/attributes'],
        [forbidden, 'client-id-forbidden', '/data/id'],
        [conflict, 'id-conflict', '/data/id'],
        [invalid, 'invalid-attribute', '/data/attributes/name', '/data/attributes/nme'],
        [linkage, 'type-conflict', '/data/type'],
        [missing, 'object-not-found', '/ref'],
      ];
      for (const [index, [operation, code, ...pointers]] of steps.entries())
        it(`reports all that the first failing step finds, over all operations: ${code} ${pointers.join()}`, async () => {
          const later = steps.slice(index + 1).map(([each]) => each);
          const response = await client.operate([...later.toReversed(), operation]);
          const at = pointers.map((pointer) => `/${later.length}${pointer}`);
          expectErrors(response, ...located(code, ...at));
          if (code === 'object-not-found') return;
          const twice = await client.operate([operation, ...later, operation]);
          const both = [0, later.length + 1].flatMap((place) => pointers.map((pointer) => `/${place}${pointer}`));
          expectErrors(twice, ...located(code, ...both));
        });

      it('answers with the first operation that fails when they run', async () => {
        expectErrors(await client.operate([addEve, lost, missing]), ...located('object-not-found', '/1/ref'));
        expectErrors(await client.operate([addEve, missing, lost]), ...located('object-not-found', '/1/ref'));
      });

      it('begins details with the whole pointer', async () => {
        const details = detailsOf(await client.operate([addEve, form]));
        expect(details).to.deep.equal(['/atomic:operations/1/data/attributes must be an object']);
      });
    });
  });
}
