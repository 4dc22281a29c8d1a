// A description as `/openapi.json` has it, with a resource that the service does not have.
import { parseApi, type Api, type Relationship, type Resource } from '../../../explorer/src/model/api.ts';
import { relationshipsOf, resourceOf } from '../../../explorer/src/model/fields.ts';

const values = ['eq', 'ne', 'gt', 'ge', 'lt', 'between', 'in_', 'is_'];
const texts = [...values, 'ilike', 'startswith'];
const choices = ['eq', 'ne', 'in_', 'is_'];
const id = {
  kind: 'identifier',
  format: 'identifier',
  readable: true,
  writable: false,
  sortable: true,
  operators: values,
};
const written = { kind: 'attribute', writable: true, sortable: true };
const name = { ...written, format: 'text', readable: true, required: true, nullable: false, operators: texts };
const choice = { ...written, format: 'oneOf', readable: true, required: false, nullable: true, operators: choices };

/**
 * Shelves have books; a book stands on one shelf. A shelf's `secret` is write-only. Most attributes of a poster are choices. Topics form a
 * tree. Topics and tags have a many-to-many relationship.
 */
export const document = {
  info: { title: 'Library' },
  'x-resources': {
    shelf: {
      label: 'Shelf',
      plural: 'shelves',
      path: '/shelves',
      fields: {
        id,
        secret: { ...written, format: 'text', readable: false, required: true, nullable: false, operators: texts },
        hint: { ...written, format: 'email', readable: false, required: false, nullable: true, operators: texts },
        built: { ...written, format: 'date', readable: true, required: false, nullable: true, operators: values },
        title: { kind: 'attribute', format: 'text', readable: true, writable: false, sortable: false, operators: [] },
        books: toMany('book', 'shelf'),
      },
    },
    book: {
      label: 'Book',
      plural: 'books',
      path: '/books',
      fields: {
        id,
        isbn: {
          ...written,
          format: 'text',
          readable: true,
          required: true,
          nullable: false,
          maxLength: 13,
          operators: texts,
        },
        shelf: { ...toOne('shelf', 'books'), required: true },
      },
    },
    poster: {
      label: 'Poster',
      plural: 'posters',
      path: '/posters',
      fields: {
        id,
        origin: { ...choice, readable: false, values: ['bought', 'given'] },
        size: { ...choice, values: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'] },
        condition: { ...choice, values: ['new', 'worn', 'torn'] },
        language: { ...choice, nullable: false, values: ['en', 'de', 'fr'], default: 'en' },
        copies: { ...written, format: 'integer', readable: true, nullable: false, default: 0, operators: values },
      },
    },
    topic: {
      label: 'Topic',
      plural: 'topics',
      path: '/topics',
      fields: {
        id,
        name,
        parent: toOne('topic', 'children'),
        children: toMany('topic', 'parent'),
        tags: toMany('tag', 'topics'),
      },
    },
    tag: { label: 'Tag', plural: 'tags', path: '/tags', fields: { id, name, topics: toMany('topic', 'tags') } },
  },
  'x-operators': {
    eq: { takes: 'value', null: true, fields: true },
    ne: { takes: 'value', null: true, fields: true },
    gt: { takes: 'value', null: false, fields: true },
    ge: { takes: 'value', null: false, fields: true },
    lt: { takes: 'value', null: false, fields: true },
    between: { takes: 'range' },
    in_: { takes: 'list' },
    is_: { takes: 'value', null: true, fields: false },
    ilike: { takes: 'text' },
    startswith: { takes: 'text' },
    any: { takes: 'filter', cardinality: 'many' },
    has: { takes: 'filter', cardinality: 'one' },
  },
  'x-limits': {
    defaultPageSize: 20,
    maxPageSize: 50,
    maxListValues: 500,
    maxIncludeNames: 5,
    maxOperations: 50,
    allowUnpaged: false,
  },
};

export const api: Api = required(parseApi(document));
export const shelf: Resource = required(resourceOf(api, 'shelf'));
export const book: Resource = required(resourceOf(api, 'book'));
export const poster: Resource = required(resourceOf(api, 'poster'));
export const topic: Resource = required(resourceOf(api, 'topic'));
export const tag: Resource = required(resourceOf(api, 'tag'));

/** @throws Error if the resource has no such relationship */
export function relationship(of: Resource, wanted: string): Relationship {
  return required(relationshipsOf(of).find((field) => field.name === wanted));
}

function toOne(to: string, inverse: string) {
  return { kind: 'relationship', to, cardinality: 'one', inverse, operators: [...values, 'has'] };
}

function toMany(to: string, inverse: string) {
  return { kind: 'relationship', to, cardinality: 'many', inverse, operators: [...values, 'any'] };
}

/** @throws Error when there is nothing */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('missing');
  return value;
}
