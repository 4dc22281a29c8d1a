import { one, resource, text } from './resource.ts';

export const computer = resource('computer', {
  attributes: { serial: text(255) },
  relationships: { owner: one('person', { inverse: 'computers' }) },
  rules: [],
});
