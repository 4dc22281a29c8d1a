// A product with a misspelt optional member does not compile.
import { exactly } from '#composition/product/served';
import { product } from '#product';

// @ts-expect-error The member is called `seed`.
export const misspelt = exactly({ ...product, sed: undefined });
