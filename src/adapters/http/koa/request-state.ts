import type Koa from 'koa';
import type { Actor } from '#application/model/actor';
import type { DocumentFormat } from '../api/media-types.ts';
import type { Json } from '../request/syntax/json.ts';

/** The state of a request, passed on between middleware. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  /** The client, if there is a policy. */
  actor?: Actor;
  /** The format of errors, set by content negotiation; until then, the version of JSON:API that the headers ask for. */
  errorFormat?: DocumentFormat;
  /** The request document, once parsed. */
  sent?: Json;
  /** True for an event stream, which stays open while its client listens. */
  isLive?: boolean;
  /** True if the service broke off the response after its first byte. */
  isBroken?: boolean;
}

export type Middleware = Koa.Middleware<RequestState>;
export type Context = Parameters<Middleware>[0];
