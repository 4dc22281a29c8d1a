// Persons and computers, the default model. `#product` resolves to this file unless another model is served.
import packageJson from '../../package.json' with { type: 'json' };
import { examples } from './examples.ts';
import { seed } from './seed.ts';
import { tables } from './tables.ts';
import { resources } from './wire.ts';

const service = {
  name: 'jsonapi-person-computer',
  version: packageJson.version,
  description: 'A JSON:API 1.0 service for persons and computers, on PostgreSQL or in memory',
  license: packageJson.license,
};

export const product = { service, resources, tables, examples, seed };
