// Makes the product from the model in a folder. `#product` resolves to this file if `RESOURCES` names a folder.
import { join } from 'node:path';
import {
  attributeField,
  computedField,
  identifierField,
  relationshipField,
  writeOnlyField,
} from '#adapters/http/api/describe-fields';
import { describeFields, together, type Described } from '#adapters/http/api/describe-resource';
import type { Field } from '#adapters/http/api/resource-description';
import { perType, type ResourceType } from '#domain/schema';
import { snakeCase } from '#domain/snake-case';

import { defaultRequests } from './default-requests.ts';
import { FOLDER, inPlace } from './model-folder.ts';
import type { DeclaredField, DeclaredType } from './resource-words.ts';
import { model } from './served-model.ts';

const types: readonly DeclaredType[] = model.types;
const { name, version, description, license, examples, seed } = model;

const resources = inPlace(() => together(perType(describe)));

export const product = {
  service: { name, version, description, license },
  resources,
  tables: { name, migrations: join(FOLDER, 'migrations') },
  examples: { requests: examples ?? defaultRequests(resources), unknownPath: '/nowhere' },
  seed,
};

function describe(type: ResourceType): Described {
  const declared = types.find((each) => each.type === type);
  if (declared === undefined) throw new Error(`the model has no ${type}`);
  const { fields, label, plural = `${declared.name}s` } = declared;
  const shown = fields.map((field): readonly [string, Field] => [snakeCase(field.name), fieldOf(type, field)]);
  return describeFields(type, Object.fromEntries([['id', identifierField], ...shown]), {
    ...(label !== undefined && { label }),
    plural: snakeCase(plural),
  });
}

function fieldOf(type: ResourceType, field: DeclaredField): Field {
  switch (field.kind) {
    case 'attribute':
      return attributeField(type, field.name, field.example);
    case 'write-only':
      return writeOnlyField(type, field.name, field.example);
    case 'computed':
      return computedField(field.needs, field.render);
    case 'relationship':
      return relationshipField(type, field.name, field.linkage);
  }
}
