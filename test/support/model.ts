// The model that is served: that of persons and computers, or the one that the condition of the process names.
import { product } from '#product';

export const { resources } = product;
