import type { ApiConfig } from '#adapters/http/api/api-config';
import { linksBelow } from '#adapters/http/api/links';
import { modelDigest } from '#adapters/http/api/model-digest';
import { isDefault } from '#adapters/persistence/tables/table-model';
import type { Config } from './config/config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { served } from './product/served.ts';

const { name } = packageJson;
/** The package.json is private only in a clone. */
const SEED = 'private' in packageJson ? 'npm run cli -- seed' : `npx ${name} seed`;

/** The part of the configuration that the API follows. */
export function apiConfig(config: Config): ApiConfig {
  return {
    service: { ...served.service, ...(isDefault(served.tables) ? {} : { model: modelDigest(served.resources) }) },
    resources: served.resources,
    examples: { ...served.examples, ...(served.seed !== undefined && { seed: SEED }) },
    limits: config,
    isPublic: config.policyFile === undefined,
    linkTo: linksBelow(config.publicUrl),
    hasPages: config.pages === 'on',
    hasTokens: config.replicas.length > 0,
  };
}
