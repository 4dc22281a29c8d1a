import { expect } from 'chai';
import { type ApiResponse } from '../support/api-client.ts';
import { dissect, type Found, type Part } from './documents.ts';
import { type Exchange, type Session } from './session.ts';

export interface Check {
  /** The behavior of a service that conforms: a sentence without its subject. */
  readonly name: string;
  /** True if it inspects the responses to all other checks, and so must run after them. */
  readonly last: boolean;
  /** Throws if the service does not conform. */
  readonly run: (session: Session) => void | Promise<void>;
}

/** By statement key. */
export type Checks = Readonly<Record<string, Check>>;

/** A check that sends requests of its own. */
export function check(name: string, run: (session: Session) => Promise<void>): Check {
  return { name, last: false, run };
}

/** A check of every response document of the run. */
export function everyDocument(name: string, inspect: (exchange: Exchange, where: string) => void): Check {
  return checkLast(name, (session) => {
    const exchanges = session.withDocument();
    expect(exchanges.length, 'documents').to.be.above(0);
    for (const exchange of exchanges) inspect(exchange, `${exchange.method} ${exchange.path}`);
  });
}

/** A check of every object of one kind in all response documents of the run. */
export function everyPart(part: Part, name: string, inspect: (value: Found['value'], where: string) => void): Check {
  return checkLast(name, (session) => {
    const parts = partsOf(session, part);
    expect(parts.length, part).to.be.above(0);
    for (const { value, where } of parts) inspect(value, where);
  });
}

/** A check that inspects the responses to all others. */
export function checkLast(name: string, run: (session: Session) => void | Promise<void>): Check {
  return { name, last: true, run };
}

/** Every object of one kind in the response documents of the run so far, in the version under test. */
export function partsOf(session: Session, part: Part): readonly Found[] {
  return session.withDocument().flatMap((exchange) => dissect(exchange)[part]);
}

/** Every object of one kind in the response documents of JSON:API 1.1 of the run so far. */
export function modernPartsOf(session: Session, part: Part): readonly Found[] {
  return session.withModernDocument().flatMap((exchange) => dissect(exchange)[part]);
}

/** Expects a resource identifier object, with or without `meta`. */
export function expectIdentifier(value: object, where: string): void {
  expect(Object.keys({ ...value, meta: {} }), where).to.have.members(['type', 'id', 'meta']);
}

/** Expects a status; a failure shows the whole response. */
export function expectStatus(response: ApiResponse, status: number): void {
  expect(response.status, response.text).to.equal(status);
}

/** Expects a response with a single error, and its source if given. */
export function expectError(response: ApiResponse, status: number, source?: Readonly<Record<string, string>>): void {
  expectStatus(response, status);
  expect(response.document.errors, response.text).to.have.length(1);
  if (source !== undefined) expect(response.document.errors[0].source).to.deep.equal(source);
}

/** Expects 404 about a path parameter. In JSON:API 1.1, `source.parameter` is only for query parameters, so `meta` names it. */
export function expectNotFound({ version }: Session, response: ApiResponse, parameter: string): void {
  expectError(response, 404, version === '1.0' ? { parameter } : undefined);
  if (version === '1.0') return;
  expect(response.document.errors[0]).not.to.have.property('source');
  expect(response.document.errors[0].meta, response.text).to.include({ parameter });
}
