import { declareResource, one, text } from './resource.ts';

export const computer = declareResource('computer', {
  attributes: { serial: text(255) },
  relationships: { owner: one('person', { inverse: 'computers' }) },
  rules: [],
});
