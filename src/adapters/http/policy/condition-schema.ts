// The structure of `where`: filter objects, in which claims can replace values. The valid fields depend on the type at the end of a path,
// so the parser checks names and this schema does not.
import {
  operandSchemas,
  operatorAliases,
  operatorNames,
  operatorOf,
  takesField,
  type BooleanName,
  type OperandForm,
  type Operator,
} from '../request/filter/filter-operators.ts';
import { closed, FREE_NAME, type JsonSchema } from './json-schema.ts';

const CONDITION = { $ref: '#/definitions/condition' };
const CLAIM = { $ref: '#/definitions/claim' };
const VALUE = { type: ['string', 'number', 'boolean'] };

/** A `where`. */
export const CONDITIONS: JsonSchema = {
  type: 'array',
  items: CONDITION,
  description: 'Filter objects of the query language. A row must match all of them.',
};

/** The definitions that `CONDITIONS` refers to. */
export function conditionSchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    condition: {
      description: 'A filter object, as clients send it. { "claim": NAME } can replace a value.',
      anyOf: [
        ...Object.entries(booleans).map(([name, value]) => closed({ [name]: value })),
        ...operandSchemas(operands).map(({ val, takes }) =>
          closed({ name: NAME, op: { enum: operatorsThat(takes) }, val }),
        ),
        closed({ name: NAME, op: { enum: operatorsThat(takesField) }, field: { type: 'string' } }),
      ],
    },
    claim: {
      description: 'The value of a claim in the credentials. Without that claim, the whole condition matches nothing.',
      ...closed({ claim: FREE_NAME }),
    },
  };
}

const NAME: JsonSchema = {
  type: 'string',
  description: 'A field, or RELATIONSHIP__FIELD for a field of a related resource.',
};

const booleans: Readonly<Record<BooleanName, JsonSchema>> = {
  and: { type: 'array', items: CONDITION },
  or: { type: 'array', items: CONDITION },
  not: CONDITION,
};

const operands: Readonly<Record<OperandForm, JsonSchema>> = {
  'value or null': { anyOf: [VALUE, { type: 'null' }, CLAIM] },
  value: { anyOf: [VALUE, CLAIM] },
  range: { type: 'array', items: { anyOf: [VALUE, CLAIM] }, minItems: 2, maxItems: 2 },
  list: { anyOf: [{ type: 'array', items: VALUE }, CLAIM] },
  literal: { anyOf: [{ type: 'string' }, CLAIM] },
  pattern: { type: 'string' },
  filter: CONDITION,
};

function operatorsThat(takes: (operator: Operator) => boolean): readonly string[] {
  const aliases = operatorAliases.filter((alias) => {
    const operator = operatorOf(alias);
    return operator !== undefined && takes(operator);
  });
  return [...operatorNames(takes), ...aliases];
}
