// What a route does, without Koa: requests and answers are data.
import type { Position } from '../../../application/model/position.ts';
import type { Conditions } from '../conditions/conditions.ts';
import type { KeyedRequest } from '../idempotency/keyed-request.ts';
import type { KeyedOutcome, KeyLimits } from '../idempotency/key-limits.ts';
import type { OpenCursors } from '../jsonapi/cursor/cursors.ts';
import type { LinkTo } from '../jsonapi/documents/links.ts';
import type { Document } from '../jsonapi/documents/render-document.ts';
import type { QueryLimits } from '../jsonapi/query/known-parameters.ts';
import type { HeaderRules } from '../api/header-use.ts';
import type { ParsedBody } from '../request/body.ts';
import type { BodyLimits } from '../request/check-size.ts';
import type { UseCases } from '../../../application/use-cases.ts';

/** A request whose head and size have been checked. */
export interface ReceivedRequest {
  readonly path: string;
  /** The identifier in the path, as sent; empty if the path has none. */
  readonly id: string;
  /** The part after the `?`. */
  readonly queryString: string;
  readonly body: ParsedBody;
  readonly conditions: Conditions;
  /** What a read has to show at least; undefined: whatever this service has written. */
  readonly since?: Position | undefined;
  /** Undefined without an `Idempotency-Key`. */
  readonly keyed?: KeyedRequest | undefined;
  /** Whether the client asks for pages by cursor, where there are any. */
  readonly asksForCursors?: boolean;
}

export type Answer = AnswerWithBody | AnswerWithoutBody;

export interface AnswerWithoutBody {
  readonly status: 204;
  readonly headers?: Readonly<Record<string, string>>;
}

export type AnswerWithBody = {
  readonly status: 200 | 201 | 308;
  /** Besides those of every answer; without a `Content-Type` it is a JSON:API document. */
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly text: string }
  /** Text that is made while it is sent. */
  | { readonly pieces: AsyncIterable<Piece> }
  /** Sent compressed to those who accept that, and not at all to those who have it. */
  | { readonly file: FileContent }
);

export type Piece = string | Buffer;

export interface FileContent {
  readonly bytes: Buffer;
  /** Of the bytes; part of the entity tag. */
  readonly digest: string;
  readonly gzipped: () => Promise<Buffer>;
}

export type Handler = (request: ReceivedRequest) => Promise<Answer>;

/** The service as the entry point describes it. */
export interface ServiceName {
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** SPDX identifier. */
  readonly license: string;
}

/** What all handlers need. */
export interface Api {
  readonly service: ServiceName;
  readonly use: UseCases;
  readonly limits: QueryLimits & BodyLimits & HeaderRules & KeyLimits;
  readonly linkTo: LinkTo;
  readonly openCursors: OpenCursors;
  /** Whether there are pages for people. */
  readonly hasPages: boolean;
  /** Whether there are replicas, so that writes answer with a `Consistency-Token`. */
  readonly hasTokens: boolean;
  /** Names the epoch of the storage in entity tags. */
  readonly epochMark: () => Promise<string>;
  /** Is told of every success of a request with an `Idempotency-Key`. */
  readonly onKeyedAnswer: (outcome: KeyedOutcome) => void;
}

export function ok(document: Document): Answer {
  return { status: 200, text: JSON.stringify(document) };
}
