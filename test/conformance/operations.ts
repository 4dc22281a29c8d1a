// Requests to the route of the extension Atomic Operations.
import { expect } from 'chai';
import { type ApiResponse } from '../support/api-client.ts';
import { ATOMIC_TYPE } from '../support/media-types.ts';
import { check, expectStatus, type Checks } from './check.ts';
import { uniqueText, type Resource } from './resources.ts';
import { type Session } from './session.ts';

export const OPERATIONS = '/operations';

export const operationHeaders = { 'Content-Type': ATOMIC_TYPE, Accept: ATOMIC_TYPE } as const;

/** Sends operations. */
export function operate(session: Session, ...operations: readonly unknown[]): Promise<ApiResponse> {
  return operateWith(session, { 'atomic:operations': operations });
}

/** Sends a document to the route of operations. */
export function operateWith(session: Session, body: unknown): Promise<ApiResponse> {
  return session.send('POST', OPERATIONS, { headers: operationHeaders, body });
}

interface Result {
  readonly data?: Resource;
}

/** Sends operations, which have to succeed, and returns their results. */
export async function resultsOf(session: Session, ...operations: readonly unknown[]): Promise<readonly Result[]> {
  const response = await operate(session, ...operations);
  expectStatus(response, 200);
  return response.document['atomic:results'];
}

/** Sends operations that have nothing to return. */
export async function expectNoContent(session: Session, ...operations: readonly unknown[]): Promise<void> {
  const response = await operate(session, ...operations);
  expectStatus(response, 204);
  expect(response.text).to.equal('');
}

/** An operation that adds a computer. */
export function addition(serial: string, lid?: string): { readonly op: 'add'; readonly data: object } {
  return { op: 'add', data: { type: 'computer', ...(lid !== undefined && { lid }), attributes: { serial } } };
}

/** Expects that an operation is rejected at a place within it, and that the one before has not run. */
export async function expectRefused(session: Session, operation: unknown, status = 400): Promise<void> {
  const serial = uniqueText();
  const response = await operate(session, addition(serial), operation);
  expectStatus(response, status);
  for (const { source } of response.document.errors)
    expect(source.pointer, response.text).to.match(/^\/atomic:operations\/1(\/|$)/);
  expect((await session.get(`/computers?filter[serial]=${serial}`)).document.data).to.deep.equal([]);
}

type Failing = readonly [operation: object, status: number, code: string];

/** The two checks of operations that cannot be performed: of the status, and of the document. */
export function failures(id: string, what: string, failing: (session: Session) => Promise<readonly Failing[]>): Checks {
  return {
    [`${id}-failure`]: check(`responds with an error to ${what}`, async (session) => {
      for (const [operation, status, code] of await failing(session)) {
        const response = await operate(session, operation);
        expectStatus(response, status);
        expect(response.document.errors?.[0]?.code).to.equal(code);
      }
    }),
    [`${id}-failure-document`]: check(`returns errors for ${what}`, async (session) => {
      for (const [operation] of await failing(session)) {
        const { errors } = (await operate(session, operation)).document;
        expect(errors).to.be.an('array').that.is.not.empty;
        for (const { source } of errors) expect(source?.pointer).to.match(/^\/atomic:operations\/0\//);
      }
    }),
  };
}
