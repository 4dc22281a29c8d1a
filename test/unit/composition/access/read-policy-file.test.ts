import { expect } from 'chai';
import { schema } from '#domain/schema';
import { checkPolicy, policyOf } from '#composition/access/read-policy-file';
import { keyOf } from '../../../support/access.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

const filter = (condition: object): string =>
  JSON.stringify({ roles: { r: { person: { read: { where: [condition] } } } } });

const deep = (levels: number): object => {
  let condition: object = { name: 'name', op: 'eq', val: 'x' };
  for (let level = 1; level < levels; level += 1) condition = { not: condition };
  return condition;
};

describe('A policy file', () => {
  it('may begin with a byte order mark', async () => {
    expect([...(await policyOf(`\uFEFF${filter(deep(1))}`)).roles.keys()]).to.deep.equal(['r']);
  });

  const where = '/roles/r/person/read/where';
  const refused: readonly (readonly [what: string, text: string, ...problems: readonly string[]])[] = [
    ['invalid JSON', '{"roles": {},}', ' must be JSON, but has a syntax error at line 1 column 14'],
    [
      'a duplicate rule',
      '{"roles": {"r": {"person": {"read": {"where": [{"name": "name", "op": "eq", "val": "x"}], "where": []}}}}}',
      `${where} is a duplicate member`,
    ],
    [
      'a condition deeper than any filter may be',
      filter(deep(101)),
      `${where}/0${'/not'.repeat(100)} a filter can have at most 100 levels; this one is deeper at where[0]${'.not'.repeat(100)}`,
    ],
    [
      'a condition that would overflow the stack',
      filter(deep(1500)),
      `${where}/0${'/not'.repeat(250)} nests deeper than 256 levels`,
    ],
    [
      'keys in place of names, without showing them',
      JSON.stringify({ [keyOf('a')]: 1, roles: { [keyOf('b')]: { persn: {} } } }),
      '/[credential] unknown member "[credential]". Members of a policy: $schema, anonymous, roles',
      `/roles/[credential]/persn unknown type "persn"; did you mean "person"? Types: ${Object.keys(schema).join(', ')}`,
    ],
    [
      'a key after other text, truncated in the message',
      JSON.stringify({ roles: {}, [`${'a'.repeat(30)}${keyOf('a')}`]: 1 }),
      `/${'a'.repeat(30)}[credential] unknown member "${'a'.repeat(30)}[credential]". Members of a policy: $schema, anonymous, roles`,
    ],
    [
      'a token as a field name, which the suggestion would repeat with underscores',
      filter({ name: TOKEN, op: 'eq', val: 'x' }),
      `${where}/0/name unknown field "[credential]" of person at where[0].name. Filterable fields of person: id, name, email, birth_date, computers. Use two underscores for fields of related resources: [credential]`,
    ],
  ];
  for (const [what, text, ...problems] of refused)
    it(`is refused with ${what}`, async () => {
      const read = await checkPolicy(text);
      const found = 'problems' in read ? read.problems.map(({ pointer, detail }) => `${pointer} ${detail}`) : [];
      expect(found).to.deep.equal(problems);
    });
});
