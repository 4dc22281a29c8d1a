import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import type { OwnedResource } from './owned-resource.ts';

export function describeUnknownPaths({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Routes of ${items.owner.plural} and their ${items.plural}`, () => {
    for (const template of unknownOf(items))
      it(`do not include ${template}`, async () => {
        const owner = await items.addOwner(client);
        const item = await items.add(client, 'S1', owner);
        const path = template.replace('{owner}', owner).replace('{item}', item);
        for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
          expectErrors(await client.send(method, path), 'not-found');
      });
  });
}

/** Paths that resemble routes. */
function unknownOf({ owner, path, type, relationship, inverse }: OwnedResource): readonly string[] {
  return [
    '//',
    `/${owner.path}`,
    `${owner.path}/`,
    `${owner.path}//`,
    owner.path.toUpperCase(),
    owner.path.replace(/[a-z]/, (first) => first.toUpperCase()),
    `/${owner.type}`,
    `/${type}`,
    '/nope',
    `${owner.path}.json`,
    `${owner.path}/{owner}/`,
    `${owner.path}/{owner}/${inverse}`,
    `${owner.path}/{owner}/relationships`,
    `${owner.path}/{owner}/relationships/`,
    `${owner.path}/{owner}/relationships/${inverse}`,
    `${owner.path}/{owner}/relationships/password`,
    '/__proto__',
    `${owner.path};v=1`,
    `/..${owner.path}`,
    `/%2e%2E${owner.path}`,
    `/x/%2E.${owner.path}`,
    `${owner.path}%2F{owner}`,
    `${owner.path.slice(0, 2)}%25${owner.path.charCodeAt(2).toString(16)}${owner.path.slice(3)}/{owner}`,
    `${owner.path}%00`,
    '/favicon.ico',
    `${owner.path}//${relationship}`,
    `${owner.path}/{owner}//${relationship}`,
    `${owner.path}/{owner}/${relationship}/`,
    `${owner.path}/{owner}/${relationship.toUpperCase()}`,
    `${owner.path}/{owner}/${relationship}/{item}`,
    `${owner.path}/{owner}/relationships/${relationship}/`,
    `${owner.path}/{owner}/relationships/${relationship}/{item}`,
    `${path}/{item}/${relationship}`,
    `${path}/{item}/${inverse}/`,
    `${path}/{item}/${inverse}/${relationship}`,
    `${path}/{item}/relationships/${relationship}`,
    `${path}/{item}/${inverse.replace(/^./, (first) => first.toUpperCase())}`,
  ];
}
