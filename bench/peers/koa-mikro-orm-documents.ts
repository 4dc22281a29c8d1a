import type { Computer, Person } from './koa-mikro-orm-entities.ts';

export function personResource({ id, name, email, birthDate, computers }: Person): object {
  const self = `/persons/${id}`;
  const upperCased = name.toUpperCase();
  return {
    type: 'person',
    id,
    attributes: {
      birth_date: birthDate,
      display_name: email === null || email === undefined ? upperCased : `${upperCased} <${email}>`,
    },
    relationships: {
      computers: {
        links: { self: `${self}/relationships/computers`, related: `${self}/computers` },
        data: computers.getItems().map((computer) => ({ type: 'computer', id: computer.id })),
      },
    },
    links: { self },
  };
}

export function computerResource({ id, serial }: Computer): object {
  const self = `/computers/${id}`;
  return {
    type: 'computer',
    id,
    attributes: { serial },
    relationships: { owner: { links: { self: `${self}/relationships/owner`, related: `${self}/owner` } } },
    links: { self },
  };
}

export function pageLinks(url: URL, number: number, last: number): object {
  const to = (page: number): string => {
    const target = new URL(url);
    target.searchParams.set('page[number]', String(page));
    return target.pathname + target.search;
  };
  return {
    self: url.pathname + url.search,
    first: to(1),
    last: to(last),
    ...(number > 1 ? { prev: to(number - 1) } : {}),
    ...(number < last ? { next: to(number + 1) } : {}),
  };
}
