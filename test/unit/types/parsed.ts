// A parse result with problems has no value.
import type { Parsed } from '#adapters/http/request/syntax/parsed';

declare const filter: Parsed<string>;

// @ts-expect-error It may have problems instead.
export const { value } = filter;
