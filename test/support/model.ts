// The served model: persons and computers, or the model that the condition of the process selects.
import type { Resource } from '#adapters/http/api/resource-description';
import { product } from '#product';

export const { resources } = product;

const [first] = Object.values<Resource>(resources);
if (first === undefined) throw new Error('the model has no resource');

/** Stands for all in tests of what holds for each. */
export const anyResource: Resource = first;
