import type { ApiConfig } from '#adapters/http/api/api-config';
import { linksBelow } from '#adapters/http/api/links';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from './config/config.ts';

/** The part of the configuration that the API follows. */
export function apiConfig(config: Config): ApiConfig {
  return {
    service: packageJson,
    limits: config,
    isPublic: config.policyFile === undefined,
    linkTo: linksBelow(config.publicUrl),
    hasPages: config.pages === 'on',
    hasTokens: config.replicas.length > 0,
  };
}
