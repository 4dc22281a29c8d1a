// The served model: persons and computers, or the model that the condition of the process selects.
import { product } from '#product';

export const { resources } = product;
