// Parameters about related resources are refused unless an include path shows those resources.
import type { DescribedParameter } from './described-api.ts';

export type Pair = readonly [name: string, value: string];

/** Adds the include paths that the parameters of a query need. */
export function withIncluded(parameters: readonly DescribedParameter[], query: readonly Pair[]): readonly Pair[] {
  const needed = query.flatMap(([name, value]) =>
    parameters.filter((each) => each.name === name).flatMap((parameter) => neededBy(parameter, value)),
  );
  const sent = query.find(([name]) => name === INCLUDE)?.[1] ?? '';
  const include = needed.reduce((paths, path) => (isShown(path, paths) ? paths : [...paths, path]), sent.split(','));
  const paths = include.filter((path) => path !== '');
  if (paths.join(',') === sent) return query;
  return [...query.filter(([name]) => name !== INCLUDE), [INCLUDE, paths.join(',')]];
}

const INCLUDE = 'include';

function isShown(beginning: string, paths: readonly string[]): boolean {
  return paths.some((path) => `${path}.`.startsWith(`${beginning}.`));
}

function neededBy({ onlyIncluded, isJson }: DescribedParameter, value: string): readonly string[] {
  if (onlyIncluded.size === 0) return [];
  const paths = isJson ? Object.keys(JSON.parse(value) as object) : value.split(',').map(pathOfKey);
  return ['', ...paths].flatMap((path) => onlyIncluded.get(path) ?? []);
}

/** @example pathOfKey('-owner.computers.serial') // 'owner.computers' */
function pathOfKey(key: string): string {
  return key.replace(/^-/, '').replace(/\.[^.]*$/, '');
}

/** Drops parameters that together would exceed the limit on their bytes. */
export function withinBytes(parameters: readonly DescribedParameter[], query: readonly Pair[]): readonly Pair[] {
  let bytes = 0;
  return query.filter(([name, value]) => {
    const most = parameters.find((each) => each.name === name)?.maxBytes;
    if (most === undefined) return true;
    const length = Buffer.byteLength(value);
    if (bytes + length > most) return false;
    bytes += length;
    return true;
  });
}
