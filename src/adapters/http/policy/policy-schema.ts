// The JSON Schema of a policy file: published for editors.
import type { Action } from '#application/model/permissions';
import type { Resource, Resources } from '../api/resource-description.ts';
import { conditionSchemas, CONDITIONS } from './condition-schema.ts';
import { fieldsOf } from './fields-of-action.ts';
import { MAX_ROLE_NAME } from './policy-file.ts';
import { closed, FREE_NAME, type JsonSchema } from './json-schema.ts';

/** JSON Schema, draft 7: the one that editors know best. */
export function policySchema(resources: Resources): JsonSchema {
  const types = Object.values(resources);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Policy',
    description: 'Who may do what: POLICY_FILE.',
    ...closed(
      {
        $schema: { type: 'string', description: 'Where this schema is, for editors. The service does not look at it.' },
        anonymous: {
          type: 'string',
          description: 'The role of requests without credentials. Without it they are refused.',
        },
        roles: {
          type: 'object',
          description: 'What each role may do. What is not listed is not allowed.',
          propertyNames: { ...FREE_NAME, maxLength: MAX_ROLE_NAME },
          additionalProperties: closed(
            Object.fromEntries(types.map((resource) => [resource.type, actions(resource)])),
            [],
          ),
        },
      },
      ['roles'],
    ),
    definitions: { ...conditionSchemas(), preset: PRESET },
  };
}

function actions(resource: Resource): JsonSchema {
  const { type } = resource;
  return {
    description: `What the role may do with resources of type ${type}. A type that it may not read leaves no trace elsewhere.`,
    ...closed(
      {
        read: {
          description: `To read: rows that "where" does not match do not exist for the role, and "fields" are all that there is of them.`,
          ...closed({ where: CONDITIONS, fields: fields(resource, 'read') }, []),
        },
        create: {
          description:
            'To create: "fields" can be sent, the service sets "set", and the new row satisfies "where". Needs "read".',
          ...closed({ where: CONDITIONS, fields: fields(resource, 'create'), set: presets(resource) }, []),
        },
        update: {
          description: 'To update: "fields" can be sent, and the row satisfies "where" before and after. Needs "read".',
          ...closed({ where: CONDITIONS, fields: fields(resource, 'update') }, []),
        },
        delete: {
          description: 'To delete rows that satisfy "where". Needs "read".',
          ...closed({ where: CONDITIONS }, []),
        },
      } satisfies Record<Action, JsonSchema>,
      [],
    ),
  };
}

function presets(resource: Resource): JsonSchema {
  const names = Object.entries(fieldsOf(resource, 'create')).flatMap(([name, field]) =>
    field.kind === 'relationship' && field.cardinality === 'many' ? [] : [name],
  );
  return {
    description: 'Attributes and to-one relationships that the service sets in new resources.',
    ...closed(Object.fromEntries(names.map((name) => [name, { $ref: '#/definitions/preset' }])), []),
  };
}

const PRESET: JsonSchema = {
  description:
    'A value, or the id of a related resource. { "claim": NAME } takes it from the credentials; without that claim nothing can be created.',
  anyOf: [{ type: ['string', 'number', 'boolean'] }, closed({ claim: FREE_NAME })],
};

function fields(resource: Resource, action: Action): JsonSchema {
  return {
    type: 'array',
    items: { enum: Object.keys(fieldsOf(resource, action)) },
    description: 'Attributes and relationships; without it all. The id can always be read.',
  };
}
