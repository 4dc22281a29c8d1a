// Serves the model in a folder instead of persons and computers. Plain JavaScript, and imported before anything that reads the model, because
// loaded modules cannot be replaced.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

const OPTION = '--resources';
/** The module that models import, whether or not the package is installed next to them. */
const WORDS = '@jsonapi-person-computer/server/model';
const SERVICE = new URL('../../', import.meta.url).href;

/** The folder of the model that this process serves; empty for the default model; undefined until it is known. */
let served;

/**
 * Registers the folder that the option `--resources`, or else the variable `RESOURCES`, names. Removes the option from `words`, and sets the
 * variable to the absolute path, so that child processes serve the same model. Without a folder, the process serves the default model.
 * @param {string[]} words the arguments of the process
 * @param {Record<string, string | undefined>} environment
 * @throws {Error} if the option has no value, npm has consumed it, the folder has no model that can be served, or this process already serves
 *     another model
 */
export function serveModel(words, environment) {
  const option = takeOption(words);
  if (option === undefined && environment['npm_config_resources'] !== undefined)
    throw new Error(`npm took ${OPTION} as its own option; put -- before it, as in npm start -- ${OPTION} FOLDER`);
  const named = option === undefined ? environment['RESOURCES'] : resolve(folderOfUser(environment), option);
  const folder = named === undefined || named === '' ? '' : existsSync(named) ? realpathSync(named) : resolve(named);
  if (served !== undefined && served !== folder)
    throw new Error(`this process serves ${nameOf(served)}, so it cannot serve ${nameOf(folder)}`);
  if (folder !== '') {
    environment['RESOURCES'] = folder;
    if (served === undefined) register(pathToFileURL(indexOf(folder)).href, `${pathToFileURL(folder).href}/`);
  }
  served = folder;
}

/** @param {string} folder */
function nameOf(folder) {
  return folder === '' ? 'the default model' : `the model in ${folder}`;
}

/**
 * @param {string[]} words
 * @returns {string | undefined} the value; the last one if the option is repeated
 */
function takeOption(words) {
  let value;
  for (;;) {
    const at = words.findIndex((word) => word === OPTION || word.startsWith(`${OPTION}=`));
    if (at < 0) return value;
    const [word = '', next = ''] = words.splice(at, words[at] === OPTION ? 2 : 1);
    value = word === OPTION ? next : word.slice(OPTION.length + 1);
    if (value === '') throw new Error(`option '${OPTION} <folder>' argument missing`);
  }
}

/**
 * The folder to which paths in arguments are relative. npm runs the scripts of a clone in the folder of the clone, not in that of the user.
 * @param {Record<string, string | undefined>} environment
 */
function folderOfUser({ INIT_CWD: folder = '', npm_package_name: name }) {
  return name === packageJson.name ? folder : '';
}

/** @param {string} folder */
function indexOf(folder) {
  const [source, built] = [join(folder, 'index.ts'), join(folder, 'index.js')];
  const isInstalled = folder.split(sep).includes('node_modules');
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new Error(`${folder} is a file, not the folder of a model`);
  if (existsSync(source) && !isInstalled) return source;
  if (existsSync(built)) return built;
  if (!existsSync(source)) throw new Error(`there is no model in ${folder}: index.ts is missing`);
  throw new Error(
    `${folder} is in node_modules, where Node.js does not run TypeScript: compile the model to JavaScript`,
  );
}

/**
 * @param {string} index the index of the model
 * @param {string} folder as a URL with a trailing slash
 */
function register(index, folder) {
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context;
      if (specifier === WORDS && (parentURL.startsWith(folder) || !parentURL.startsWith(SERVICE)))
        return next('#models/words', { ...context, parentURL: import.meta.url });
      if (!parentURL.startsWith(SERVICE)) return next(specifier, context);
      if (specifier === '#model') return next(index, context);
      const isReplaced = specifier === '#declarations' || specifier === '#product';
      return next(specifier, isReplaced ? { ...context, conditions: [...conditions, 'model'] } : context);
    },
    // Otherwise Node.js would look for a package.json that declares the format, and warn if there is none.
    load(url, context, next) {
      const format = url.startsWith(folder) ? formatOf(url.slice(folder.length)) : undefined;
      return next(url, format === undefined ? context : { ...context, format });
    },
  });
}

/**
 * @param {string} path of a file in the folder
 * @returns {string | undefined} undefined: leave it to Node.js
 */
function formatOf(path) {
  if (path.startsWith('node_modules/')) return undefined;
  if (path.endsWith('.ts')) return 'module-typescript';
  return path.endsWith('.js') ? 'module' : undefined;
}
