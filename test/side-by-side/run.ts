// node test/side-by-side/run.ts gate | campaign | test | check | test:memory …: runs parts in one pool.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '../docs/documents.ts';
import { account } from './account.ts';
import { changedFiles } from './changed-files.ts';
import { choose, knownWords, type Chosen } from './choose.ts';
import { runSideBySide, type Part } from './side-by-side.ts';

/** A script can take a gigabyte of memory. */
const MOST_COMPUTING = 4;
/** The gate's waiting parts all run at once, because each leaves a core idle most of the time. */
const WAITING = 4;

const [, , ...words] = process.argv;
const strange = words.filter((word) => !knownWords.includes(word));

if (strange.length > 0 || words.length === 0) {
  const fault = words.length === 0 ? 'name at least one part' : `no such part: ${strange.join(', ')}`;
  process.stderr.write(`${fault}\nparts: ${knownWords.join(', ')}\n`);
  process.exitCode = 2;
} else {
  const chosen = choose(words, () => changedFiles(pathOf('.')));
  for (const { name, calledBy } of chosen) if (calledBy.length > 0) process.stdout.write(`${callOf(name, calledBy)}\n`);
  process.exitCode = (await runAll(chosen.map(partOf))) ? 0 : 1;
}

function callOf(name: string, [first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${name} runs as in the campaign, because of ${first ?? ''}${more}`;
}

function partOf({ name, load, depth }: Chosen): Part {
  const line = depth === 'gate' ? lineOf(name) : undefined;
  return {
    name,
    load,
    command: [process.execPath, '--run', name],
    environment: { TEST_DEPTH: depth },
    again: `${depth === 'campaign' ? 'TEST_DEPTH=campaign ' : ''}npm run ${name}`,
    ...(line !== undefined && { line }),
  };
}

/** Returns the part's line in the account. Without Linux's /proc there is none, because programs cannot be told apart. */
function lineOf(name: string): Part['line'] {
  if (!existsSync('/proc')) return undefined;
  return Object.entries(account).find(([part]) => part === name)?.[1];
}

async function runAll(parts: readonly Part[]): Promise<boolean> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop.abort();
    });
  // Results that parts share, such as a migrated database to copy.
  const fixtures = mkdtempSync(join(tmpdir(), 'test-fixtures-'));
  process.once('exit', () => {
    rmSync(fixtures, { recursive: true, force: true });
  });
  process.env['TEST_FIXTURES'] = fixtures;
  return runSideBySide(parts, {
    places: { computes: Math.min(availableParallelism(), MOST_COMPUTING), waits: WAITING },
    write: (text) => process.stdout.write(text),
    stop: stop.signal,
  });
}
