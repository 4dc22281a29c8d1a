// Everything that a model may import from the service, as `@jsonapi-person-computer/server/model`.
export {
  boolean,
  createdAt,
  date,
  decimal,
  email,
  integer,
  many,
  manyToMany,
  one,
  oneOf,
  optional,
  text,
  timestamp,
  updatedAt,
  type Attribute,
  type DeclaredRelationship,
} from '#domain/resource';
export { atMost, check, unique, type Rule } from '#domain/rules';
export { migration, type MigrationWords } from '#adapters/persistence/tables/migrations/migration-words';
export { model, type DeclaredExample, type DeclaredModel } from './model-words.ts';
export { resource, type DeclaredField, type DeclaredType, type Linkage } from './resource-words.ts';
export type { Seed, Sown, SownUnit } from './seed-words.ts';
