import { check, one, resource, text } from '@jsonapi-person-computer/server/model';

/** Stands on a shelf. A shelf with boxes cannot be deleted. */
export const box = resource('box', {
  plural: 'boxes',
  attributes: { code: text(9) },
  relationships: { shelf: one('shelf', { inverse: 'boxes', required: true }) },
  rules: [check('code', isFree, 'is reserved')],
  fields: ({ attribute, relationship }) => [
    attribute('code', 'B-1'),
    relationship('shelf', 'always'),
    relationship('sheets'),
  ],
});

/** @throws Error for a code that nobody has thought of */
function isFree({ code }: { readonly code: string }): boolean {
  if (code === 'FAILS') throw new Error('this check fails');
  return code !== 'NONE';
}
