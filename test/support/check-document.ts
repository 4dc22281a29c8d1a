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

/** The profiles of documents with included sets, by media type. In all else, these documents follow JSON:API 1.0. */
const withIncludedSets: Readonly<Record<string, readonly string[]>> = {
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

/** Expects a JSON:API document of this service: valid by the schema of its media type, and by rules that no schema can express. */
export function checkDocument(document: unknown, status: number, mediaType = MEDIA_TYPE): void {
  const profile = withIncludedSets[mediaType];
  if (profile !== undefined) {
    expect(document).to.have.deep.property('jsonapi', { version: '1.1', profile });
    checkDocument({ ...(document as object), jsonapi: { version: '1.0' } }, status);
    return;
  }
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
