// Builds the explorer and the reference: `node explorer/build.ts` writes explorer/built, `--check` compares instead.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const source = join(import.meta.dirname, 'src');
const target = join(import.meta.dirname, 'built');

const mostBytes = 25_000;

type Files = ReadonlyMap<string, string>;

/** The built files by name. All but the pages have a digest in their name, so that browsers keep them for ever. */
async function buildFiles(): Promise<Files> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      app: join(source, 'app.tsx'),
      style: join(source, 'styles/app.css'),
      reference: join(source, 'reference.tsx'),
      'reference-style': join(source, 'styles/reference.css'),
    },
    outdir: target,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    absWorkingDir: import.meta.dirname,
    // The digests depend on the paths of the packages, so these must not depend on where links lead.
    preserveSymlinks: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  for (const [name, parts] of Object.entries(pages)) files.set(name, await page(metafile, name, parts));
  return files.set('licenses.txt', await licenses(metafile));
}

interface PageParts {
  readonly script: string;
  readonly style: string;
  /** From the address of the page to the built files. */
  readonly base: string;
}

/** By template. The reference is at `/docs/`, and its files are those of the explorer, with which it shares code. */
const pages: Readonly<Record<string, PageParts>> = {
  'index.html': { script: 'app.tsx', style: 'app.css', base: '' },
  'reference.html': { script: 'reference.tsx', style: 'reference.css', base: '../explorer/' },
};

/** The page, with the names of its script and style; what the script imports is loaded beside it. */
async function page({ outputs }: Metafile, name: string, parts: PageParts): Promise<string> {
  const entry = (entryPoint: string): [name: string, output: Metafile['outputs'][string]] => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
    if (found === undefined) throw new Error(`nothing was built from ${entryPoint}`);
    return [basename(found[0]), found[1]];
  };
  const [script, { imports }] = entry(`src/${parts.script}`);
  const [style] = entry(`src/styles/${parts.style}`);
  const preloads = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${parts.base}${basename(path)}" />`);
  const template = await readFile(join(source, name), 'utf8');
  return template
    .replace(`"${parts.style}"`, `"${parts.base}${style}"`)
    .replace(`"${parts.script.replace('.tsx', '.js')}"`, `"${parts.base}${script}"`)
    .replace('"licenses.txt"', `"${parts.base}licenses.txt"`)
    .replace(/ *<!-- preloads -->\n/u, preloads.map((link) => `    ${link}\n`).join(''));
}

/** The licences of foreign packages that the script contains: they ask to be in every copy. */
async function licenses({ inputs }: Metafile): Promise<string> {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules[/](?:@[^/]+[/])?[^/]+/u.exec(path) ?? []);
  const sections = [...new Set(folders)].toSorted().map(async (folder) => {
    const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, folder, name), 'utf8');
    const { name, version, ...rest } = JSON.parse(await read('package.json')) as PackageJson;
    return rest.private === true ? [] : [`${name} ${version}\n\n${(await read('LICENSE')).trim()}\n`];
  });
  return (await Promise.all(sections)).flat().join('\n\n');
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

async function write(files: Files): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  for (const [name, text] of files) await writeFile(join(target, name), text);
}

/** The names of the files that are not as built, missing or too many. */
async function differences(files: Files): Promise<readonly string[]> {
  const committed = await readdir(target);
  const differ: string[] = committed.filter((name) => !files.has(name));
  for (const [name, text] of files) {
    const same = committed.includes(name) && (await readFile(join(target, name), 'utf8')) === text;
    if (!same) differ.push(name);
  }
  return differ;
}

/** The size of the script that the first view waits for, compressed. */
function firstScriptSize(files: Files): number {
  const loaded = [...(files.get('index.html') ?? '').matchAll(/"([^"]+[.]js)"/gu)].map(([, name = '']) => name);
  return loaded.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0);
}

const files = await buildFiles();
const size = firstScriptSize(files);
if (size > mostBytes) {
  console.error(
    `The first view of the explorer loads ${size} bytes of compressed script; at most ${mostBytes} are wanted`,
  );
  process.exitCode = 1;
}
if (process.argv.includes('--check')) {
  const differ = await differences(files);
  if (differ.length > 0) {
    console.error(`explorer/built is not what its source makes (${differ.join(', ')}): npm run build:explorer`);
    process.exitCode = 1;
  }
} else {
  await write(files);
}
