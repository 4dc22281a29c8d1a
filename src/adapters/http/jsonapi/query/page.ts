import type { NumberedPage } from '#application/model/query';
import type { QueryLimits } from './known-parameters.ts';
import { parameterProblem, type Parameter, type Parsed } from './parameter.ts';

/**
 * Parses `page[size]` and `page[number]`; either may be missing.
 * @returns undefined for `page[size]=0`, no paging; the number is checked even then
 * @example parsePage({ name: 'page[size]', value: '50' }, undefined, limits).value; // { kind: 'numbered', size: 50, number: 1 }
 */
export function parsePage(
  size: Parameter | undefined,
  number: Parameter | undefined,
  limits: QueryLimits,
): Parsed<NumberedPage | undefined> {
  const { maxPageSize = Infinity, allowUnpaged, defaultPageSize } = limits;
  const readSize = size && parseWholeNumber(size, allowUnpaged ? 0 : 1, maxPageSize);
  const readNumber = number && parseWholeNumber(number, 1, Infinity);
  const page = {
    kind: 'numbered',
    size: readSize?.value ?? Math.min(defaultPageSize, maxPageSize),
    number: readNumber?.value ?? 1,
  } as const;
  return {
    value: page.size === 0 ? undefined : page,
    problems: [...(readSize?.problems ?? []), ...(readNumber?.problems ?? [])],
  };
}

/** @param most Infinity: up to the largest exact integer */
export function parseWholeNumber({ name, value }: Parameter, least: number, most: number): Parsed<number> {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  const greatest = Math.min(most, Number.MAX_SAFE_INTEGER);
  if (number >= least && number <= greatest) return { value: number, problems: [] };
  const detail = `${name} must be a whole number from ${least} to ${greatest}, in decimal digits`;
  return { value: number, problems: [parameterProblem(name, detail, most === Infinity ? undefined : { max: most })] };
}
