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
    description: 'Roles and their permissions: POLICY_FILE.',
    ...closed(
      {
        $schema: { type: 'string', description: 'The location of this schema, for editors. The service ignores it.' },
        anonymous: {
          type: 'string',
          description: 'The role of requests without credentials. By default, they are refused.',
        },
        roles: {
          type: 'object',
          description: 'The permissions of each role. Anything not listed is refused.',
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
    description: `The permissions of the role for resources of type ${type}. A type that it may not read is hidden everywhere.`,
    ...closed(
      {
        read: {
          description: `Read: the role sees only rows that match "where", and only their "fields".`,
          ...closed({ where: CONDITIONS, fields: fields(resource, 'read') }, []),
        },
        create: {
          description:
            'Create: clients can send "fields", the service sets "set", and the new row must match "where". Needs "read".',
          ...closed({ where: CONDITIONS, fields: fields(resource, 'create'), set: presets(resource) }, []),
        },
        update: {
          description:
            'Update: clients can send "fields", and the row must match "where" before and after. Needs "read".',
          ...closed({ where: CONDITIONS, fields: fields(resource, 'update') }, []),
        },
        delete: {
          description: 'Delete: only rows that match "where". Needs "read".',
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
    'A value, or the id of a related resource. { "claim": NAME } takes it from the credentials; without that claim, nothing can be created.',
  anyOf: [{ type: ['string', 'number', 'boolean'] }, closed({ claim: FREE_NAME })],
};

function fields(resource: Resource, action: Action): JsonSchema {
  return {
    type: 'array',
    items: { enum: Object.keys(fieldsOf(resource, action)) },
    description: 'Attributes and relationships; all by default. The id can always be read.',
  };
}
