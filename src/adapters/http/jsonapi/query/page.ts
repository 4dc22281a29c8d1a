import type { Page } from '#application/model/query';
import type { QueryLimits } from './known-parameters.ts';
import { parameterProblem, type Parameter, type Parsed } from './parameter.ts';

/**
 * `page[size]` and `page[number]`, either of which may be missing.
 *
 * @returns undefined for everything at once, which `page[size]=0` asks for; the number is checked then too
 */
export function parsePage(
  size: Parameter | undefined,
  number: Parameter | undefined,
  limits: QueryLimits,
): Parsed<Page | undefined> {
  const { maxPageSize = Infinity, allowUnpaged, defaultPageSize } = limits;
  const readSize = size && wholeNumber(size, allowUnpaged ? 0 : 1, maxPageSize);
  const readNumber = number && wholeNumber(number, 1, Infinity);
  const page = { size: readSize?.value ?? Math.min(defaultPageSize, maxPageSize), number: readNumber?.value ?? 1 };
  return {
    value: page.size === 0 ? undefined : page,
    problems: [...(readSize?.problems ?? []), ...(readNumber?.problems ?? [])],
  };
}

/** @param most Infinity when there is no limit but the one of exact numbers */
function wholeNumber({ name, value }: Parameter, least: number, most: number): Parsed<number> {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  const greatest = Math.min(most, Number.MAX_SAFE_INTEGER);
  if (number >= least && number <= greatest) return { value: number, problems: [] };
  const detail = `${name} must be a whole number from ${least} to ${greatest}, in decimal digits`;
  return { value: number, problems: [parameterProblem(name, detail, most === Infinity ? undefined : { max: most })] };
}
