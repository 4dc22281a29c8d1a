import { expect } from 'chai';
import { decimal, many, one, oneOf, optional, text, type Attribute } from '#domain/resource';
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
    'a type that refers to itself',
    { relationships: { host: one('computer', { inverse: 'guests' }) } },
    'computer.host is part of a cycle',
  ],
  [
    'types that refer to each other in a cycle',
    { relationships: { ...relationships('owner', 'computers'), users: many('person', { inverse: 'usual' }) } },
    'is part of a cycle',
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
    expect(computer?.relationships).to.deep.equal({
      owner: { to: 'person', cardinality: 'one', inverse: 'computers', isRequired: false, onDelete: 'unset' },
    });
    expect(person?.relationships).to.deep.equal({
      computers: { to: 'computer', cardinality: 'many', inverse: 'owner', isRequired: false, onDelete: 'unset' },
    });
  });

  for (const [name, members, reason] of refused)
    it(`refuses ${name}`, () => {
      expect(() => withComputer(members)).to.throw(reason);
    });
});
