// npm run check:deploy: checks the files in deploy/.
import { alertFaults } from './alerts.ts';
import { clusterFaults, syntaxFaults } from './cluster.ts';
import { composeFaults } from './compose.ts';
import { dockerfileFaults, imageSettings } from './dockerfile.ts';
import { outputOf } from './faults.ts';
import { manifestFaults, typeFaults } from './kubernetes.ts';
import { pathInRepository, readDeploymentFiles } from './repository.ts';
import { sampleMetrics } from './sample-metrics.ts';
import { systemdFaults, unitFaults } from './systemd.ts';

const files = readDeploymentFiles();
const mistyped = typeFaults(files.manifests);
const [cluster, citus] = [pathInRepository('deploy/cluster'), pathInRepository('deploy/citus')];

/** The faults of each file; undefined if the program that checks it is not installed. */
const checks: Readonly<Record<string, readonly string[] | undefined>> = {
  'deploy/Dockerfile': dockerfileFaults(files.dockerfile, files.dockerignore),
  'deploy/compose.yaml': composeFaults(files.compose, 'deploy', files.gitignore),
  'deploy/prometheus-alerts.yaml': alertFaults(files.alerts, await sampleMetrics()),
  'deploy/kubernetes.yaml':
    mistyped.length > 0 ? mistyped : manifestFaults(files.manifests, imageSettings(files.dockerfile)),
  'deploy/jsonapi.service': unitFaults(files.unit),
  'deploy/jsonapi.service, by systemd-analyze': systemdFaults(files.unit),
  'deploy/cluster': clusterFaults(cluster),
  'deploy/cluster, by shellcheck': outputOf('shellcheck', ['-x', 'cluster.sh'], cluster)?.lines,
  'deploy/citus': syntaxFaults(citus),
  'deploy/citus, by shellcheck': outputOf('shellcheck', ['-x', 'citus.sh', 'tenants.sh'], citus)?.lines,
};
for (const [what, faults] of Object.entries(checks)) {
  if (faults === undefined) process.stdout.write(`${what}: not checked, because that program is not installed\n`);
  for (const fault of faults ?? []) process.stderr.write(`${what}: ${fault}\n`);
  if (faults !== undefined && faults.length > 0) process.exitCode = 1;
}
