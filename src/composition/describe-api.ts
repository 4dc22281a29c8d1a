import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { linksBelow } from '#adapters/http/api/links';
import { openApiDocument } from '#adapters/http/openapi/openapi-document';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from './config/config.ts';

/** The OpenAPI document of a service with this configuration, without starting one. */
export function describeApi(config: Config): OpenAPIObject {
  return openApiDocument({
    service: packageJson,
    limits: config,
    linkTo: linksBelow(config.publicUrl),
    hasPages: config.pages === 'on',
    hasTokens: config.replicas.length > 0,
  });
}
