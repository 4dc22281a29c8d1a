// Persons and computers: the model that is served unless another one is. `#product` leads here.
import packageJson from '../../package.json' with { type: 'json' };
import { examples } from './examples.ts';
import { seed } from './seed.ts';
import { tables } from './tables.ts';
import { resources } from './wire.ts';

const { name, version, description, license } = packageJson;

export const product = { service: { name, version, description, license }, resources, tables, examples, seed };
