// The feed of changes over HTTP, for the resources of each type.
import { expect } from 'chai';
import { relationshipsOf, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { Relationships, Values } from '../../support/resource-objects.ts';
import { addAny, newAttributes, newResource } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { expectErrors } from './expect-errors.ts';
import { changesBy, changesSince, feedEnd, summaryOf, type ShownChange } from './feed.ts';
import { MISSING } from './fixtures.ts';
import { contentAt, differingFields } from './shown-contents.ts';

export function describeChangesOfTypes({ client }: ApiUnderTest): void {
  for (const resource of Object.values<Resource>(resources))
    describe(`Changes of a ${resource.type}`, () => {
      describeContent(client, resource);
      describeTags(client, resource);
      describeParameters(client, resource);
    });
}

function describeContent(client: ApiClient, resource: Resource): void {
  const { type, path } = resource;

  it('tell a creation, with what it shows', async () => {
    const data = await newResource(client, type, await toOneLinksOf(client, resource));
    let id = '';
    const told = await changesBy(client, async () => {
      id = createdId(await client.post(path, { data }));
    });
    const { after } = await contentAt(client, type, id);
    const change = only(told);
    expect(change).to.deep.equal({
      type: 'change',
      id: change.id,
      attributes: { action: 'created', at: change.attributes.at, after },
      relationships: { subject: { data: { type, id } } },
      meta: { etag: change.meta.etag, page: { cursor: change.meta.page.cursor } },
    });
    expect(Object.keys(change.attributes.after ?? {})).to.deep.equal(Object.keys(after));
    expect(change.id).to.match(/^c[A-Za-z0-9_-]{1,199}$/);
    expect(change.meta.page.cursor).to.match(/^p[A-Za-z0-9_-]{1,199}$/);
    expect(new Date(change.attributes.at).toISOString()).to.equal(change.attributes.at);
    expect(Math.abs(Date.parse(change.attributes.at) - Date.now())).to.be.below(60_000);
  });

  it('tell an update of each attribute if it shows, with the fields that differ in the order of the type', async () => {
    const id = await addAny(client, type);
    for (const attributes of changesOfEach(resource)) {
      const before = await contentAt(client, type, id);
      const told = await changesBy(client, () => patch(client, resource, id, attributes));
      const content = await contentAt(client, type, id);
      const changed = differingFields(type, before, content);
      if (changed.length === 0) {
        expect(told, JSON.stringify(attributes)).to.deep.equal([]);
        continue;
      }
      const { attributes: shown, relationships } = only(told);
      expect(shown).to.deep.equal({ action: 'updated', at: shown.at, changed, after: content.after });
      expect(relationships.subject.data).to.deep.equal({ type, id });
    }
  });

  it('tell nothing if a write changes nothing', async () => {
    const links = await toOneLinksOf(client, resource);
    const data = await newResource(client, type, links);
    const id = createdId(await client.post(path, { data }));
    const told = await changesBy(client, async () => {
      for (const body of [{}, { attributes: data.attributes }, { relationships: links }])
        expect((await client.patch(`${path}/${id}`, { data: { type, id, ...body } })).status).to.equal(200);
    });
    expect(told).to.deep.equal([]);
  });

  it('tell nothing of refused writes', async () => {
    const id = await addAny(client, type);
    const data = { ...(await newResource(client, type)), id: MISSING };
    const told = await changesBy(client, async () => {
      for (const response of [
        await client.post(path, { data }),
        await client.patch(`${path}/${MISSING}`, { data }),
        await client.patch(`${path}/${id}`, { data: { type, id, attributes: { nothing: 1 } } }),
        await client.delete(`${path}/${MISSING}`),
      ])
        expect(response.status).to.be.within(400, 499);
    });
    expect(told).to.deep.equal([]);
  });

  it('tell a deletion without content', async () => {
    const id = await addAny(client, type);
    const told = await changesBy(client, () => client.delete(`${path}/${id}`));
    const change = only(told);
    expect(change).to.deep.equal({
      type: 'change',
      id: change.id,
      attributes: { action: 'deleted', at: change.attributes.at },
      relationships: { subject: { data: { type, id } } },
      meta: { page: { cursor: change.meta.page.cursor } },
    });
  });
}

function describeTags(client: ApiClient, resource: Resource): void {
  const { type, path } = resource;

  it('have an entity tag that If-Match takes until the next version', async () => {
    const position = await feedEnd(client);
    const id = await addAny(client, type);
    const change = (tag = ''): Promise<ApiResponse> => {
      const data = { type, id, attributes: newAttributes(type) };
      return client.patch(`${path}/${id}`, { data }, { headers: { 'If-Match': tag } });
    };
    const tagOfLast = async (): Promise<string | undefined> =>
      (await changesSince(client, position, { 'filter[type]': type, 'filter[id]': id })).at(-1)?.meta.etag;
    const created = await tagOfLast();
    expect((await change(created)).status).to.equal(200);
    expectErrors(await change(created), 'precondition-failed');
    expect((await change(await tagOfLast())).status).to.equal(200);
  });
}

function describeParameters(client: ApiClient, resource: Resource): void {
  const { type, path } = resource;

  it('show the fields of fields[TYPE], and no update of others', async () => {
    const position = await feedEnd(client);
    const links = await toOneLinksOf(client, resource);
    const id = createdId(await client.post(path, { data: await newResource(client, type, links) }));
    for (const attributes of changesOfEach(resource)) await patch(client, resource, id, attributes);
    await client.delete(`${path}/${id}`);
    const read = (parameters: Readonly<Record<string, string>> = {}): Promise<readonly ShownChange[]> =>
      changesSince(client, position, { 'filter[type]': type, 'filter[id]': id, ...parameters });
    const all = await read();
    expect(all.map(({ attributes: { action } }) => action)).to.include.members(['created', 'deleted']);
    for (const names of [[], ...Object.keys(resource.fields).map((name) => [name]), Object.keys(resource.fields)]) {
      const told = await read({ [`fields[${type}]`]: names.join(',') });
      expect(told, names.join()).to.deep.equal(all.flatMap((change) => narrowed(change, names)));
    }
  });

  it('are told alone by filter[type] and filter[id]', async () => {
    const position = await feedEnd(client);
    const id = await addAny(client, type);
    for (const other of Object.values<Resource>(resources)) await addAny(client, other.type);
    const all = await changesSince(client, position);
    const ofType = all.filter(({ relationships }) => relationships.subject.data.type === type);
    expect(ofType.length).to.be.below(Object.keys(resources).length === 1 ? Infinity : all.length);
    expect(await changesSince(client, position, { 'filter[type]': type })).to.deep.equal(ofType);
    const ofResource = await changesSince(client, position, { 'filter[type]': type, 'filter[id]': id });
    expect(ofResource.map(summaryOf)).to.deep.equal([`created ${type} ${id}`]);
    for (const nothing of [
      MISSING,
      `0${id}`,
      `+${id}`,
      ` ${id}`,
      `${id}.0`,
      '0',
      '-1',
      'abc',
      '',
      '9223372036854775808',
    ])
      expect(await changesSince(client, position, { 'filter[type]': type, 'filter[id]': nothing })).to.deep.equal([]);
  });
}

/** New values for each attribute alone, and for all of them. */
function changesOfEach(resource: Resource): readonly Values[] {
  const alone = Object.keys(writableAttributesOf(resource)).map((name) => ({
    [name]: newAttributes(resource.type)[name] ?? null,
  }));
  return [...alone, newAttributes(resource.type)];
}

async function patch(client: ApiClient, { type, path }: Resource, id: string, attributes: Values): Promise<void> {
  const { status, text } = await client.patch(`${path}/${id}`, { data: { type, id, attributes } });
  expect(status, text).to.equal(200);
}

/** A new target for each to-one relationship. */
async function toOneLinksOf(client: ApiClient, resource: Resource): Promise<Relationships> {
  const links: Record<string, Relationships[string]> = {};
  for (const [name, { to, cardinality }] of Object.entries(relationshipsOf(resource)))
    if (cardinality === 'one') links[name] = { data: { type: to, id: await addAny(client, to) } };
  return links;
}

/** The change with these fields only; none if it is an update of others. */
function narrowed(change: ShownChange, names: readonly string[]): readonly ShownChange[] {
  const { action, at, changed, after } = change.attributes;
  const kept = changed?.filter((name) => names.includes(name));
  if (kept?.length === 0) return [];
  const shown = after && Object.fromEntries(Object.entries(after).filter(([name]) => names.includes(name)));
  return [{ ...change, attributes: { action, at, ...(kept && { changed: kept }), ...(shown && { after: shown }) } }];
}

function only(told: readonly ShownChange[]): ShownChange {
  const [change, ...more] = told;
  if (change === undefined || more.length > 0) throw new Error(`not one change: ${told.map(summaryOf).join(', ')}`);
  return change;
}
