// The structure of `where`: filter objects, in which claims can stand in place of values. Which fields there are depends on the type where a name
// ends, so names are left to the reader.
import { operatorAliases, operatorNames, operatorOf, type Operator } from '../request/filter/filter-operators.ts';
import { closed, FREE_NAME, type JsonSchema } from './json-schema.ts';

const CONDITION = { $ref: '#/definitions/condition' };
const CLAIM = { $ref: '#/definitions/claim' };
const VALUE = { type: ['string', 'number', 'boolean'] };

/** A `where`. */
export const CONDITIONS: JsonSchema = {
  type: 'array',
  items: CONDITION,
  description: 'Filter objects of the query language, all of which a row must satisfy.',
};

/** The definitions that `CONDITIONS` refers to. */
export function conditionSchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    condition: {
      description: 'A filter object, as clients send it. { "claim": NAME } can stand in place of a value.',
      anyOf: [
        closed({ and: { type: 'array', items: CONDITION } }),
        closed({ or: { type: 'array', items: CONDITION } }),
        closed({ not: CONDITION }),
        ...comparisons.flatMap(([takes, val]) => {
          const op = operatorsThat(takes);
          return op.length === 0 ? [] : [closed({ name: NAME, op: { enum: op }, val })];
        }),
        closed({ name: NAME, op: { enum: operatorsThat(takesField) }, field: { type: 'string' } }),
      ],
    },
    claim: {
      description: 'What a claim of the credentials says. Without that claim the whole condition matches nothing.',
      ...closed({ claim: FREE_NAME }),
    },
  };
}

const NAME: JsonSchema = {
  type: 'string',
  description: 'A field, or one of a related resource, such as owner__email.',
};

const takesField = (operator: Operator): boolean => operator.takes === 'value' && operator.fields;

/** What operators compare with. */
const comparisons: readonly (readonly [takes: (operator: Operator) => boolean, val: JsonSchema])[] = [
  [(of) => of.takes === 'value' && of.whenNull !== 'refused', { anyOf: [VALUE, { type: 'null' }, CLAIM] }],
  [(of) => of.takes === 'value' && of.whenNull === 'refused', { anyOf: [VALUE, CLAIM] }],
  [(of) => of.takes === 'range', { type: 'array', items: { anyOf: [VALUE, CLAIM] }, minItems: 2, maxItems: 2 }],
  [(of) => of.takes === 'list', { anyOf: [{ type: 'array', items: VALUE }, CLAIM] }],
  [(of) => of.takes === 'text' && of.literal, { anyOf: [{ type: 'string' }, CLAIM] }],
  [(of) => of.takes === 'text' && !of.literal, { type: 'string' }],
  [(of) => of.takes === 'filter', CONDITION],
];

function operatorsThat(takes: (operator: Operator) => boolean): readonly string[] {
  const aliases = operatorAliases.filter((alias) => {
    const operator = operatorOf(alias);
    return operator !== undefined && takes(operator);
  });
  return [...operatorNames(takes), ...aliases];
}
