import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IPodSpec, IService } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { TSC } from '../support/compiler.ts';
import { faultsOf, outputOf, type Demand } from './faults.ts';
import { isInRepository, pathInRepository } from './repository.ts';
import { keepAliveDemand, settingFaults, stopMillis, type Settings } from './settings.ts';

type Manifest = IDeployment | IJob | IPodDisruptionBudget | IService;

/** The API versions to use. The models also have earlier ones. */
const VERSIONS: Readonly<Record<Manifest['kind'], Manifest['apiVersion']>> = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
};

/** The page of the admin port for each probe. An unavailable database must not restart the process. */
const PAGES = { livenessProbe: '/live', readinessProbe: '/ready', startupProbe: '/live' } as const;

/**
 * The faults that the compiler finds in manifests: misspelt fields, which the API server silently drops, missing fields, and values of the
 * wrong type.
 */
export function typeFaults(yaml: string): readonly string[] {
  const statements = manifestsIn(yaml).map((manifest, index) => {
    const type = `import('kubernetes-models/${VERSIONS[manifest.kind]}').I${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  // In `node_modules`, so that the compiler finds the packages.
  const folder = mkdtempSync(pathInRepository('node_modules/.manifests-'));
  try {
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, statements.join(''));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    return outputOf(process.execPath, [TSC, ...options, '--target', 'es2024', file])?.lines ?? [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function manifestsIn(yaml: string): readonly Manifest[] {
  return parseAllDocuments(yaml).map((document) => document.toJS() as Manifest);
}

/**
 * The faults of manifests that pass the compiler but do not meet the needs of the service.
 * @param ports that the image sets, by variable
 */
export function manifestFaults(yaml: string, ports: Settings): readonly string[] {
  const all = manifestsIn(yaml);
  const served = all.filter((manifest) => manifest.kind === 'Deployment');
  const images = new Set(all.flatMap((manifest) => podOf(manifest)?.containers.map(({ image }) => image) ?? []));
  return [
    ...faultsOf([[images.size === 1, `there are several images: ${[...images].join(', ')}`]]),
    ...all.flatMap((manifest) => {
      const pod = podOf(manifest);
      const demands = [...ownDemands(manifest, served, ports), ...(pod === undefined ? [] : podDemands(pod))];
      const faults = [...faultsOf(demands), ...(pod === undefined ? [] : settingFaults(settingsOf(pod)))];
      return faults.map((fault) => `${manifest.kind} ${manifest.metadata?.name ?? ''}: ${fault}`);
    }),
  ];
}

function podOf(manifest: Manifest): IPodSpec | undefined {
  return manifest.kind === 'Deployment' || manifest.kind === 'Job' ? manifest.spec?.template.spec : undefined;
}

function settingsOf({ containers }: IPodSpec): Settings {
  return Object.fromEntries((containers[0]?.env ?? []).map(({ name, value = '' }) => [name, value]));
}

function ownDemands(manifest: Manifest, served: readonly IDeployment[], ports: Settings): readonly Demand[] {
  switch (manifest.kind) {
    case 'Job': {
      const [program, script = '', command] = podOf(manifest)?.containers[0]?.command ?? [];
      return [
        [program === 'node' && command === 'migrate', 'does not migrate'],
        [isInRepository(script), `runs ${script}, which does not exist`],
      ];
    }
    case 'Deployment':
      return [
        selectionDemand(manifest.spec?.selector.matchLabels, served),
        ...served.flatMap(podOf).flatMap((pod) => (pod === undefined ? [] : serverDemands(pod, ports))),
      ];
    case 'PodDisruptionBudget':
      return [selectionDemand(manifest.spec?.selector?.matchLabels, served)];
    case 'Service': {
      const names = served.flatMap((each) => podOf(each)?.containers[0]?.ports?.map(({ name }) => name) ?? []);
      const targets = (manifest.spec?.ports ?? []).map(({ targetPort }) => String(targetPort));
      return [
        selectionDemand(manifest.spec?.selector, served),
        ...targets.map((target): Demand => [names.includes(target), `there is no port ${target}`]),
        [!targets.includes('admin'), 'shows the admin port to clients'],
      ];
    }
  }
}

/** A selector must name the labels of the pods that serve. */
function selectionDemand(wanted: object | undefined, served: readonly IDeployment[]): Demand {
  const labels = served.map(({ spec }) => JSON.stringify(spec?.template.metadata?.labels));
  return [
    labels.includes(JSON.stringify(wanted)),
    `selects ${JSON.stringify(wanted)}, which matches no pod that serves`,
  ];
}

function podDemands(pod: IPodSpec): readonly Demand[] {
  const [container] = pod.containers;
  const mounts = container?.volumeMounts ?? [];
  const files = Object.entries(settingsOf(pod)).filter(([name]) => name.endsWith('_FILE'));
  const { runAsNonRoot, runAsUser = 0 } = pod.securityContext ?? {};
  return [
    ...files.map(([name, path]): Demand => {
      const isMounted = mounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`));
      return [isMounted, `${name} names ${path}, where nothing is mounted`];
    }),
    ...mounts.map(({ name }): Demand => {
      return [pod.volumes?.some((volume) => volume.name === name) === true, `there is no volume ${name}`];
    }),
    [pod.enableServiceLinks === false, 'gets ADMIN_PORT from a Service called admin'],
    [runAsNonRoot === true && runAsUser > 0, 'may run as root'],
    [container?.resources?.limits?.['memory'] !== undefined, 'has no memory limit'],
  ];
}

function serverDemands(pod: IPodSpec, image: Settings): readonly Demand[] {
  const [container] = pod.containers;
  const settings = settingsOf(pod);
  const expected = { http: image['PORT'], admin: image['ADMIN_PORT'] };
  const graceMillis = (pod.terminationGracePeriodSeconds ?? 30) * 1000;
  return [
    ...(['livenessProbe', 'readinessProbe', 'startupProbe'] as const).map((name): Demand => {
      const { path, port } = container?.[name]?.httpGet ?? {};
      const isRight = path === PAGES[name] && port === 'admin';
      return [isRight, `${name} asks for ${path}, not ${PAGES[name]} of the admin port`];
    }),
    ...Object.entries(expected).map(([name, port]): Demand => {
      const opened = container?.ports?.find((each) => each.name === name)?.containerPort;
      return [String(opened) === port, `the port ${name} is not ${port}, which the image listens on`];
    }),
    [settings['MIGRATE'] === 'off', 'migrates, as the job does'],
    [settings['ADMIN_HOST'] === '0.0.0.0', 'hides the admin port from the probes'],
    [Number(settings['SHUTDOWN_DELAY_MS'] ?? 0) > 0, 'closes its port before load balancers know'],
    [graceMillis >= stopMillis(settings), 'has too little time to stop'],
    keepAliveDemand(settings),
  ];
}
