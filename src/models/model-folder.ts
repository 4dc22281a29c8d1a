// The folder of the served model, and errors that name its files.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DeclarationError } from '#domain/schema-of';

const INDEX = fileURLToPath(import.meta.resolve('#model'));

/** The folder that `RESOURCES` names. */
export const FOLDER = dirname(INDEX);

/** Puts the model file that caused an error in front of its message. */
export function withPlace(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${nameOf(INDEX)}: ${String(error)}`);
  const place = error instanceof DeclarationError ? fileOf(error.type) : (placeIn(error.stack ?? '') ?? nameOf(INDEX));
  return new Error(`${place}: ${error.message}`, { cause: error });
}

/** Runs a function, and adds the model file to an error that it throws. */
export function inPlace<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw withPlace(error);
  }
}

/** The first position in a stack trace that is in a file of the folder. */
function placeIn(stack: string): string | undefined {
  for (const start of [`${FOLDER}/`, `${pathToFileURL(FOLDER).href}/`]) {
    const [, before] = stack.split(start, 2);
    const [, file, line] = /^(.+?):(\d+)/.exec(before ?? '') ?? [];
    if (file !== undefined) return `${nameOf(join(FOLDER, decodeURI(file)))}:${line}`;
  }
  return undefined;
}

/** The file named after a type; the index if there is none. */
function fileOf(type: string): string {
  const own = ['ts', 'js'].map((ending) => join(FOLDER, `${type}.${ending}`)).find((path) => existsSync(path));
  return nameOf(own ?? INDEX);
}

function nameOf(path: string): string {
  return relative('', path);
}
