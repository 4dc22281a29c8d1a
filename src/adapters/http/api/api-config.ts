import type { HttpLimits } from './limits.ts';
import type { LinkTo } from './links.ts';
import type { EveryResource } from './resource-description.ts';

/** The configuration of the API. Requests and the OpenAPI document both follow it. */
export interface ApiConfig {
  readonly service: ServiceName;
  readonly resources: EveryResource;
  readonly examples: Examples;
  readonly limits: HttpLimits;
  readonly linkTo: LinkTo;
  /** True if there is no policy, so every request is allowed. */
  readonly isPublic: boolean;
  /** True if the service has pages for people: `/docs/`, `/explorer/` and the home page. */
  readonly hasPages: boolean;
  /** True if there are replicas, so that writes answer with a `Consistency-Token`. */
  readonly hasTokens: boolean;
}

/** Examples for the entry page and the OpenAPI document. */
export interface Examples {
  /** Requests that work in this order on an empty service. */
  readonly requests: readonly ExampleRequest[];
  /** A plausible path that does not exist. */
  readonly unknownPath: string;
  /** The command that creates sample data; undefined if the model has no seed. */
  readonly seed?: string;
}

/** A request to try. */
export interface ExampleRequest {
  /** The heading above the request. */
  readonly title: string;
  /** The path with its query string. */
  readonly path: string;
  /** The document to POST; undefined for a GET. */
  readonly body?: object;
}

/** The service as the entry point describes it. */
export interface ServiceName {
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** SPDX identifier. */
  readonly license?: string | undefined;
  /** The `modelDigest`, so that entity tags change with the model; undefined: the default model. */
  readonly model?: string;
}
