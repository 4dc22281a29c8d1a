import { expect } from 'chai';
import { type ApiResponse } from '../support/api-client.ts';
import { dissect, type Found, type Part } from './documents.ts';
import { type Exchange, type Session } from './session.ts';

export interface Check {
  /** What the service does when the statement holds: a sentence without a subject. */
  readonly name: string;
  /** Whether it looks at the answers to all other checks, so that it must come after them. */
  readonly last: boolean;
  /** Throws when the statement does not hold. */
  readonly run: (session: Session) => void | Promise<void>;
}

/** By statement key. */
export type Checks = Readonly<Record<string, Check>>;

/** A check that sends requests of its own. */
export function check(name: string, run: (session: Session) => Promise<void>): Check {
  return { name, last: false, run };
}

/** A check of every document that has been answered during the run. */
export function everyDocument(name: string, inspect: (exchange: Exchange, where: string) => void): Check {
  return checkLast(name, (session) => {
    const exchanges = session.withDocument();
    expect(exchanges.length, 'documents').to.be.above(0);
    for (const exchange of exchanges) inspect(exchange, `${exchange.method} ${exchange.path}`);
  });
}

/** A check of every object of one kind in all documents of the run. */
export function everyPart(part: Part, name: string, inspect: (value: Found['value'], where: string) => void): Check {
  return checkLast(name, (session) => {
    const parts = partsOf(session, part);
    expect(parts.length, part).to.be.above(0);
    for (const { value, where } of parts) inspect(value, where);
  });
}

/** A check that looks at the answers to all others. */
export function checkLast(name: string, run: (session: Session) => void | Promise<void>): Check {
  return { name, last: true, run };
}

/** All objects of one kind in all documents of the run. */
export function partsOf(session: Session, part: Part): readonly Found[] {
  return session.withDocument().flatMap((exchange) => dissect(exchange)[part]);
}

/** Expects the status of an answer; on another one the failure shows the whole answer. */
export function expectStatus(response: ApiResponse, status: number): void {
  expect(response.status, response.text).to.equal(status);
}

/** Expects an answer with one error, and that it names its source. */
export function expectError(response: ApiResponse, status: number, source?: Readonly<Record<string, string>>): void {
  expectStatus(response, status);
  expect(response.document.errors, response.text).to.have.length(1);
  if (source !== undefined) expect(response.document.errors[0].source).to.deep.equal(source);
}
