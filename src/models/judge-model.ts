// Checks a model for mistakes that the compiler cannot find, and for those that it could, because a model may never have been compiled.
import { LONGEST_INDEXED } from '#adapters/persistence/tables/longest-indexed';
import { checkAttribute, type Attribute } from '#domain/resource';
import { DeclarationError, schemaOf, type SchemaOf } from '#domain/schema-of';
import { snakeCase } from '#domain/snake-case';
import { judgeNames } from './judge-names.ts';
import { judgeShape } from './judge-shape.ts';
import type { DeclaredModel } from './model-words.ts';
import type { DeclaredField, DeclaredType } from './resource-words.ts';

const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** For names in snake case. PostgreSQL truncates names to 63 bytes, and index and constraint names add up to 15 bytes to the type and field name. */
const LONGEST_NAME = 40;
const LONGEST_PAIR = 48;

/** The service's own tables, existing or planned. */
const TABLES_OF_SERVICE = /^(answer|change|epoch|mikro_orm_migrations|model|change_.*|.*_count)$/;
/** Document members and columns that every type has, existing or planned. */
const NO_FIELDS = ['type', 'id', 'lid', 'version', 'links', 'relationships', 'meta', 'history', 'password'];
/** The first segments of the service's own paths. */
const PATHS_OF_SERVICE = ['operations', 'export', 'docs', 'explorer', 'changes', 'openapi.json'];

/**
 * Checks what a model declares.
 * @throws DeclarationError about a type; Error about the model itself
 */
export function judgeModel(model: DeclaredModel): void {
  requireModel(model);
  const { types } = model;
  for (const type of types) judgeShape(type);
  for (const { type, name } of types) requireNameOfType(type, name);
  requireDistinct(types.map((each) => [each.type, each]));
  requirePaths(types);
  const schema = schemaOf(Object.fromEntries(types.map((type) => [type.type, type])));
  for (const type of types) requireFields(type, schema[type.type] ?? type);
  judgeNames(schema);
}

const MEMBERS = ['name', 'version', 'description', 'license', 'types', 'examples', 'seed'];

/** A model may never have been type-checked, so its shape is checked here. */
function requireModel(model: unknown): asserts model is DeclaredModel {
  const given = (typeof model === 'object' ? model : undefined) as Partial<DeclaredModel> | undefined;
  const { name, version, description, types } = given ?? {};
  if (!Array.isArray(types) || types.length === 0)
    throw new Error(
      'the default export must be a model with at least one type: export default model({ …, types: [book] })',
    );
  if (typeof name !== 'string' || !KEBAB_CASE.test(name))
    throw new Error('the name of the model must be in kebab-case, such as library');
  if (name === 'default') throw new Error('the model cannot be named default: this name is reserved');
  if (typeof version !== 'string' || typeof description !== 'string')
    throw new Error('the version and the description of the model must be strings');
  const unknown = Object.keys(given ?? {}).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined)
    throw new Error(`the model has no member ${unknown}; the members are ${MEMBERS.join(', ')}`);
  if (!types.every(isType)) throw new Error('each type of the model must be declared with resource(…)');
}

function isType(type: unknown): boolean {
  const { type: name, fields } = Object(type) as Partial<DeclaredType>;
  return typeof name === 'string' && Array.isArray(fields);
}

function requireNameOfType(type: string, name: string): void {
  requireName(type, name, name);
  if (TABLES_OF_SERVICE.test(type) || type in Object.prototype)
    throw new DeclarationError(type, `the type ${name} needs another name: this one is reserved`);
}

/** @param what describes the name in error messages */
function requireName(type: string, name: string, what: string): void {
  if (!CAMEL_CASE.test(name)) throw new DeclarationError(type, `${what} must be in camel case, such as publishedOn`);
  if (snakeCase(name).length > LONGEST_NAME)
    throw new DeclarationError(
      type,
      `${what} is too long: a name has at most ${LONGEST_NAME} characters in snake case`,
    );
}

function requireDistinct(types: readonly (readonly [string, DeclaredType])[]): void {
  const twice = types.find(([type], index) => types.findIndex(([other]) => other === type) < index);
  if (twice !== undefined) throw new DeclarationError(twice[0], `two types are named ${twice[0]}`);
}

function requirePaths(types: readonly DeclaredType[]): void {
  const paths = new Map<string, string>();
  for (const { type, name, plural = `${name}s` } of types) {
    requireName(type, plural, `the plural of ${name}`);
    const path = snakeCase(plural);
    const other = paths.get(path);
    if (other !== undefined) throw new DeclarationError(type, `${name} and ${other} have the same path, /${path}`);
    if (PATHS_OF_SERVICE.includes(path))
      throw new DeclarationError(type, `${name} needs another plural: the path /${path} is reserved`);
    paths.set(path, name);
  }
}

function requireFields(
  { type, attributes, rules, fields }: DeclaredType,
  { relationships }: Pick<SchemaOf<string>, 'relationships'>,
): void {
  const columns = new Map<string, string>();
  const take = (name: string, column: string): void => {
    const other = columns.get(column);
    if (other !== undefined)
      throw new DeclarationError(type, `${type}.${name} and ${type}.${other} both become ${column}`);
    columns.set(column, name);
  };
  const computed = fields.filter((field) => field.kind === 'computed').map(({ name }) => name);
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships), ...computed]) {
    requireName(type, name, `${type}.${name}`);
    const field = snakeCase(name);
    if (NO_FIELDS.includes(field))
      throw new DeclarationError(type, `${type}.${name} needs another name: this one is reserved`);
    if (type.length + field.length > LONGEST_PAIR)
      throw new DeclarationError(
        type,
        `${type}.${name} is too long: the names of a type and a field together have at most ${LONGEST_PAIR} characters`,
      );
    take(name, field);
  }
  for (const [name, { cardinality }] of Object.entries(relationships))
    if (cardinality === 'one') take(name, `${snakeCase(name)}_id`);
  const [twice] = fields.filter(({ name }, index) => fields.findIndex((other) => other.name === name) < index);
  if (twice !== undefined) throw new DeclarationError(type, `the fields of ${type} list ${twice.name} twice`);
  for (const field of fields) requireUse(type, field, attributes);
  for (const [name, { isRequired }] of Object.entries(relationships))
    if (isRequired && !fields.some((field) => field.name === name))
      throw new DeclarationError(type, `${type}.${name} is required, but no field lets clients write it`);
  for (const rule of rules) if (rule.kind === 'unique') requireShort(type, rule.members, attributes);
  for (const field of fields)
    if ((field.kind === 'attribute' || field.kind === 'write-only') && field.example !== undefined)
      requireExample(type, field.name, attributes[field.name], field.example);
}

function requireUse(type: string, field: DeclaredField, attributes: DeclaredType['attributes']): void {
  if (field.kind === 'computed') {
    const missing = field.needs.find((name) => !Object.hasOwn(attributes, name));
    if (missing !== undefined)
      throw new DeclarationError(type, `${type}.${field.name} is computed from ${missing}, which is not an attribute`);
  }
  if (field.kind === 'write-only' && attributes[field.name]?.stamped !== undefined)
    throw new DeclarationError(type, `${type}.${field.name} cannot be writeOnly: the service sets it`);
  if (field.kind === 'relationship' && !LINKAGES.includes(field.linkage ?? 'always'))
    throw new DeclarationError(type, `${type}.${field.name} must have the linkage 'always' or 'when included'`);
}

const LINKAGES: readonly string[] = ['always', 'when included'];

/** A unique constraint needs an index, which cannot hold longer texts. */
function requireShort(type: string, members: readonly string[], attributes: DeclaredType['attributes']): void {
  const length = members.reduce((sum, name) => sum + longestOf(attributes[name]), 0);
  const [what, together] = [
    members.map((name) => `${type}.${name}`).join(' and '),
    members.length > 1 ? 'together ' : '',
  ];
  if (length > LONGEST_INDEXED)
    throw new DeclarationError(
      type,
      `${what} must ${together}have a maximum length of at most ${LONGEST_INDEXED} to be unique`,
    );
}

function longestOf({ maxLength = 0, values = [] }: Partial<Attribute> = {}): number {
  return Math.max(maxLength, ...values.map((value) => value.length));
}

function requireExample(type: string, name: string, declared: Attribute | undefined, example: unknown): void {
  const checked = declared === undefined ? undefined : checkAttribute(declared, example);
  if (checked?.valid === false) throw new DeclarationError(type, `the example of ${type}.${name} ${checked.reason}`);
}
