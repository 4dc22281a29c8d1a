import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { openApiDocument } from '#adapters/http/openapi/openapi-document';
import { apiConfig } from './api-config.ts';
import type { Config } from './config/config.ts';

/** The OpenAPI document of a service with this configuration, without starting one. */
export function describeApi(config: Config): OpenAPIObject {
  return openApiDocument(apiConfig(config));
}
