// The description of the service, read from `/openapi.json`. This code names no resources.
import { entries, isObject, isScalar, member, number, text, texts, type Json } from './json.ts';
import type { Value } from './kinds.ts';

export interface Api {
  readonly title: string;
  readonly resources: readonly Resource[];
  readonly operators: ReadonlyMap<string, Operator>;
  readonly limits: Limits;
  /** The command that creates sample data; undefined if there is none. */
  readonly seed: string | undefined;
}

export interface Resource {
  readonly type: string;
  readonly label: string;
  readonly plural: string;
  readonly path: string;
  readonly fields: readonly Field[];
  /** Undefined: everything. */
  readonly may?: May;
}

/** The fields by action; undefined: all. An action that is missing is not allowed. */
export type May = ReadonlyMap<string, readonly string[] | undefined>;

export type Field = Attribute | Relationship;

/** The identifier counts as an attribute that clients cannot write. */
export interface Attribute {
  readonly kind: 'identifier' | 'attribute';
  readonly name: string;
  readonly format: string;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly maxLength: number | undefined;
  /** The values to choose from; undefined: any. */
  readonly values: readonly string[] | undefined;
  /** The value that a new resource gets if none is sent; undefined: no default. */
  readonly defaultValue: Value | undefined;
  readonly sortable: boolean;
  readonly operators: readonly string[];
}

export interface Relationship {
  readonly kind: 'relationship';
  readonly name: string;
  readonly to: string;
  readonly cardinality: 'one' | 'many';
  /** The name of the same relationship on the other side; undefined if the API does not show it. */
  readonly inverse: string | undefined;
  /** True if a new resource must have a link. */
  readonly required: boolean;
  /** The effect of deleting the related resource of a to-one relationship: this resource loses its link, prevents the deletion or is also deleted. */
  readonly onDelete: 'unset' | 'refuse' | 'cascade';
  readonly operators: readonly string[];
}

export interface Operator {
  readonly takes: 'value' | 'range' | 'list' | 'text' | 'filter';
  /** True if it accepts `null`, which stands for unset. */
  readonly null: boolean;
  /** True if it can compare with another field. */
  readonly fields: boolean;
}

export interface Limits {
  readonly defaultPageSize: number;
  /** Undefined: none. */
  readonly maxPageSize: number | undefined;
  readonly maxListValues: number;
  /** The maximum number of relationships in a sort path. */
  readonly maxIncludeNames: number;
  /** The maximum number of operations in one list. */
  readonly maxOperations: number;
  /** True if whole lists can be requested, and so downloaded as files. */
  readonly allowUnpaged: boolean;
}

/** Reads the OpenAPI document; undefined when it does not describe resources. */
export function parseApi(document: Json | undefined): Api | undefined {
  const resources = entries(member(document, 'x-resources')).map(([type, json]) => parseResource(type, json));
  if (resources.length === 0) return undefined;
  const limits = member(document, 'x-limits');
  return {
    title: text(member(member(document, 'info'), 'title')) ?? 'Explorer',
    resources,
    operators: new Map(entries(member(document, 'x-operators')).map(([name, json]) => [name, parseOperator(json)])),
    limits: {
      defaultPageSize: number(member(limits, 'defaultPageSize')) ?? 30,
      maxPageSize: number(member(limits, 'maxPageSize')),
      maxListValues: number(member(limits, 'maxListValues')) ?? 1000,
      maxIncludeNames: number(member(limits, 'maxIncludeNames')) ?? 1,
      maxOperations: Math.min(number(member(limits, 'maxOperations')) ?? 100, 100),
      allowUnpaged: member(limits, 'allowUnpaged') !== false,
    },
    seed: text(member(document, 'x-seed')),
  };
}

function parseResource(type: string, json: Json): Resource {
  return {
    type,
    label: text(member(json, 'label')) ?? type,
    plural: text(member(json, 'plural')) ?? type,
    path: text(member(json, 'path')) ?? `/${type}`,
    fields: entries(member(json, 'fields')).map(([name, field]) => parseField(name, field)),
  };
}

function parseField(name: string, json: Json): Field {
  const operators = texts(member(json, 'operators'));
  const kind = text(member(json, 'kind'));
  const says = (flag: string): boolean => member(json, flag) === true;
  if (kind === 'relationship') {
    const onDelete = text(member(json, 'onDelete'));
    return {
      kind,
      name,
      to: text(member(json, 'to')) ?? '',
      cardinality: text(member(json, 'cardinality')) === 'one' ? 'one' : 'many',
      inverse: text(member(json, 'inverse')),
      required: says('required'),
      onDelete: onDelete === 'refuse' || onDelete === 'cascade' ? onDelete : 'unset',
      operators,
    };
  }
  const values = member(json, 'values');
  const defaultValue = member(json, 'default');
  return {
    kind: kind === 'identifier' ? 'identifier' : 'attribute',
    name,
    format: text(member(json, 'format')) ?? 'text',
    readable: says('readable'),
    writable: says('writable'),
    required: says('required'),
    nullable: says('nullable'),
    maxLength: number(member(json, 'maxLength')),
    values: values === undefined ? undefined : texts(values),
    defaultValue: isScalar(defaultValue) && defaultValue !== null ? defaultValue : undefined,
    sortable: says('sortable'),
    operators,
  };
}

function parseOperator(json: Json): Operator {
  const takes = text(member(json, 'takes'));
  return {
    takes: takes === 'range' || takes === 'list' || takes === 'text' || takes === 'filter' ? takes : 'value',
    null: isObject(json) && json['null'] === true,
    fields: isObject(json) && json['fields'] === true,
  };
}
