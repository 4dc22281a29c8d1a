// node test/side-by-side/run.ts test check:types … runs parts in one pool. `test` and `check` stand for all parts whose names begin so.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parts } from './parts.ts';
import { runSideBySide } from './side-by-side.ts';

/** A script can take a gigabyte of memory. */
const MOST_COMPUTING = 4;
/** More would take too much from those that compute: they wait for what takes time of the processors, too. */
const WAITING = 1;

const [, , ...words] = process.argv;
const standsFor = (word: string, name: string): boolean => name === word || name.startsWith(`${word}:`);
const strange = words.filter((word) => !parts.some(({ name }) => standsFor(word, name)));
const chosen = parts.filter(({ name }) => words.some((word) => standsFor(word, name)));

if (strange.length > 0 || chosen.length === 0) {
  process.stderr.write(`no such part: ${strange.join(', ')}\nparts: ${parts.map(({ name }) => name).join(', ')}\n`);
  process.exitCode = 2;
} else {
  const stop = new AbortController();
  // Ctrl-C also reaches the scripts, which end by themselves.
  process.on('SIGINT', () => {
    stop.abort();
  });
  // What parts make for each other, such as a migrated database to copy.
  const fixtures = mkdtempSync(join(tmpdir(), 'test-fixtures-'));
  process.env['TEST_FIXTURES'] = fixtures;
  const succeeded = await runSideBySide(
    chosen.map(({ name, load }) => ({ name, load, command: [process.execPath, '--run', name] })),
    {
      places: { computes: Math.min(availableParallelism(), MOST_COMPUTING), waits: WAITING },
      write: (text) => process.stdout.write(text),
      stop: stop.signal,
    },
  );
  rmSync(fixtures, { recursive: true, force: true });
  process.exitCode = succeeded ? 0 : 1;
}
