import type { HttpLimits } from './limits.ts';
import type { LinkTo } from './links.ts';

/** What the configuration says of the API: requests are answered by it, and its description says it. */
export interface ApiConfig {
  readonly service: ServiceName;
  readonly limits: HttpLimits;
  readonly linkTo: LinkTo;
  /** Whether everybody may do everything: there is no policy. */
  readonly isOpen: boolean;
  /** Whether there are pages for people: `/docs/`, `/explorer/` and one at `/`. */
  readonly hasPages: boolean;
  /** Whether there are replicas, so that writes answer with a `Consistency-Token`. */
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
