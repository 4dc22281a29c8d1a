// Declares a type of a model: the data that is stored and the fields that clients see.
import type { KindName, Value, ValueOf } from '#domain/kinds';
import type { Attribute, DeclaredRelationship } from '#domain/resource';
import type { Rule } from '#domain/rules';
import { DeclarationError } from '#domain/schema-of';
import { snakeCase, type SnakeCase } from '#domain/snake-case';

/** A type of a model. */
export interface DeclaredType {
  /** As declared, in camel case. */
  readonly name: string;
  /** In snake case, as everywhere except in the declaration. */
  readonly type: string;
  readonly attributes: AttributesByName;
  readonly relationships: RelationshipsByName;
  readonly rules: readonly Rule[];
  readonly label?: string | undefined;
  readonly plural?: string | undefined;
  readonly fields: readonly DeclaredField[];
}

type AttributesByName = Readonly<Record<string, Attribute>>;
type RelationshipsByName = Readonly<Record<string, DeclaredRelationship<string>>>;

/** A field that clients see or write. */
export type DeclaredField =
  | { readonly kind: 'attribute' | 'write-only'; readonly name: string; readonly example: Value | undefined }
  | {
      readonly kind: 'computed';
      readonly name: string;
      readonly needs: readonly string[];
      readonly render: (attributes: Readonly<Record<string, Value | null>>) => string;
    }
  | { readonly kind: 'relationship'; readonly name: string; readonly linkage: Linkage | undefined };

/** Controls when documents contain the linkage of a relationship. Its own routes always do. */
export type Linkage = 'always' | 'when included';

export interface TypeMembers<Attributes extends AttributesByName, Relationships extends RelationshipsByName> {
  /** The name in error messages and documentation; by default derived from the type's name. */
  readonly label?: string;
  /** The path of the list, in camel case; by default the name plus "s". */
  readonly plural?: string;
  readonly attributes: Attributes;
  /** Each is declared on one side; the other side follows from it. */
  readonly relationships?: Relationships;
  readonly rules?: readonly Rule[];
  /** The fields, in the order of documents. Clients can neither read nor write an attribute or relationship that is not listed. */
  readonly fields: (words: FieldListWords<Attributes, Relationships>) => readonly DeclaredField[];
}

/** The functions that list fields. Documents have the names in snake case. */
export interface FieldListWords<Attributes extends AttributesByName, Relationships extends RelationshipsByName> {
  /**
   * A field that clients read and write.
   * @param example a value for the documentation
   */
  readonly attribute: <Name extends keyof Attributes & string>(
    name: Name,
    example?: NonNullable<ValueIn<Attributes[Name]>>,
  ) => DeclaredField;
  /** A field that clients write, filter and sort by, but cannot read. */
  readonly writeOnly: <Name extends keyof Attributes & string>(
    name: Name,
    example?: NonNullable<ValueIn<Attributes[Name]>>,
  ) => DeclaredField;
  /**
   * A read-only field, computed from attributes.
   * @param needs the attributes that `render` reads
   */
  readonly computed: <Name extends keyof Attributes & string>(
    name: string,
    needs: readonly Name[],
    render: (attributes: { readonly [Needed in Name]: ValueIn<Attributes[Needed]> }) => string,
  ) => DeclaredField;
  /**
   * A relationship, from either side.
   * @param name the name of a relationship declared here, or the inverse of one declared on another type
   * @param linkage by default `always` for to-many and `when included` for to-one
   */
  readonly relationship: (
    name: (keyof Relationships & string) | (string & NonNullable<unknown>),
    linkage?: Linkage,
  ) => DeclaredField;
}

/** The value of an attribute; `null` if unset. */
type ValueIn<Of> = Of extends { readonly kind: infer Kind extends KindName; readonly isRequired: infer IsRequired }
  ? ValueOf[Kind] | (IsRequired extends true ? never : null)
  : never;

type InSnakeCase<Relationships extends RelationshipsByName> = {
  readonly [Name in keyof Relationships]: Omit<Relationships[Name], 'to'> & {
    readonly to: SnakeCase<Relationships[Name]['to']>;
  };
};

/**
 * Declares a type.
 * @param name the name in camel case
 * @throws DeclarationError if a member is missing or unknown, or a relationship is not declared with `one`, `many` or `manyToMany`
 * @example
 * export const book = resource('book', {
 *   attributes: { title: text(200), publishedOn: optional(date()) },
 *   relationships: { author: one('author', { inverse: 'books' }) },
 *   fields: ({ attribute, relationship }) => [
 *     attribute('title', 'Middlemarch'),
 *     attribute('publishedOn'),
 *     relationship('author'),
 *   ],
 * });
 */
export function resource<
  const Name extends string,
  const Attributes extends AttributesByName,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a type can have no relationships
  const Relationships extends RelationshipsByName = Pick<RelationshipsByName, never>,
>(name: Name, members: TypeMembers<Attributes, Relationships>) {
  requireMembers(name, members);
  const { attributes, relationships, rules = [], label, plural, fields } = members;
  const targets = Object.entries<Partial<DeclaredRelationship<string>>>(relationships ?? {}).map(
    ([relationship, { to, ...declared }]) => {
      if (to === undefined || declared.inverse === undefined)
        throw new DeclarationError(
          snakeCase(name),
          `${name}.${relationship} must be declared with one(…), many(…) or manyToMany(…), such as one('author', { inverse: 'books' })`,
        );
      return [relationship, { ...declared, to: snakeCase(to) }] as const;
    },
  );
  return {
    name,
    type: snakeCase(name),
    attributes,
    relationships: Object.fromEntries(targets) as InSnakeCase<Relationships>,
    rules,
    label,
    plural,
    fields: fields(WORDS),
  } as const satisfies DeclaredType;
}

const MEMBERS = ['label', 'plural', 'attributes', 'relationships', 'rules', 'fields'];

/** A model need not have been compiled, so the members are checked here. */
function requireMembers(name: string, members: Partial<TypeMembers<AttributesByName, RelationshipsByName>>): void {
  const unknown = Object.keys(members).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined)
    throw new DeclarationError(
      snakeCase(name),
      `${name} has no member ${unknown}; the members are ${MEMBERS.join(', ')}`,
    );
  const { attributes, fields } = members;
  if (typeof attributes !== 'object' || typeof fields !== 'function')
    throw new DeclarationError(snakeCase(name), `${name} must have attributes: { … } and fields: (…) => [ … ]`);
}

const WORDS: FieldListWords<AttributesByName, RelationshipsByName> = {
  attribute: (name, example) => ({ kind: 'attribute', name, example }),
  writeOnly: (name, example) => ({ kind: 'write-only', name, example }),
  computed: (name, needs, render) => ({
    kind: 'computed',
    name,
    needs,
    // At run time it receives the attributes that it needs.
    render: render as (attributes: Readonly<Record<string, Value | null>>) => string,
  }),
  relationship: (name, linkage) => ({ kind: 'relationship', name, linkage }),
};
