import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import {
  ATOMIC_TYPE,
  CURSOR_TYPE,
  CURSORS,
  INCLUDED,
  INCLUDED_CURSOR_TYPE,
  INCLUDED_TYPE,
  MEDIA_TYPE,
} from './media-types.ts';

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

/** The schema of a document by its media type. A parameter in it makes a document one of JSON:API 1.1. */
const validators: Readonly<Record<string, ValidateFunction>> = {
  [MEDIA_TYPE]: validate,
  [ATOMIC_TYPE]: ajv.compile({ $ref: 'extended-documents#/$defs/operations' }),
  [CURSOR_TYPE]: ajv.compile({ $ref: 'extended-documents#/$defs/page' }),
};

/** The profiles of documents of JSON:API 1.1 by media type. */
const profiles: Readonly<Record<string, readonly string[]>> = {
  [MEDIA_TYPE]: [],
  [CURSOR_TYPE]: [CURSORS],
  [INCLUDED_TYPE]: [INCLUDED],
  [INCLUDED_CURSOR_TYPE]: [INCLUDED, CURSORS],
};

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

interface JsonApiDocument {
  readonly data?: unknown;
  readonly errors?: readonly ErrorObject[];
  readonly links?: Readonly<Record<string, unknown>>;
  readonly jsonapi?: { readonly version?: unknown };
}

/** Expects a JSON:API document of this service: valid by the schema of its media type, and by rules that no schema can express. */
export function checkDocument(document: unknown, status: number, mediaType = MEDIA_TYPE): void {
  if ((document as JsonApiDocument | undefined)?.jsonapi?.version !== '1.1') {
    checkByType(document, status, mediaType);
    return;
  }
  const plain = plainForm(document as JsonApiDocument, mediaType);
  const profile = profiles[mediaType];
  if (profile === undefined || (mediaType === CURSOR_TYPE && !isLinkage(plain))) {
    checkByType(plain, status, mediaType);
    return;
  }
  expect(plain.jsonapi).to.deep.equal({ version: '1.1', ...(profile.length > 0 && { profile }) });
  checkByType({ ...plain, jsonapi: { version: '1.0' } }, status, MEDIA_TYPE);
}

/** Checks the links and errors of a document of JSON:API 1.1, and turns them into those of 1.0. */
function plainForm({ links, errors, ...others }: JsonApiDocument, mediaType: string): JsonApiDocument {
  const { self, describedby, ...pages } = links ?? {};
  expect(describedby, 'describedby')
    .to.be.a('string')
    .that.matches(/\/openapi\.json$/);
  if (self !== undefined) expect(self, 'self').to.have.all.keys('href', 'type').and.to.include({ type: mediaType });
  const plain = { ...(self !== undefined && { self: (self as { readonly href: unknown }).href }), ...pages };
  return {
    ...others,
    ...(Object.keys(plain).length > 0 && { links: plain }),
    ...(errors !== undefined && { errors: errors.map(plainError) }),
  };
}

function plainError({ source, links, ...others }: ErrorObject): ErrorObject {
  expect(links ?? {}, 'links of an error').to.have.all.keys('type');
  if (source === undefined) return others;
  expect(Object.keys(source), 'source').to.have.length(1);
  return 'header' in source ? others : { ...others, source };
}

/** Cursors of a relationship are in the `meta` of identifiers. */
function isLinkage({ links }: JsonApiDocument): boolean {
  return links?.['related'] !== undefined;
}

function checkByType(document: unknown, status: number, mediaType: string): void {
  const valid = validators[mediaType];
  if (valid === undefined) throw new Error(`${mediaType} is no media type of the service`);
  // First, since the schema compares each error with every other.
  expect(errorsOf(document).length, 'number of errors').to.be.at.most(100);
  const checked = valid === validate ? withoutErrorTypes(document) : document;
  if (!valid(checked)) expect.fail(`${JSON.stringify(valid.errors)} in ${JSON.stringify(document)}`);
  if (valid === validate) expect(document).to.have.deep.property('jsonapi', { version: '1.0' });
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
