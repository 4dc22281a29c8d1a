import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { messageOf } from '#application/model/describe-error';
import { isInRepository } from './repository.ts';
import { settingFaults, stopMillis, type Settings } from './settings.ts';

const models = { Deployment, Job, PodDisruptionBudget, Service };

/** What the checks read of manifests that fit the models. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: keyof typeof models;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector?: { readonly matchLabels?: Labels } & Labels;
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
  };
}

type Labels = Readonly<Record<string, unknown>>;

interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly runAsUser?: number };
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly name: string }[];
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

/** A page of the admin port for each probe. A database that is away must not restart the process. */
const PAGES = { livenessProbe: '/live', readinessProbe: '/ready', startupProbe: '/live' } as const;

/**
 * The faults of manifests: what their models do not allow, and what the service needs. Models overlook misspelt fields: see `misspeltFields`.
 * @param ports that the image sets, by variable
 */
export function manifestFaults(yaml: string, ports: Settings): readonly string[] {
  const manifests = parseAllDocuments(yaml).map((document) => document.toJS() as Manifest);
  const invalid = manifests.flatMap((manifest) => modelFaults(manifest));
  if (invalid.length > 0) return invalid;
  const images = new Set(
    manifests.flatMap(({ spec }) => (spec.template?.spec.containers ?? []).map(({ image }) => image)),
  );
  return [
    ...(images.size === 1 ? [] : [`there are several images: ${[...images].join(', ')}`]),
    ...manifests.flatMap((manifest) =>
      faultsOf(manifest, manifests, ports).map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`),
    ),
  ];
}

function modelFaults({ kind, ...data }: Manifest): readonly string[] {
  if (!Object.hasOwn(models, kind)) return [`nothing checks ${kind}`];
  const Model = models[kind] as new (data: object) => { apiVersion: string; validate(): void };
  try {
    const model = new Model({});
    if (data.apiVersion !== model.apiVersion) return [`${kind} is in ${model.apiVersion}, not ${data.apiVersion}`];
    new Model(data).validate();
    return [];
  } catch (error) {
    return [`${kind}: ${messageOf(error)}`];
  }
}

function faultsOf(manifest: Manifest, all: readonly Manifest[], ports: Settings): readonly string[] {
  const { kind, spec } = manifest;
  const pod = spec.template?.spec;
  const [container] = pod?.containers ?? [];
  const own = pod === undefined || container === undefined ? [] : podFaults(pod, container);
  if (kind === 'Job' || container === undefined || pod === undefined)
    return [...own, ...(kind === 'Job' ? jobFaults(container) : selectionFaults(manifest, all))];
  return [...own, ...selectionFaults(manifest, all), ...serverFaults(pod, container, ports)];
}

function podFaults({ securityContext, volumes = [] }: Pod, container: Container): readonly string[] {
  const settings = settingsOf(container);
  const mounts = container.volumeMounts ?? [];
  const { runAsNonRoot, runAsUser = 0 } = securityContext ?? {};
  return [
    ...settingFaults(settings),
    ...Object.entries(settings)
      .filter(
        ([name, path]) => name.endsWith('_FILE') && !mounts.some((mount) => path.startsWith(`${mount.mountPath}/`)),
      )
      .map(([name, path]) => `${name} names ${path}, where nothing is mounted`),
    ...mounts
      .filter((mount) => !volumes.some(({ name }) => name === mount.name))
      .map(({ name }) => `there is no volume ${name}`),
    runAsNonRoot === true && runAsUser > 0 ? undefined : 'may run as root',
    container.resources?.limits?.memory === undefined ? 'has no limit of memory' : undefined,
  ].filter((fault) => fault !== undefined);
}

/** The job migrates by the command line. */
function jobFaults(container: Container | undefined): readonly string[] {
  const [program, script = '', command] = container?.command ?? [];
  return [
    program === 'node' && command === 'migrate' ? undefined : 'does not migrate',
    isInRepository(script) ? undefined : `runs ${script}, which does not exist`,
  ].filter((fault) => fault !== undefined);
}

/** What a selector names must be the labels of the pods that serve. */
function selectionFaults({ spec }: Manifest, all: readonly Manifest[]): readonly string[] {
  const wanted = JSON.stringify(spec.selector?.matchLabels ?? spec.selector);
  const pods = all.filter(({ kind }) => kind === 'Deployment').map((each) => each.spec.template);
  const labels = pods.map((template) => JSON.stringify(template?.metadata.labels));
  const names = pods
    .flatMap((template) => template?.spec.containers ?? [])
    .flatMap(({ ports = [] }) => ports.map(({ name }) => name));
  const targets = (spec.ports ?? []).map(({ targetPort }) => targetPort);
  return [
    ...(labels.includes(wanted) ? [] : [`selects ${wanted}, which is no pod that serves`]),
    ...targets.filter((target) => !names.includes(target)).map((target) => `there is no port ${target}`),
    ...(targets.includes('admin') ? ['shows the admin port to clients'] : []),
  ];
}

function serverFaults(pod: Pod, container: Container, ports: Settings): readonly string[] {
  const settings = settingsOf(container);
  const graceMillis = (pod.terminationGracePeriodSeconds ?? 30) * 1000;
  const expected = { http: ports['PORT'], admin: ports['ADMIN_PORT'] };
  return [
    ...probeFaults(container),
    ...Object.entries(expected)
      .filter(
        ([name, port]) => !container.ports?.some((each) => each.name === name && String(each.containerPort) === port),
      )
      .map(([name, port]) => `the port ${name} is not ${port ?? 'set'}, which the image listens on`),
    settings['MIGRATE'] === 'off' ? undefined : 'migrates, as the job does',
    settings['ADMIN_HOST'] === '0.0.0.0' ? undefined : 'hides the admin port from the probes',
    Number(settings['SHUTDOWN_DELAY_MS'] ?? 0) > 0 ? undefined : 'closes its port before load balancers know',
    graceMillis >= stopMillis(settings) ? undefined : 'has too little time to stop',
  ].filter((fault) => fault !== undefined);
}

function probeFaults(container: Container): readonly string[] {
  return (['livenessProbe', 'readinessProbe', 'startupProbe'] as const).flatMap((name) => {
    const { path = 'nothing', port = '' } = container[name]?.httpGet ?? {};
    return path === PAGES[name] && port === 'admin'
      ? []
      : [`${name} asks for ${path}, not ${PAGES[name]} of the admin port`];
  });
}

function settingsOf({ env = [] }: Container): Settings {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}
