// The files for deployment, each with what is wrong with it.
import { fencesOf } from '../docs/markdown.ts';
import { alertFaults } from './alerts.ts';
import { clusterFaults } from './cluster.ts';
import { composeFaults } from './compose.ts';
import { dockerfileFaults, imageSettings } from './dockerfile.ts';
import { misspeltFields } from './kubernetes-types.ts';
import { manifestFaults } from './kubernetes.ts';
import { pathInRepository, readRepositoryFile } from './repository.ts';
import { sampleMetrics } from './sample-metrics.ts';
import { shellcheckFaults, syntaxFaults } from './scripts.ts';
import { systemdFaults, unitFaults } from './systemd.ts';

export interface Checked {
  readonly what: string;
  readonly faults: readonly string[];
  /** Why a part was not checked. */
  readonly skipped?: string;
}

/** The files as they are, for tests to plant errors in. */
export interface DeploymentFiles {
  readonly dockerfile: string;
  readonly dockerignore: string;
  readonly compose: string;
  readonly gitignore: string;
  readonly alerts: string;
  readonly manifests: string;
  readonly unit: string;
}

export function readDeploymentFiles(): DeploymentFiles {
  const guide = readRepositoryFile('docs/deploy.md');
  const blocks = (language: string): readonly string[] =>
    fencesOf(guide)
      .filter((fence) => fence.language === language)
      .map(({ lines }) => lines.join('\n'));
  return {
    dockerfile: readRepositoryFile('deploy/Dockerfile'),
    dockerignore: readRepositoryFile('.dockerignore'),
    compose: readRepositoryFile('deploy/compose.yaml'),
    gitignore: readRepositoryFile('.gitignore'),
    alerts: readRepositoryFile('deploy/prometheus-alerts.yaml'),
    manifests: blocks('yaml')
      .filter((block) => block.startsWith('apiVersion:'))
      .join('\n---\n'),
    unit: blocks('ini').join('\n'),
  };
}

export async function checkDeployment(files: DeploymentFiles): Promise<readonly Checked[]> {
  const systemd = systemdFaults(files.unit);
  const [cluster, citus] = [pathInRepository('deploy/cluster'), pathInRepository('deploy/citus')];
  return [
    { what: 'deploy/Dockerfile', faults: dockerfileFaults(files.dockerfile, files.dockerignore) },
    { what: 'deploy/compose.yaml', faults: composeFaults(files.compose, 'deploy', files.gitignore) },
    { what: 'deploy/prometheus-alerts.yaml', faults: alertFaults(files.alerts, await sampleMetrics()) },
    {
      what: 'Kubernetes in docs/deploy.md',
      faults: [...manifestFaults(files.manifests, imageSettings(files.dockerfile)), ...misspeltFields(files.manifests)],
    },
    scripts('deploy/cluster', clusterFaults(cluster), shellcheckFaults(cluster, 'cluster.sh')),
    scripts('deploy/citus', syntaxFaults(citus), shellcheckFaults(citus, 'citus.sh')),
    {
      what: 'systemd in docs/deploy.md',
      faults: [...unitFaults(files.unit), ...(systemd ?? [])],
      ...(systemd === undefined ? { skipped: 'not verified by systemd: there is no systemd-analyze here' } : {}),
    },
  ];
}

function scripts(what: string, faults: readonly string[], shellcheck: readonly string[] | undefined): Checked {
  return shellcheck === undefined
    ? { what, faults, skipped: 'not verified by shellcheck, which is not installed here' }
    : { what, faults: [...faults, ...shellcheck] };
}
