// node test/side-by-side/run.ts test check:types … runs parts in one pool. `test` and `check` stand for all parts whose names begin so.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parts } from './parts.ts';
import { runSideBySide } from './side-by-side.ts';

/** A script can take a gigabyte of memory. */
const MOST_COMPUTING = 4;
/** Even those that mostly wait compute a little; two of them would slow the others down. */
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop.abort();
    });
  // What parts make for each other, such as a migrated database to copy.
  const fixtures = mkdtempSync(join(tmpdir(), 'test-fixtures-'));
  process.once('exit', () => {
    rmSync(fixtures, { recursive: true, force: true });
  });
  process.env['TEST_FIXTURES'] = fixtures;
  const succeeded = await runSideBySide(
    chosen.map(({ name, load }) => ({ name, load, command: [process.execPath, '--run', name] })),
    {
      places: { computes: Math.min(availableParallelism(), MOST_COMPUTING), waits: WAITING },
      write: (text) => process.stdout.write(text),
      stop: stop.signal,
    },
  );
  process.exitCode = succeeded ? 0 : 1;
}
