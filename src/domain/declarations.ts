// Every resource of the default model. `#declarations` resolves to this file unless another model is served.
import { computer } from './computer.ts';
import { person } from './person.ts';
import type { Declaration } from './resource.ts';

export const declarations = { person, computer } as const satisfies Readonly<Record<string, Declaration>>;
