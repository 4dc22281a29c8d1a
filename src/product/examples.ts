import type { Examples } from '#adapters/http/api/api-config';

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', birth_date: '1815-12-10' };

export const examples: Examples = {
  requests: [
    { title: 'Create a person', path: '/persons', body: { data: { type: 'person', attributes: ada } } },
    { title: 'Find her by her date of birth', path: `/persons?filter[birth_date]=${ada.birth_date}` },
    { title: 'List persons with their computers', path: '/persons?include=computers' },
  ],
  unknownPath: '/people',
};
