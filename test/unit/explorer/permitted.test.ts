import { expect } from 'chai';
import { parseActor } from '../../../explorer/src/model/actor.ts';
import { attributesOf, bulkFieldsOf, mayChangeMany, relationshipsOf } from '../../../explorer/src/model/fields.ts';
import { formAttributesOf } from '../../../explorer/src/model/form-attributes.ts';
import type { May } from '../../../explorer/src/model/api.ts';
import { mayDo, permitted } from '../../../explorer/src/model/permitted.ts';
import { api, required } from './described.ts';

const everything: May = new Map([['read', undefined]]);
const readsBuilt: May = new Map([['read', ['built']]]);

describe('explorer: what a role may see and do', () => {
  it('reads it from the first document', () => {
    const may = { shelf: { read: { fields: ['built'] }, update: {} } };
    const who = parseActor({ meta: { actor: { subject: 'key:ada', role: 'reader', may } } });
    expect(who).to.deep.equal({
      subject: 'key:ada',
      role: 'reader',
      may: new Map([
        [
          'shelf',
          new Map([
            ['read', ['built']],
            ['update', undefined],
          ]),
        ],
      ]),
    });
    expect(parseActor({ meta: {} })).to.equal(null);
  });

  it('leaves out types and fields that are hidden, with the relationships to them', () => {
    const [shelf, ...others] = permitted(api, new Map([['shelf', readsBuilt]])).resources;
    expect(others).to.deep.equal([]);
    expect(required(shelf).fields.map(({ name }) => name)).to.deep.equal(['id', 'built']);
    expect(attributesOf(required(shelf)).map(({ writable }) => writable)).to.deep.equal([false, false]);
    const [open] = permitted(api, new Map([['shelf', everything]])).resources;
    expect(relationshipsOf(required(open))).to.deep.equal([]);
  });

  it('shows what may be written but not read as write-only, where it may be written', () => {
    const may: May = new Map([
      ['read', []],
      ['create', ['secret', 'built']],
      ['update', ['built']],
    ]);
    const shelf = required(permitted(api, new Map([['shelf', may]])).resources[0]);
    const namesOf = (isNew: boolean): unknown =>
      formAttributesOf(shelf, isNew)
        .filter(({ writable }) => writable)
        .map(({ name, readable, operators }) => ({ name, readable, operators }));
    const secret = { name: 'secret', readable: false, operators: [] };
    const built = { name: 'built', readable: false, operators: [] };
    expect(namesOf(true)).to.deep.equal([secret, built]);
    expect(namesOf(false)).to.deep.equal([built]);
    expect(bulkFieldsOf(shelf).map(({ name }) => name)).to.deep.equal(['built']);
    expect([mayDo(shelf, 'create'), mayDo(shelf, 'delete'), mayDo(shelf, 'update', 'secret')]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('offers a bulk change only if the role can change anything', () => {
    const offered = (may: May): boolean =>
      permitted(
        api,
        new Map([
          ['shelf', may],
          ['book', everything],
        ]),
      ).resources.some(mayChangeMany);
    expect(offered(everything)).to.equal(false);
    // To-many relationships can be changed only in the panel.
    expect(
      offered(
        new Map([
          ['read', undefined],
          ['create', undefined],
          ['update', ['books']],
        ]),
      ),
    ).to.equal(false);
    expect(
      offered(
        new Map([
          ['read', undefined],
          ['update', ['built']],
        ]),
      ),
    ).to.equal(true);
    expect(
      offered(
        new Map([
          ['read', undefined],
          ['delete', undefined],
        ]),
      ),
    ).to.equal(true);
    expect(api.resources.every(mayChangeMany)).to.equal(true);
  });
});
