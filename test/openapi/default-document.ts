import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { readConfig } from '#composition/config/config';
import type { Environment } from '#composition/config/parse-setting';
import { describeApi } from '#composition/describe-api';

/** The document of a service with this configuration. */
export function documentOf(environment: Environment = {}): OpenAPIObject {
  return describeApi(readConfig(environment));
}
