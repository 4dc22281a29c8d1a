import type { ApiClient, ApiResponse, RequestOptions } from '../../support/api-client.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Ada owns the first item; nobody owns the second one. */
export interface Household {
  readonly ada: string;
  readonly bob: string;
  readonly item: string;
  readonly free: string;
}

export async function makeHousehold(client: ApiClient, items: OwnedResource): Promise<Household> {
  const [ada, bob] = [await items.addOwner(client), await items.addOwner(client)];
  return { ada, bob, item: await items.add(client, 'S1', ada), free: await items.add(client, 'S2') };
}

/** A request that changes one resource, or the relationship of one. */
export interface ConditionalWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The resource that it changes. */
  readonly of: 'owner' | 'item';
  readonly path: (household: Household) => string;
  readonly data?: (household: Household) => unknown;
  /** True if it replaces or deletes content that somebody else may have changed. */
  readonly overwrites: boolean;
}

export function sendWrite(
  client: ApiClient,
  { method, path, data }: ConditionalWrite,
  household: Household,
  headers: RequestOptions['headers'] = {},
): Promise<ApiResponse> {
  const body = data === undefined ? {} : { body: { data: data(household) } };
  return client.send(method, path(household), { headers, ...body });
}

/** Every such request. Their answers are 200. */
export function conditionalWrites(items: OwnedResource): readonly ConditionalWrite[] {
  const ada = (household: Household): string => `${items.owner.path}/${household.ada}`;
  const item = (household: Household): string => `${items.path}/${household.item}`;
  const owner = (household: Household): string => `${item(household)}/${items.inverse}`;
  const linkage = ({ ada }: Household): string => items.linkagePath(ada);
  const ownerLinkage = (household: Household): string => `${item(household)}/relationships/${items.inverse}`;
  const augusta = ({ ada }: Household): object => ({
    ...items.ownerId(ada),
    attributes: items.ownerAttributes('Augusta'),
  });
  const renamed = (household: Household): object => ({
    ...items.id(household.item),
    attributes: items.attributes('S9'),
  });
  const [ofOwner, ofItem] = [{ of: 'owner' } as const, { of: 'item' } as const];
  const [overwriting, adding] = [{ overwrites: true }, { overwrites: false }];
  return [
    { ...ofOwner, method: 'PATCH', path: ada, data: augusta, ...overwriting },
    { ...ofOwner, method: 'DELETE', path: ada, ...overwriting },
    { ...ofOwner, method: 'PATCH', path: owner, data: augusta, ...overwriting },
    { ...ofOwner, method: 'DELETE', path: owner, ...overwriting },
    { ...ofOwner, method: 'POST', path: linkage, data: ({ free }) => items.ids(free), ...adding },
    { ...ofOwner, method: 'PATCH', path: linkage, data: ({ free }) => items.ids(free), ...overwriting },
    { ...ofOwner, method: 'DELETE', path: linkage, data: (household) => items.ids(household.item), ...adding },
    { ...ofItem, method: 'PATCH', path: item, data: renamed, ...overwriting },
    { ...ofItem, method: 'DELETE', path: item, ...overwriting },
    { ...ofItem, method: 'POST', path: ownerLinkage, data: ({ bob }) => items.ownerId(bob), ...adding },
    { ...ofItem, method: 'PATCH', path: ownerLinkage, data: ({ bob }) => items.ownerId(bob), ...overwriting },
    { ...ofItem, method: 'DELETE', path: ownerLinkage, data: ({ ada }) => items.ownerId(ada), ...adding },
  ];
}

/** The tag at a path. */
export async function tagAt(client: ApiClient, path: string): Promise<string> {
  const { status, headers, text } = await client.get(path);
  if (status !== 200 || headers.etag === undefined) throw new Error(`no tag at ${path}: ${status} ${text}`);
  return headers.etag;
}

/** The paths at which the resource that a write changes has a tag. */
export function viewsOf(
  { of }: Pick<ConditionalWrite, 'of'>,
  { ada, item }: Household,
  items: OwnedResource,
): readonly string[] {
  const own = of === 'owner' ? `${items.owner.path}/${ada}` : `${items.path}/${item}`;
  const relationship = of === 'owner' ? items.relationship : items.inverse;
  const elsewhere =
    of === 'owner'
      ? [
          `${items.path}/${item}/${items.inverse}`,
          `${items.path}/${item}/${items.inverse}?fields[${items.owner.type}]=`,
        ]
      : [];
  return [
    own,
    `${own}?include=${relationship}`,
    `${own}/relationships/${relationship}`,
    `${own}/relationships/${relationship}?include=${relationship}`,
    ...elsewhere,
  ];
}

/** Changes the resource so that its earlier tags are of another state. */
export async function change(
  client: ApiClient,
  { of }: Pick<ConditionalWrite, 'of'>,
  { ada, item }: Household,
  items: OwnedResource,
): Promise<void> {
  const [path, data] =
    of === 'owner'
      ? [`${items.owner.path}/${ada}`, { ...items.ownerId(ada), attributes: items.owner.detail }]
      : [`${items.path}/${item}`, { ...items.id(item), attributes: items.attributes('changed') }];
  const { status, text } = await client.patch(path, { data });
  if (status !== 200) throw new Error(text);
}
