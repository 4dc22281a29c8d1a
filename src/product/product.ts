// Persons and computers, the default model. `#product` resolves to this file unless another model is served.
import packageJson from '../../package.json' with { type: 'json' };
import { examples } from './examples.ts';
import { seed } from './seed.ts';
import { tables } from './tables.ts';
import { resources } from './wire.ts';

const { name, version, description, license } = packageJson;

export const product = { service: { name, version, description, license }, resources, tables, examples, seed };
