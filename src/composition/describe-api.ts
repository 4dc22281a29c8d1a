import type { OpenAPIObject } from 'openapi3-ts/oas31';
import packageJson from '../../package.json' with { type: 'json' };
import { linksBelow } from '../adapters/http/jsonapi/documents/links.ts';
import { openApiDocument } from '../adapters/http/openapi/openapi-document.ts';
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
