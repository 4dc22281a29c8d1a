import { expect } from 'chai';
import { decimal, many, manyToMany, one, oneOf, optional, text, type Attribute } from '#domain/resource';
import { atMost, check, unique, type Rule } from '#domain/rules';
import { perType, type Relationship, type ResourceSchema } from '#domain/schema';
import { schemaOf } from '#domain/schema-of';

/** The schema of every type without members, but for these of a computer. */
function withComputer(members: Partial<ResourceSchema>): Readonly<Record<string, ResourceSchema>> {
  const nothing = { attributes: {}, relationships: {}, rules: [] };
  const declared = perType((type) => ({ ...nothing, type }));
  return schemaOf({ ...declared, computer: { ...declared.computer, ...members } });
}

const attributes = (name: string): Readonly<Record<string, Attribute>> => ({ [name]: optional(text(9)) });
const relationships = (name: string, inverse: string): Readonly<Record<string, Relationship>> => ({
  [name]: one('person', { inverse }),
});
const rules = (...declared: readonly Rule[]): readonly Rule[] => declared;

const refused: readonly (readonly [name: string, members: Partial<ResourceSchema>, reason: string])[] = [
  ['an attribute named id', { attributes: attributes('id') }, 'computer.id needs another name'],
  ['an attribute named version', { attributes: attributes('version') }, 'computer.version needs another name'],
  [
    'an attribute that objects inherit',
    { attributes: attributes('constructor') },
    'computer.constructor needs another',
  ],
  [
    'a relationship that objects inherit',
    { relationships: relationships('constructor', 'made') },
    'computer.constructor needs another name',
  ],
  [
    'an inverse that objects inherit',
    { relationships: relationships('maker', 'toString') },
    'person.toString needs another name',
  ],
  [
    'one name for an attribute and a relationship',
    { attributes: attributes('owner'), relationships: relationships('owner', 'computers') },
    'computer.owner is declared as an attribute and as a relationship',
  ],
  [
    'one inverse of two relationships',
    { relationships: { ...relationships('owner', 'computers'), ...relationships('keeper', 'computers') } },
    'person already has a computers',
  ],
  [
    'a text without a maximum length',
    { attributes: { serial: text(0) } },
    'computer.serial must have a maximum length',
  ],
  [
    'a decimal with more decimals than digits',
    { attributes: { price: decimal(2, 3) } },
    'computer.price must have a precision of 1 to 100 digits',
  ],
  [
    'a choice with a value twice',
    { attributes: { status: oneOf('on', 'on') } },
    'computer.status must have at least two values',
  ],
  ['an empty choice', { attributes: { status: oneOf('on', '') } }, 'computer.status must have at least two values'],
  [
    'a default that the attribute refuses',
    { attributes: { status: oneOf('on', 'off').default('auto') } },
    'the default of computer.status must be one of "on", "off"',
  ],
  [
    'a required relationship that a deletion would unset',
    { relationships: { owner: one('person', { inverse: 'computers', required: true, onDelete: 'unset' }) } },
    'computer.owner is required, so it cannot be unset on deletion',
  ],
  [
    'a rule with a member twice',
    { attributes: { serial: text(9) }, rules: rules(unique('serial', 'serial')) },
    'must not name a member twice: serial, serial',
  ],
  [
    'a check of an unknown attribute',
    { rules: rules(check('serial', () => true, 'is wrong')) },
    'must name one of its attributes, not serial',
  ],
  [
    'a rule about an unknown attribute',
    { rules: rules(unique('serial')) },
    'must name its attributes or to-one relationships, not serial',
  ],
  [
    'a rule about an unknown relationship',
    { rules: rules(atMost(1, 'parts')) },
    'must name one of its to-many relationships, not parts',
  ],
  [
    'a type that requires itself',
    { relationships: { host: one('computer', { inverse: 'guests', required: true }) } },
    'computer.host is part of a cycle of required relationships',
  ],
  [
    'a many-to-many relationship with the same name as its inverse',
    { relationships: { peers: manyToMany('computer', { inverse: 'peers' }) } },
    'computer already has a peers',
  ],
  [
    'a many-to-many relationship to another type with the same name as its inverse',
    { relationships: { shared: manyToMany('person', { inverse: 'shared' }) } },
    'computer.shared needs an inverse with a different name',
  ],
  ...[-1, 0, 1.5, NaN].map(
    (most) =>
      [
        `a limit of ${most}`,
        { relationships: { parts: many('person', { inverse: 'whole' }) }, rules: rules(atMost(most, 'parts')) },
        `the limit of computer.parts must be a positive integer, not ${most}`,
      ] as const,
  ),
];

describe('the schema', () => {
  it('has a relationship from both sides', () => {
    const { person, computer } = withComputer({ relationships: relationships('owner', 'computers') });
    const defaults = { isRequired: false, onDelete: 'unset', end: undefined };
    expect(computer?.relationships).to.deep.equal({
      owner: { ...defaults, to: 'person', cardinality: 'one', inverse: 'computers' },
    });
    expect(person?.relationships).to.deep.equal({
      computers: { ...defaults, to: 'computer', cardinality: 'many', inverse: 'owner' },
    });
  });

  it('has both sides of a many-to-many relationship, each at another end of its links', () => {
    const { person, computer } = withComputer({
      relationships: { users: manyToMany('person', { inverse: 'usedComputers' }) },
    });
    const defaults = { cardinality: 'many', isRequired: false, onDelete: 'unset' };
    expect(computer?.relationships).to.deep.equal({
      users: { ...defaults, to: 'person', inverse: 'usedComputers', end: 'from' },
    });
    expect(person?.relationships).to.deep.equal({
      usedComputers: { ...defaults, to: 'computer', inverse: 'users', end: 'to' },
    });
  });

  it('has both sides of the relationships of a type to itself', () => {
    const { computer } = withComputer({
      relationships: {
        host: one('computer', { inverse: 'guests' }),
        peers: manyToMany('computer', { inverse: 'peerOf' }),
      },
    });
    const sides = Object.entries(computer?.relationships ?? {}).map(([name, { cardinality, inverse, end }]) => [
      name,
      cardinality,
      inverse,
      end,
    ]);
    expect(sides).to.have.deep.members([
      ['host', 'one', 'guests', undefined],
      ['guests', 'many', 'host', undefined],
      ['peers', 'many', 'peerOf', 'from'],
      ['peerOf', 'many', 'peers', 'to'],
    ]);
  });

  it('has types that refer to themselves and to each other, if one of them can exist without the others', () => {
    for (const required of [[], ['a'], ['a', 'b']]) {
      const { c } = circle(required);
      expect(c.relationships['next']).to.include({ to: 'a', cardinality: 'one', isRequired: false });
    }
  });

  it('refuses types that require each other in a circle', () => {
    expect(() => circle(['a', 'b', 'c'])).to.throw(
      'a.next is part of a cycle of required relationships, so no a could ever be created',
    );
  });

  for (const [name, members, reason] of refused)
    it(`refuses ${name}`, () => {
      expect(() => withComputer(members)).to.throw(reason);
    });
});

/** Three types. Each refers to the next one, and the last one to the first. */
function circle(required: readonly string[]) {
  const declare = <const Type extends string, const To extends string>(type: Type, to: To) => ({
    type,
    attributes: {},
    rules: [],
    relationships: { next: one(to, { inverse: 'previous', required: required.includes(type) }) },
  });
  return schemaOf({ a: declare('a', 'b'), b: declare('b', 'c'), c: declare('c', 'a') });
}
