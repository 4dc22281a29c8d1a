import { expect } from 'chai';
import type { Api, Attribute, May, Relationship } from '../../../explorer/src/model/api.ts';
import { attributesOf, relationshipsOf } from '../../../explorer/src/model/fields.ts';
import { readRun, writeRun, type KeptRun } from '../../../explorer/src/model/kept-run.ts';
import { permitted } from '../../../explorer/src/model/permitted.ts';
import { api, book, required, shelf } from './described.ts';

const built: Attribute = required(attributesOf(shelf).find(({ name }) => name === 'built'));
const toShelf: Relationship = required(relationshipsOf(book)[0]);

const set: KeptRun = {
  resource: shelf,
  change: { kind: 'set', attribute: built, value: '1950-01-01' },
  total: 4,
  done: [
    { id: '1', to: '1950-01-01', back: '1900-01-01' },
    { id: '2', to: '1950-01-01', back: null },
    { id: '3', to: '1950-01-01', back: undefined },
  ],
};
const link: KeptRun = {
  resource: book,
  change: { kind: 'link', relationship: toShelf, to: { type: 'shelf', id: '4', label: 'Four' } },
  total: 1,
  done: [{ id: '7', to: { type: 'shelf', id: '4' }, back: { type: 'shelf', id: '3' } }],
};

describe('explorer: a stored bulk change', () => {
  const written = (run: KeptRun, subject?: string): string => required(writeRun(run, subject));

  it('has the field and the steps that can be undone', () => {
    const { resource, change, total, done } = required(readRun(api, undefined, written(set)));
    expect([resource, total, done]).to.deep.equal([shelf, 4, set.done.slice(0, 2)]);
    expect(change).to.deep.equal(set.change);
    const linked = required(readRun(api, 'key:ada', written(link, 'key:ada')));
    expect(linked.done).to.deep.equal(link.done);
    expect(linked.change).to.deep.equal(link.change);
  });

  it('is empty if nothing can be undone', () => {
    expect(writeRun({ ...set, change: { kind: 'remove' } }, undefined)).to.equal(undefined);
    expect(writeRun({ ...set, done: set.done.slice(2) }, undefined)).to.equal(undefined);
  });

  it('is ignored for other users and without access to the field', () => {
    const ada = written(set, 'key:ada');
    for (const subject of [undefined, 'key:grace']) expect(readRun(api, subject, ada)).to.equal(undefined);
    const sees = (may: May): Api => permitted(api, new Map([['shelf', may]]));
    expect(readRun(sees(new Map([['read', ['built']]])), 'key:ada', ada)).not.to.equal(undefined);
    const writesOnly: May = new Map([
      ['read', []],
      ['update', ['built']],
    ]);
    for (const may of [writesOnly, new Map()] as const) expect(readRun(sees(may), 'key:ada', ada)).to.equal(undefined);
  });

  it('is empty if the text is something else', () => {
    const { type, name } = JSON.parse(written(set)) as Record<string, string>;
    const other = { type, name, total: 1, steps: [['1', 'x', 'y']] };
    expect(readRun(api, undefined, JSON.stringify(other))).not.to.equal(undefined);
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      JSON.stringify({ ...other, type: 'room' }),
      JSON.stringify({ ...other, name: 'toString' }),
      JSON.stringify({ ...other, steps: 7 }),
      JSON.stringify({ ...other, steps: [['1', 'x'], [1, 'x', 'y'], 'xyz'] }),
    ])
      expect(readRun(api, undefined, text), text).to.equal(undefined);
  });
});
