import { expect } from 'chai';
import { digest, entityTag, epochMarks, stateIn, stateOf } from '#adapters/http/conditions/entity-tag';
import { viewOf } from '#adapters/http/handlers/represented';
import { linksBelow } from '#adapters/http/jsonapi/documents/links';
import { resources } from '#adapters/http/jsonapi/resources/resources';

const resource = { type: 'person', id: '7', version: 3 } as const;
const represented = { resource, view: 'view', showsOthers: false };

describe('An entity tag', () => {
  it('has a state, which holds the epoch, type, id and version', () => {
    const state = stateOf(resource, 'mark');
    expect(stateIn(entityTag(represented, 'mark', () => '').replaceAll('"', ''))).to.equal(state);
    const others = [
      stateOf(resource, 'other'),
      stateOf({ ...resource, type: 'computer' }, 'mark'),
      stateOf({ ...resource, id: '73' }, 'mark'),
      stateOf({ ...resource, id: '73', version: 1 }, 'mark'),
      stateOf({ ...resource, version: 33 }, 'mark'),
    ];
    expect(new Set([state, ...others]).size).to.equal(6);
  });

  it('holds a digest of the text only where the text shows other resources', () => {
    const tagOf = (showsOthers: boolean, text: string): string =>
      entityTag({ ...represented, showsOthers }, 'mark', () => digest(text));
    expect(tagOf(false, 'a')).to.equal(tagOf(false, 'b'));
    expect(tagOf(true, 'a')).not.to.equal(tagOf(true, 'b'));
    expect(stateIn(tagOf(true, 'a'))).to.equal(stateIn(tagOf(false, 'b')));
  });

  it('cannot be made of a resource whose version was not read', () => {
    expect(() => stateOf({ type: 'person', id: '7' }, 'mark')).to.throw('version');
  });

  it('without a dot is of no state', () => {
    expect(stateIn('x')).to.equal('');
    expect(stateIn('')).to.equal('');
  });

  it('has another view for another release, public URL, resource, relationship or query string', () => {
    const service = { name: 'test', version: '1', description: '', license: 'MIT' };
    const api = { service, linkTo: linksBelow(undefined) };
    const { person, computer } = resources;
    const linkage = { kind: 'linkage', relationship: 'computers' } as const;
    const views = [
      viewOf(api, person, { kind: 'resources' }, ''),
      viewOf({ ...api, service: { ...service, version: '2' } }, person, { kind: 'resources' }, ''),
      viewOf({ ...api, service: { ...service, name: 'other' } }, person, { kind: 'resources' }, ''),
      viewOf({ ...api, linkTo: linksBelow('https://example.org') }, person, { kind: 'resources' }, ''),
      viewOf(api, computer, { kind: 'resources' }, ''),
      viewOf(api, person, linkage, ''),
      viewOf(api, person, { kind: 'resources' }, 'include='),
    ];
    expect(new Set(views).size).to.equal(views.length);
    const changed = { ...linkage, kind: 'changed' } as const;
    expect(viewOf(api, person, changed, 'include=computers')).to.equal(viewOf(api, person, linkage, ''));
  });
});

describe('epochMarks', () => {
  it('names each epoch and timeline, without showing the epoch', async () => {
    let timeline: number | undefined = 1;
    let epoch = '0123456789abcdef0123456789abcdef';
    const markOf = epochMarks({ epoch: async () => epoch, positions: { timeline: () => timeline } });
    const first = await markOf();
    expect(first).to.match(/^[A-Za-z0-9_-]{22}$/);
    expect(await markOf()).to.equal(first);
    expect(first).not.to.equal(digest(epoch));
    epoch = 'fedcba9876543210fedcba9876543210';
    const second = await markOf();
    expect(second).not.to.equal(first);
    timeline = 2;
    expect(await markOf()).not.to.equal(second);
  });
});
