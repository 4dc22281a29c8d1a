// Builds the explorer and the reference: `node explorer/build.ts` writes explorer/built, `--check` compares instead.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const source = join(import.meta.dirname, 'src');
const target = join(import.meta.dirname, 'built');

const mostBytes = 25_000;

type Files = ReadonlyMap<string, string>;

/** The folder of the built files of each page, by its entry. The files are served under the name of the folder. */
const folders = { app: 'explorer', reference: 'docs' } as const;

type Entry = keyof typeof folders;

/**
 * The built files of a page by path. All except the page itself have a digest in their name, so that browsers cache them forever. Each page is
 * built separately, because a file of shared code would contain more than either page needs.
 */
async function buildFiles(entry: Entry): Promise<Files> {
  const { outputFiles, metafile } = await build({
    entryPoints: { [entry]: join(source, `${entry}.tsx`), style: join(source, `styles/${entry}.css`) },
    outdir: target,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    absWorkingDir: import.meta.dirname,
    // The digests depend on the paths of the packages, so keep the paths through symbolic links.
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
  files.set('index.html', await page(metafile, entry)).set('licenses.txt', await licenses(metafile));
  return new Map([...files].map(([name, text]) => [`${folders[entry]}/${name}`, text]));
}

/** The page, with the names of its script and style, and preloads of the modules that the script imports. */
async function page({ outputs }: Metafile, entry: Entry): Promise<string> {
  const built = (entryPoint: string): [name: string, output: Metafile['outputs'][string]] => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
    if (found === undefined) throw new Error(`nothing was built from ${entryPoint}`);
    return [basename(found[0]), found[1]];
  };
  const [script, { imports }] = built(`src/${entry}.tsx`);
  const [style] = built(`src/styles/${entry}.css`);
  const preloads = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${basename(path)}" />`);
  const template = await readFile(join(source, `${entry}.html`), 'utf8');
  return template
    .replace(`${entry}.css`, style)
    .replace(`${entry}.js`, script)
    .replace(/ *<!-- preloads -->\n/u, preloads.map((link) => `    ${link}\n`).join(''));
}

/** The licenses of third-party packages in the script, which must accompany every copy. */
async function licenses({ inputs }: Metafile): Promise<string> {
  const packages = Object.keys(inputs).flatMap((path) => /^.*node_modules[/](?:@[^/]+[/])?[^/]+/u.exec(path) ?? []);
  const sections = [...new Set(packages)].toSorted().map(async (folder) => {
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
  for (const folder of Object.values(folders)) await mkdir(join(target, folder), { recursive: true });
  for (const [name, text] of files) await writeFile(join(target, name), text);
}

/** The names of files that differ, are missing or should not exist. */
async function differences(files: Files): Promise<readonly string[]> {
  const found = await readdir(target, { recursive: true, withFileTypes: true });
  const committed = found
    .filter((each) => each.isFile())
    .map((each) => relative(target, join(each.parentPath, each.name)));
  const differ: string[] = committed.filter((name) => !files.has(name));
  for (const [name, text] of files) {
    const same = committed.includes(name) && (await readFile(join(target, name), 'utf8')) === text;
    if (!same) differ.push(name);
  }
  return differ;
}

/** The compressed size of the scripts that the first view of a page waits for. */
function firstScriptSize(files: Files, folder: string): number {
  const loaded = [...(files.get(`${folder}/index.html`) ?? '').matchAll(/"([^"]+[.]js)"/gu)];
  return loaded.reduce((sum, [, name = '']) => {
    return sum + gzipSync(files.get(`${folder}/${name}`) ?? '', { level: 9 }).length;
  }, 0);
}

const files = new Map([...(await buildFiles('app')), ...(await buildFiles('reference'))]);
for (const folder of Object.values(folders)) {
  const size = firstScriptSize(files, folder);
  if (size > mostBytes) {
    console.error(`The first view of /${folder}/ loads ${size} bytes of compressed script; the limit is ${mostBytes}`);
    process.exitCode = 1;
  }
}
if (process.argv.includes('--check')) {
  const differ = await differences(files);
  if (differ.length > 0) {
    console.error(`explorer/built is out of date (${differ.join(', ')}): run npm run build:explorer`);
    process.exitCode = 1;
  }
} else {
  await write(files);
}
