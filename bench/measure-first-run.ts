// A newcomer's first run, from npx with a release package and a warm npm cache to sample data in a browser.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/browser/chromium';
import { copyForRelease } from '#test/deploy/release-copy';
import { Cleanup } from './cleanup.ts';
import { median } from './median.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { tableOf } from './table.ts';

const TARGET_SECONDS = 30;
const TIMEOUT_MILLIS = 300_000;

/** Each phase ends when the output of the demo matches `until`. The last phase, the page, follows. */
const PHASES = [
  { title: 'install, by npx', until: /^(?:creating|starting) the demo in /m },
  { title: 'first start', until: /^Listening on (\S+)$/m },
  { title: 'seed of 1,000 persons', until: /^created 1000 persons /m },
] as const;
const TITLES = [...PHASES.map(({ title }) => title), 'page'];

export async function measureFirstRun({ rounds }: Options): Promise<Report> {
  const cleanup = new Cleanup();
  try {
    const release = copyForRelease();
    cleanup.add({ stop: async () => release.remove() });
    release.release();
    const [file = ''] = globSync('dist/*-server-*.tgz', { cwd: release.folder });
    const home = mkdtempSync(join(tmpdir(), 'bench-first-run-'));
    cleanup.add({ stop: async () => rmSync(home, { recursive: true }) });
    const browser = await launchChromium();
    cleanup.add({ stop: () => browser.close() });
    const run = (): Promise<readonly number[]> => runOnce(join(release.folder, file), home, browser);
    // Fills npm's cache. Every run removes the installation but keeps the package.
    await run();
    const runs: (readonly number[])[] = [];
    while (runs.length < rounds) runs.push(await run());
    return reportOf(runs);
  } finally {
    await cleanup.run();
  }
}

/**
 * Installs, starts and fills a demo in a new folder, and opens the explorer.
 * @returns the seconds of each phase
 */
async function runOnce(file: string, home: string, browser: Browser): Promise<readonly number[]> {
  const [cache, folder] = [join(home, 'cache'), join(home, 'folder')];
  for (const each of [join(cache, '_npx'), folder]) rmSync(each, { recursive: true, force: true });
  mkdirSync(folder);
  const options = ['--offline', '--no-audit', '--no-fund', '--cache', cache, '--yes', '--package', file];
  const times = [performance.now()];
  const demo = spawn('npx', [...options, 'jsonapi', '--demo'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATABASE_URL: '', DATA_DIR: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that all of its processes can be ended.
    detached: true,
  });
  const end = (): void => void (demo.pid !== undefined && demo.exitCode === null && process.kill(-demo.pid, 'SIGTERM'));
  process.once('exit', end);
  const ended = once(demo, 'close');
  const found = outputOf(demo);
  try {
    let url = '';
    for (const { until } of PHASES) {
      const [, address] = await found(until);
      times.push(performance.now());
      url = address ?? url;
    }
    const page = await openExplorer(browser, url);
    times.push(performance.now());
    await page.close();
  } finally {
    end();
    await ended;
    process.removeListener('exit', end);
  }
  return times.slice(1).map((time, index) => (time - (times[index] ?? NaN)) / 1000);
}

/** @returns a function that waits until the output of a process matches a pattern, and throws if the process ends first */
function outputOf(child: ChildProcessByStdio<null, Readable, Readable>): (pattern: RegExp) => Promise<RegExpExecArray> {
  const streams = [child.stdout, child.stderr];
  const ended = once(child, 'close');
  let output = '';
  for (const stream of streams) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return async (pattern) => {
    for (;;) {
      const match = pattern.exec(output);
      if (match !== null) return match;
      if (child.exitCode !== null) throw new Error(`the demo ended: ${output}`);
      await Promise.race([...streams.map((stream) => once(stream, 'data')), ended]);
    }
  };
}

/** Opens the explorer, and waits for the rows and their number. */
async function openExplorer(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MILLIS);
  await page.goto(`${url}/explorer/`);
  await page.getByRole('status').filter({ hasText: '1,000 persons' }).waitFor();
  await page.locator('.row-link').first().waitFor();
  return page;
}

/** @param runs the seconds of each phase, by run */
function reportOf(runs: readonly (readonly number[])[]): Report {
  const whole = runs.map((seconds) => seconds.reduce((sum, each) => sum + each, 0));
  const total = median(whole);
  const phases = TITLES.map((title, index) => ({ title, seconds: runs.map((run) => run[index] ?? NaN) }));
  const rows = [...phases, { title: 'all', seconds: whole }].map(({ title, seconds }) => ({
    title,
    median: median(seconds),
    min: Math.min(...seconds),
    max: Math.max(...seconds),
  }));
  return {
    title: 'First run',
    load: `seconds from npx to 1,000 persons in the explorer, with the package in npm's cache; ${runs.length} runs`,
    database: 'as embedded',
    rows,
    table: tableOf(
      ['phase', 'median', 'min–max', 'share'],
      rows.map((row) => [
        row.title,
        row.median.toFixed(1),
        `${row.min.toFixed(1)}–${row.max.toFixed(1)}`,
        `${Math.round((100 * row.median) / total)} %`,
      ]),
    ),
    missed: total > TARGET_SECONDS ? [`first run: ${total.toFixed(1)} s, target ${TARGET_SECONDS} s`] : [],
  };
}
