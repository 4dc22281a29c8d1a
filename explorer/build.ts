// Builds the explorer: `node explorer/build.ts` writes explorer/built, `--check` compares instead.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { build } from 'esbuild';

const source = join(import.meta.dirname, 'src');
const target = join(import.meta.dirname, 'built');

type Files = ReadonlyMap<string, string>;

/** The built files by name. The names of script and style have a digest, so that browsers keep them for ever. */
async function buildFiles(): Promise<Files> {
  const { outputFiles } = await build({
    entryPoints: { app: join(source, 'app.tsx'), style: join(source, 'styles/app.css') },
    outdir: target,
    absWorkingDir: import.meta.dirname,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    logLevel: 'warning',
  });
  const files = new Map<string, string>();
  let page = await readFile(join(source, 'index.html'), 'utf8');
  for (const { path, text } of outputFiles) {
    const suffix = extname(path);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
    files.set(`app-${digest}${suffix}`, text);
    page = page.replace(`app${suffix}`, `app-${digest}${suffix}`);
  }
  return files.set('index.html', page);
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

const files = await buildFiles();
if (process.argv.includes('--check')) {
  const differ = await differences(files);
  if (differ.length > 0) {
    console.error(`explorer/built is not what its source makes (${differ.join(', ')}): npm run build:explorer`);
    process.exitCode = 1;
  }
} else {
  await write(files);
}
