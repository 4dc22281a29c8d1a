import type { OpenAPIObject } from 'openapi3-ts/oas31';
import packageJson from '../../package.json' with { type: 'json' };
import { linksBelow } from '../../src/adapters/http/jsonapi/documents/links.ts';
import { openApiDocument } from '../../src/adapters/http/openapi/openapi-document.ts';
import { readConfig } from '../../src/composition/config/config.ts';
import type { Environment } from '../../src/composition/config/variables.ts';

/** The document of a service with this configuration, without starting one. */
export function documentOf(environment: Environment = {}): OpenAPIObject {
  const config = readConfig(environment);
  return openApiDocument({
    service: packageJson,
    limits: config,
    linkTo: linksBelow(config.publicUrl),
    hasPages: config.pages === 'on',
  });
}
