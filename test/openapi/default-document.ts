import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { readConfig } from '../../src/composition/config/config.ts';
import type { Environment } from '../../src/composition/config/variables.ts';
import { describeApi } from '../../src/composition/describe-api.ts';

/** The document of a service with this configuration. */
export function documentOf(environment: Environment = {}): OpenAPIObject {
  return describeApi(readConfig(environment));
}
