// Settings that affect included sets.
import { expect } from 'chai';
import { query, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { unique } from './fixtures.ts';
import { addPerson, computers } from './persons.ts';

type WithService = (
  environment: Readonly<Record<string, string>>,
  use: (client: ApiClient) => Promise<void>,
) => Promise<void>;

export function describeIncludedSetsLimits(withService: WithService): void {
  /** Adds a person with `count` computers. */
  const addOwner = async (client: ApiClient, count: number): Promise<string> =>
    addPerson(client, {}, computers.linked(...(await computers.addMany(client, count, unique('owned')))));
  const lengthOf = ({ document }: ApiResponse): number => document.data.relationships.computers.data.length as number;

  it('MAX_INCLUDED counts the members that are left within the bounds', () =>
    withService({ MAX_INCLUDED: '2' }, async (client) => {
      const id = await addOwner(client, 4);
      const [person, linkage] = [`/persons/${id}`, `/persons/${id}/relationships/computers`];
      const [first] = (await client.get(person)).document.data.relationships.computers.data as { id: string }[];
      const filter = (op: string): string =>
        encodeURIComponent(`[{"name":"id","op":"${op}","val":"${first?.id ?? ''}"}]`);
      for (const path of [
        `${person}?include=computers&page[computers][size]=2`,
        `${person}?include=computers&includeFilter={"computers":${filter('eq')}}`,
        `${person}?include=computers.owner&page[computers][size]=1`,
        `${linkage}?include=computers&page[size]=2`,
        `${linkage}?include=computers&filter=${filter('eq')}`,
        `/computers/${first?.id ?? ''}?include=owner.computers&page[owner.computers][size]=1`,
      ]) {
        const response = await client.get(path);
        expect([response.status, response.document.included?.length <= 2], response.text).to.deep.equal([200, true]);
      }
      for (const path of [
        `${person}?include=computers&page[computers][size]=3`,
        `${person}?include=computers&page[computers][size]=0`,
        `${person}?include=computers&includeSort=-computers.serial`,
        `${person}?include=computers&includeFilter={"computers":${filter('ne')}}`,
        `${person}?include=computers.owner&page[computers][size]=2`,
        `${linkage}?include=computers&page[size]=3`,
        `${linkage}?include=computers&filter=${filter('ne')}`,
        `/computers/${first?.id ?? ''}?include=owner.computers&page[owner.computers][size]=2`,
      ]) {
        const response = await client.get(path);
        expectErrors(response, 'too-many-included ?include');
        expect(detailsOf(response)[0], path).to.match(
          /^More than 2 resources would be included; limit them with page\[PATH\]\[size\].*GET \//,
        );
      }
      expect(
        (await client.get('/persons?include=computers&page[computers][size]=3')).document.included,
      ).to.have.lengthOf(3);
    }));

  it('MAX_PAGE_SIZE limits the size of a bound, and the error says so', () =>
    withService({ MAX_PAGE_SIZE: '5' }, async (client) => {
      const id = await addOwner(client, 7);
      const [person, linkage] = [`/persons/${id}`, `/persons/${id}/relationships/computers`];
      expect(lengthOf(await client.get(`${person}?page[computers][size]=5`))).to.equal(5);
      expect(lengthOf(await client.get(`${person}?page[computers][size]=0`))).to.equal(7);
      expect(lengthOf(await client.get(`${person}?includeSort=-computers.id`))).to.equal(7);
      for (const size of ['6', '9007199254740992']) {
        const refused = await client.get(`${person}?page[computers][size]=${size}`);
        expectErrors(refused, 'invalid-parameter ?page[computers][size]');
        expect(detailsOf(refused)).to.deep.equal(['page[computers][size] must be at most 5']);
        expect(refused.document.errors[0].meta).to.deep.equal({ max: 5, page: { maxSize: 5 } });
        expect(refused.document.errors[0]).not.to.have.property('links');
      }
      const page = await client.get(`${linkage}?page[size]=6`);
      expectErrors(page, 'invalid-parameter ?page[size]');
      expect(page.document.errors[0].meta).to.deep.equal({ max: 5, page: { maxSize: 5 } });
      expect(page.document.errors[0].links.type).to.match(/max-size-exceeded$/);
      expect((await client.get(`${linkage}?page[after]=`)).document.data).to.have.lengthOf(5);
      for (const whole of ['', '?sort=-id', '?filter[owner]=' + id])
        expect((await client.get(`${linkage}${whole}`)).document.data, whole).to.have.lengthOf(7);
    }));

  it('ALLOW_UNPAGED forbids the size 0, and nothing else', () =>
    withService({ ALLOW_UNPAGED: 'false', MAX_PAGE_SIZE: '5' }, async (client) => {
      const id = await addOwner(client, 7);
      const [person, linkage] = [`/persons/${id}`, `/persons/${id}/relationships/computers`];
      const refused = await client.get(`${person}?page[computers][size]=0`);
      expectErrors(refused, 'invalid-parameter ?page[computers][size]');
      expect(detailsOf(refused)[0]).to.match(/from 1 to 5/);
      expect(lengthOf(await client.get(`${person}?includeSort=computers.serial`))).to.equal(7);
      for (const whole of ['', '?sort=-id', '?filter=' + encodeURIComponent('[{"name":"id","op":"gt","val":0}]')])
        expect((await client.get(`${linkage}${whole}`)).document.data, whole).to.have.lengthOf(7);
    }));

  it('DEFAULT_PAGE_SIZE is that of a page of a relationship', () =>
    withService({ DEFAULT_PAGE_SIZE: '2' }, async (client) => {
      const linkage = `/persons/${await addOwner(client, 3)}/relationships/computers`;
      expect((await client.get(`${linkage}?page[after]=`)).document.data).to.have.lengthOf(2);
      expect((await client.get(`${linkage}?page[before]=`)).document.data).to.have.lengthOf(2);
      expect((await client.get(linkage)).document.data).to.have.lengthOf(3);
    }));

  it('MAX_INCLUDE_NAMES limits the paths of bounds as those of include', () =>
    withService({ MAX_INCLUDE_NAMES: '2' }, async (client) => {
      const person = `/persons/${await addPerson(client)}`;
      const path = 'computers.owner.computers';
      for (const [name, value] of [
        [`page[${path}][size]`, '1'],
        [`page[${path}][total]`, 'true'],
        ['includeSort', `${path}.id`],
        ['includeFilter', JSON.stringify({ [path]: [] })],
      ] as const) {
        const refused = await client.get(`${person}${query({ [name]: value })}`);
        expectErrors(refused, `invalid-parameter ?${name}`);
        expect(refused.document.errors[0].meta.max).to.equal(2);
      }
    }));

  it('PUBLIC_URL is in front of the links to the next members', () =>
    withService({ PUBLIC_URL: 'https://api.example.org/v1' }, async (client) => {
      const id = await addOwner(client, 3);
      const { document } = await client.get(`/persons/${id}?page[computers][size]=1`);
      const { next } = document.data.relationships.computers.links as { next: string };
      expect(next).to.match(new RegExp(`^https://api\\.example\\.org/v1/persons/${id}/relationships/computers\\?page`));
      const page = await client.get(next.replace('https://api.example.org/v1', ''));
      for (const link of ['self', 'related', 'first', 'last', 'prev', 'next'])
        expect(page.document.links[link], link).to.match(/^https:\/\/api\.example\.org\/v1\/persons\//);
    }));
}
