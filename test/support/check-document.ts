import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { CURSOR_PROFILE } from '../../src/adapters/http/jsonapi/cursor/cursor-profile.ts';

const schema: unknown = JSON.parse(readFileSync(new URL('../conformance/data/schema.json', import.meta.url), 'utf8'));
// Formats off: the schema requires absolute URIs, our links are relative references.
const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
  schema as Record<string, unknown>,
);

/** Expects a JSON:API 1.0 document of this service: valid by the standard's schema, and by rules that the schema cannot express. */
export function checkDocument(document: unknown, status: number): void {
  expect(validate(withoutErrorTypes(document)), JSON.stringify(validate.errors)).to.equal(true);
  expect(document).to.have.deep.property('jsonapi', { version: '1.0' });
  if (status >= 400) checkErrors(document, status);
}

/** Expects a JSON:API 1.1 document of the Atomic Operations extension; each of its results, as a document of its own, is one of 1.0. */
export function checkAtomicDocument(document: unknown, status: number): void {
  expect(document).to.have.deep.property('jsonapi', { version: '1.1', ext: ['https://jsonapi.org/ext/atomic'] });
  const plain = { jsonapi: { version: '1.0' } };
  if (status >= 400) return checkDocument({ ...(document as object), ...plain }, status);
  expect(Object.keys(document as object)).to.have.members(['atomic:results', 'jsonapi']);
  const { 'atomic:results': results } = document as { readonly 'atomic:results': readonly object[] };
  expect(results).to.be.an('array').with.length.above(0);
  for (const result of results) {
    expect(['', 'data']).to.include(Object.keys(result).join());
    if ('data' in result) checkDocument({ ...result, ...plain }, status);
  }
}

function checkErrors(document: unknown, status: number): void {
  expect(document).to.have.property('errors').that.is.an('array').with.length.above(0);
  const { errors } = document as { readonly errors: readonly Readonly<Record<string, unknown>>[] };
  for (const error of errors) {
    expect(error['status'], 'status of an error object').to.equal(String(status));
    expect(error['code'], 'code').to.match(/^[a-z]+(-[a-z]+)*$/);
    expect(error['title'], 'title').to.be.a('string').that.is.not.equal('');
    expect(error['detail'], 'detail').to.be.a('string').that.is.not.equal('');
  }
}

/** The contract has `links.type` in errors about pages by cursor, which JSON:API 1.1 allows and 1.0 does not know. */
function withoutErrorTypes(document: unknown): unknown {
  const { errors } = (document ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors)) return document;
  const checked = (errors as readonly { readonly links?: { readonly type?: unknown } }[]).map(({ links, ...error }) => {
    if (links === undefined) return error;
    expect(links).to.have.all.keys('type');
    expect(links.type)
      .to.be.a('string')
      .that.matches(new RegExp(`^${CURSOR_PROFILE}[a-z-]+$`));
    return error;
  });
  return { ...(document as object), errors: checked };
}
