// The model in the folder that `RESOURCES` names. `#model` resolves to its index.
import { judgeModel } from './judge-model.ts';
import { inPlace, withPlace } from './model-folder.ts';

// A dynamic import, so that errors in its files can be caught.
export const { default: model } = await import('#model').catch((error: unknown) => {
  throw withPlace(error);
});

inPlace(() => judgeModel(model));
