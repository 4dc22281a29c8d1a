/** The result of a check: the value, or a reason that completes the sentence "NAME …". */
export type Checked<Value> =
  { readonly valid: true; readonly value: Value } | { readonly valid: false; readonly reason: string };

export function accept<Value>(value: Value): Checked<Value> {
  return { valid: true, value };
}

export function refuse(reason: string): { readonly valid: false; readonly reason: string } {
  return { valid: false, reason };
}
