import { tables } from '../product/tables.ts';

/** The product that the service serves. */
export const product = { tables };
