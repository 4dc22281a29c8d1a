// The types of the model in a folder. `#declarations` resolves to this file if `RESOURCES` names a folder.
import type { DeclaredType } from './resource-words.ts';
import { model } from './served-model.ts';

type ByType<Types extends readonly DeclaredType[]> = {
  readonly [Declared in Types[number] as Declared['type']]: Declared;
};

/** Every type of the model. */
export const declarations = Object.fromEntries(model.types.map((each) => [each.type, each])) as ByType<
  typeof model.types
>;
