import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import {
  ATOMIC,
  ATOMIC_TYPE,
  CURSOR_TYPE,
  CURSORS,
  INCLUDED_CURSOR_TYPE,
  INCLUDED_TYPE,
  MEDIA_TYPE,
} from './media-types.ts';
import { asPlain, isModern } from './modern-documents.ts';

// Formats off: the schema requires absolute URIs, our links are relative references.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
// Ajv compares every pair of items, which is slow for long lists. This compares only items with the same type and id.
ajv.removeKeyword('uniqueItems').addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (areUnique: boolean, items: readonly unknown[]) => !areUnique || !haveEqual(items),
});
const validate = ajv.compile(readSchema('schema.json'));
ajv.addSchema(readSchema('extended-documents.json'));

/** The schemas of documents that do not exist in JSON:API 1.0. */
const ofOperations = ajv.compile({ $ref: 'extended-documents#/$defs/operations' });
const ofPage = ajv.compile({ $ref: 'extended-documents#/$defs/page' });

/** The media types of documents. Those with a parameter are only for JSON:API 1.1. */
const MEDIA_TYPES = [MEDIA_TYPE, ATOMIC_TYPE, CURSOR_TYPE, INCLUDED_TYPE, INCLUDED_CURSOR_TYPE];

/** The errors to which the profile Cursor Pagination gives a type, by the parameter that is their source. */
const errorTypes: Readonly<Record<string, string>> = {
  'page[size]': `${CURSORS}max-size-exceeded`,
  'page[before]': `${CURSORS}range-pagination-not-supported`,
};

interface ErrorObject {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly source?: { readonly parameter?: string };
  readonly links?: { readonly type?: unknown };
}

/** Expects a JSON:API document of this service: valid by the schema of its media type, and by rules that no schema can express. */
export function checkDocument(document: unknown, status: number, mediaType = MEDIA_TYPE): void {
  if (!MEDIA_TYPES.includes(mediaType)) throw new Error(`${mediaType} is not a media type of the service`);
  // First, since the schema compares each error with every other.
  expect(errorsOf(document).length, 'number of errors').to.be.at.most(100);
  if (isModern(document)) checkModern(document, mediaType);
  else {
    if (mediaType !== MEDIA_TYPE) expect.fail(`1.0 with ${mediaType} in ${JSON.stringify(document)}`);
    checkSchema(validate, withoutErrorTypes(document), document);
    if (hasModernParts(document)) expect.fail(`parts of 1.1 in ${JSON.stringify(document)}`);
    expect(document).to.have.deep.property('jsonapi', { version: '1.0' });
  }
  if (status < 400) return;
  expect(document).to.have.property('errors').that.is.an('array').with.length.above(0);
  const { meta } = document as { readonly meta?: { readonly omitted?: unknown } };
  if (meta !== undefined) {
    expect(errorsOf(document), 'errors shown where some are omitted').to.have.length(100);
    expect(meta).to.have.all.keys('omitted').and.to.have.property('omitted').that.is.above(0);
  }
  for (const error of errorsOf(document)) {
    expect(error.status, 'status of an error object').to.equal(String(status));
    expect(error.code, 'code').to.match(/^[a-z]+(-[a-z]+)*$/);
    expect(error.title, 'title').to.be.a('string').that.is.not.equal('');
    expect(error.detail, 'detail').to.be.a('string').that.is.not.equal('');
  }
}

/** Checks a document of JSON:API 1.1 by the schema of its form in 1.0, or by its own if it has none. */
function checkModern(document: unknown, mediaType: string): void {
  const plain = asPlain(document, mediaType);
  if (mediaType === ATOMIC_TYPE) checkSchema(ofOperations, { ...plain, jsonapi: OPERATIONS }, document);
  else if (mediaType === CURSOR_TYPE && isPage(plain)) checkSchema(ofPage, { ...plain, jsonapi: PAGE }, document);
  else checkSchema(validate, withoutErrorTypes({ ...plain, jsonapi: { version: '1.0' } }), document);
}

/** True if a document has parts that the schema of 1.0 allows, but that the service returns only in JSON:API 1.1. */
function hasModernParts(document: unknown): boolean {
  const { links = {} } = document as { readonly links?: Readonly<Record<string, unknown>> };
  const hasLinkObject = Object.values(links).some((link) => typeof link === 'object' && link !== null);
  return hasLinkObject || errorsOf(document).some(({ source = {} }) => 'header' in source);
}

const OPERATIONS = { version: '1.1', ext: [ATOMIC] };
const PAGE = { version: '1.1', profile: [CURSORS] };

/** True for a page of a list. Pages of relationships consist of identifiers. */
function isPage(document: object): boolean {
  const { links = {} } = document as { readonly links?: object };
  return 'first' in links && !('related' in links);
}

function checkSchema(valid: ValidateFunction, checked: unknown, document: unknown): void {
  if (!valid(checked)) expect.fail(`${JSON.stringify(valid.errors)} in ${JSON.stringify(document)}`);
}

function haveEqual(items: readonly unknown[]): boolean {
  const groups = Map.groupBy(items, (item) => {
    const { type, id } = (item ?? {}) as { readonly type?: unknown; readonly id?: unknown };
    return JSON.stringify([type, id]);
  });
  return [...groups.values()].some((group) =>
    group.some((item, index) => group.slice(0, index).some((other) => isDeepStrictEqual(item, other))),
  );
}

/** The document without the types of its errors, which JSON:API 1.0 does not have and the profile requires. */
function withoutErrorTypes(document: unknown): unknown {
  if (!errorsOf(document).some(hasKnownType)) return document;
  const errors = errorsOf(document).map((error) => (hasKnownType(error) ? { ...error, links: undefined } : error));
  return { ...(document as object), errors };
}

function hasKnownType({ source, links }: ErrorObject): boolean {
  const type = errorTypes[source?.parameter ?? ''];
  return type !== undefined && links?.type === type && Object.keys(links).length === 1;
}

function errorsOf(document: unknown): readonly ErrorObject[] {
  const { errors } = (document ?? {}) as { readonly errors?: readonly ErrorObject[] };
  return Array.isArray(errors) ? errors : [];
}

function readSchema(name: string): Record<string, unknown> {
  const file = new URL(`../conformance/data/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}
