// Properties of fast-check that name no seed draw the same values in every gate; the campaign prints the seed that they share.
import { configureGlobal } from 'fast-check';
import { seedOf } from './depth.ts';

configureGlobal({ seed: seedOf('properties', 1) });
