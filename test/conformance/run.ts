// npm run conformance: checks the service against every statement of a version's lists and prints a report.
import { parseArgs } from 'node:util';
import { accountForStatements, type Account } from './account.ts';
import { checkService, writeReport } from './report.ts';
import { startServiceProcess, type StorageKind } from './service-process.ts';
import { versions, type Version } from './statements.ts';

const USAGE = `usage: npm run conformance [-- [--version 1.0|1.1] [--url http://… | --storage memory|postgres]]
  --version  the version of JSON:API to check, 1.0 by default
  --url      checks a running service instead of starting one
  --storage  starts and checks the service on this storage only`;

interface Options {
  readonly version: Version;
  readonly url: string | undefined;
  readonly storages: readonly StorageKind[];
}

const options = readOptions();
if (options === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = (await run(options)) ? 0 : 1;
}

/** @returns whether every check passed and every statement is accounted for */
async function run({ version, url, storages }: Options): Promise<boolean> {
  const account = accountForStatements(version);
  for (const gap of account.gaps) process.stderr.write(`${gap}\n`);
  let passed = account.gaps.length === 0;
  if (url !== undefined) return (await report(url, url, version, account)) && passed;
  for (const storage of storages) {
    const service = await startServiceProcess(storage);
    try {
      passed = (await report(storage, service.url, version, account)) && passed;
    } finally {
      await service.stop();
    }
  }
  return passed;
}

async function report(title: string, url: string, version: Version, account: Account): Promise<boolean> {
  try {
    const outcome = await checkService(url, version, account);
    const name = version === '1.0' ? 'JSON:API' : `JSON:API ${version}`;
    process.stdout.write(`${name} conformance: ${title}\n\n${writeReport(outcome)}\n\n`);
    return outcome.problems.length === 0 && outcome.verdicts.every(({ result }) => result !== 'fail');
  } catch (error) {
    process.stderr.write(`${title}: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

/** Undefined if the command line is invalid. */
function readOptions(): Options | undefined {
  try {
    const options = { version: { type: 'string' }, url: { type: 'string' }, storage: { type: 'string' } } as const;
    const { version: named = '1.0', url, storage } = parseArgs({ options }).values;
    const version = versions.find((each) => each === named);
    if (version === undefined) return undefined;
    if (url !== undefined && (storage !== undefined || !/^http:\/\/./.test(url) || !URL.canParse(url)))
      return undefined;
    const all = ['memory', 'postgres'] as const;
    const storages = all.filter((each) => storage === undefined || storage === each);
    return storages.length === 0 ? undefined : { version, url, storages };
  } catch {
    return undefined;
  }
}
