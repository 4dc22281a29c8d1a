import type Koa from 'koa';
import type { Actor } from '#application/model/actor';
import type { DocumentFormat } from '../api/media-types.ts';

/** What middleware pass on about a request. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  /** Who makes the request, where there is a policy. */
  actor?: Actor;
  /** How errors are written from here on; by default as JSON:API 1.0. */
  dialect?: DocumentFormat;
  /** The service broke off the answer after its first byte. */
  isBroken?: boolean;
}

export type Middleware = Koa.Middleware<RequestState>;
export type Context = Parameters<Middleware>[0];
