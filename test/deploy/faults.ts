import { spawnSync } from 'node:child_process';

/** A condition, and the fault of a file that does not meet it. */
export type Demand = readonly [isMet: boolean, fault: string];

export function faultsOf(demands: readonly Demand[]): readonly string[] {
  return demands.filter(([isMet]) => !isMet).map(([, fault]) => fault);
}

/** The faults that a validator compiled by Ajv reports. */
export function schemaFaults(
  errors: readonly { instancePath: string; message?: string; params: object }[] | null | undefined,
): readonly string[] {
  return (errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * Runs a program that checks files.
 * @returns its output; undefined if it is not installed
 */
export function outputOf(
  program: string,
  words: readonly string[],
  folder?: string,
): { readonly status: number | null; readonly lines: readonly string[] } | undefined {
  const { error, status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  if (error === undefined) return { status, lines: (stdout + stderr).split('\n').filter((line) => line !== '') };
  if ('code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
