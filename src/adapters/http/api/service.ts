/** The service as the entry point describes it. */
export interface ServiceName {
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** SPDX identifier. */
  readonly license: string;
}
