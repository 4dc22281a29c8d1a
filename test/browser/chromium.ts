// A real Chromium that `npm ci` brings: compressed in a package, unpacked once, with the libraries that a bare machine lacks.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { madeOnce } from '../support/made-once.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Chromium's package has no monospaced font. */
const MONOSPACED = fileURLToPath(new URL('ttf/', import.meta.resolve('dejavu-fonts-ttf/package.json')));

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Starts Chromium: the one that `TEST_CHROMIUM` names, else the one of the package, which is for Linux on x64 only. */
export async function launchChromium(): Promise<Browser> {
  const { TEST_CHROMIUM } = process.env;
  if (TEST_CHROMIUM !== undefined) return chromium.launch({ ...options, executablePath: TEST_CHROMIUM });
  const folder = await unpacked();
  // Each time, since it names the folder, which may have moved with the checkout.
  writeFileSync(join(folder, FONTS), fontsOf(folder));
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, FONTS) };
  return chromium.launch({ ...options, executablePath: join(folder, 'chromium'), env });
}

const options = {
  // Root has no sandbox, and everything that is opened here is ours.
  chromiumSandbox: false,
  timeout: 120_000,
  // No name resolves: a page that needs more than this machine fails.
  args: ['--disable-gpu', '--font-render-hinting=none', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
};

const FONTS = 'fonts.conf';

/** The folder with the executable. */
async function unpacked(): Promise<string> {
  const folder = join(CACHE, `chromium-${packageJson.devDependencies['@sparticuz/chromium']}`);
  await madeOnce(folder, (fresh) => {
    // The libraries are unpacked only where this variable says that they are missing.
    const env = { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    return run(process.execPath, [fileURLToPath(new URL('unpack-process.ts', import.meta.url))], { env });
  });
  return folder;
}

const run = promisify(execFile);

/** Only the packages' fonts, so that screenshots do not depend on the machine. */
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>${MONOSPACED}</dir>
  <selectfont>
    <acceptfont><glob>${MONOSPACED}DejaVuSansMono*</glob></acceptfont>
    <rejectfont><glob>${MONOSPACED}*</glob></rejectfont>
  </selectfont>
  <alias>
    <family>monospace</family>
    <prefer><family>DejaVu Sans Mono</family></prefer>
  </alias>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
