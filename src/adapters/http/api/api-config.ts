import type { HttpLimits } from './limits.ts';
import type { LinkTo } from './links.ts';

/** The configuration of the API. Requests and the OpenAPI document both follow it. */
export interface ApiConfig {
  readonly service: ServiceName;
  readonly limits: HttpLimits;
  readonly linkTo: LinkTo;
  /** True if there is no policy, so every request is allowed. */
  readonly isPublic: boolean;
  /** True if there are pages for people: `/docs/`, `/explorer/` and one at `/`. */
  readonly hasPages: boolean;
  /** True if there are replicas, so that writes answer with a `Consistency-Token`. */
  readonly hasTokens: boolean;
}

/** The service as the entry point describes it. */
export interface ServiceName {
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** SPDX identifier. */
  readonly license: string;
}
