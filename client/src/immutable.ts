/** The type with all members readonly, so that it also accepts constants. */
export type Immutable<Value> = Value extends object
  ? { readonly [Member in keyof Value]: Immutable<Value[Member]> }
  : Value;
