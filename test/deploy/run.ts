// npm run check:deploy: checks the files for deployment and the examples in docs/deploy.md.
import { checkDeployment, readDeploymentFiles } from './check.ts';

for (const { what, faults, skipped } of await checkDeployment(readDeploymentFiles())) {
  if (skipped !== undefined) process.stdout.write(`${what}: ${skipped}\n`);
  for (const fault of faults) process.stderr.write(`${what}: ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
