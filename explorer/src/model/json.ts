// JSON from outside: documents of the API, the address of the page. Nothing is used before it has been checked.

export type Json = Scalar | readonly Json[] | JsonObject;

export type Scalar = null | boolean | number | string;

export interface JsonObject {
  readonly [member: string]: Json;
}

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Pretty-prints JSON; other text is unchanged. */
export function prettyJson(text: string): string {
  const json = parseJson(text);
  return json === undefined ? text : JSON.stringify(json, null, 2);
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !isArray(json);
}

/** `Array.isArray` does not recognize readonly arrays. */
export function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

export function isScalar(json: Json | undefined): json is Scalar {
  return json === null || (json !== undefined && typeof json !== 'object');
}

/** A member of an object; undefined for other JSON, and for inherited members. */
export function member(json: Json | undefined, name: string): Json | undefined {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

export function text(json: Json | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined;
}

export function number(json: Json | undefined): number | undefined {
  return typeof json === 'number' ? json : undefined;
}

export function texts(json: Json | undefined): readonly string[] {
  return items(json).filter((item) => typeof item === 'string');
}

export function items(json: Json | undefined): readonly Json[] {
  return isArray(json) ? json : [];
}

export function entries(json: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(json) ? Object.entries(json) : [];
}
