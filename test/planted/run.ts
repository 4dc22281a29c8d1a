// npm run planted -- NAME … plants the named defects, or all of them, one at a time in a copy of the project. At the depth of the gate,
// the tests that find a defect must fail with it, and pass without it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfProject, runIn } from '../support/project-copy.ts';
import { defects, patch, type Defect } from './defects.ts';

const AT_ONCE = 2;

/** Tests to run with a defect, which they must find, or without one. */
interface Trial extends Pick<Defect, 'script' | 'tests'> {
  readonly defect?: Defect;
}

const [, , ...names] = process.argv;
const strange = names.filter((name) => !defects.some((defect) => defect.name === name));
const chosen = defects.filter(({ name }) => names.length === 0 || names.includes(name));
const trials: Trial[] = [
  ...new Map(chosen.map(({ script, tests }) => [`${script} ${tests}`, { script, tests }])).values(),
  ...chosen.map((defect) => ({ ...defect, defect })),
];

if (strange.length > 0) {
  process.stderr.write(
    `no such defect: ${strange.join(', ')}\ndefects: ${defects.map(({ name }) => name).join(', ')}\n`,
  );
  process.exitCode = 2;
} else await Promise.all(Array.from({ length: AT_ONCE }, runTrials));

/** Takes trials from the list until it is empty. */
async function runTrials(): Promise<void> {
  const folder = copyOfProject('planted');
  try {
    for (let trial = trials.shift(); trial !== undefined; trial = trials.shift()) {
      const start = performance.now();
      const { isGood, said } = await run(folder, trial);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      process.stdout.write(`${isGood ? '✔' : '✘'} ${said} ${seconds} s: ${trial.script} ${trial.tests}\n`);
      if (!isGood) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(
  folder: string,
  { defect, ...command }: Trial,
): Promise<{ readonly isGood: boolean; readonly said: string }> {
  if (defect === undefined) {
    const { status, output } = await mocha(folder, command);
    return status === 0
      ? { isGood: true, said: 'passes without defects' }
      : { isGood: false, said: `fails\n${output}` };
  }
  const { name } = defect;
  const misfit = patch(folder, defect, '--apply');
  if (misfit !== '') return { isGood: false, said: `${name} does not apply: ${misfit}` };
  const { status, output } = await mocha(folder, command);
  const unpatched = patch(folder, defect, '--reverse');
  if (unpatched !== '') throw new Error(unpatched);
  // A test must fail. It is not enough if a file cannot be loaded or the service does not start.
  const isFound = status === 1 && /^ +1 failing$/m.test(output) && !output.includes('"before all" hook');
  return isFound
    ? { isGood: true, said: `${name} is found` }
    : { isGood: false, said: `${name} is NOT found\n${output}` };
}

function mocha(folder: string, { script, tests }: Pick<Defect, 'script' | 'tests'>): ReturnType<typeof runIn> {
  const config = script === 'test:unit' ? '' : '--config .mocharc.integration.json';
  const compiled = join(folder, 'compiled');
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_DEPTH: 'gate', NODE_COMPILE_CACHE: compiled };
  // Other tests must not use fixtures made with a defect.
  delete env['TEST_FIXTURES'];
  delete env['TEST_SEED'];
  return runIn(folder, ['sh', '-c', `node node_modules/mocha/bin/mocha.js ${config} --bail --no-color ${tests}`], env);
}
