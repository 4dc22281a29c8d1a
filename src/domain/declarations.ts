// Every resource of the default model. `#declarations` leads here, or to those of another model.
import { computer } from './computer.ts';
import { person } from './person.ts';
import type { Declaration } from './resource.ts';

export const declarations = { person, computer } as const satisfies Readonly<Record<string, Declaration>>;
