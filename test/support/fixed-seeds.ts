// Sets the seed of fast-check properties without their own. It is fixed in the gate. The campaign draws a new one and prints it.
import { configureGlobal } from 'fast-check';
import { seedOf } from './depth.ts';

configureGlobal({ seed: seedOf('properties', 1) });
