import { expect } from 'chai';
import { alertFaults } from '../../deploy/alerts.ts';
import { composeFaults } from '../../deploy/compose.ts';
import { dockerfileFaults, imageSettings } from '../../deploy/dockerfile.ts';
import { manifestFaults, typeFaults } from '../../deploy/kubernetes.ts';
import { readDeploymentFiles, type DeploymentFiles } from '../../deploy/repository.ts';
import { sampleMetrics } from '../../deploy/sample-metrics.ts';
import { unitFaults } from '../../deploy/systemd.ts';

/** Replaces a part of a file, and should cause exactly this fault. */
type Plant = readonly [from: string | RegExp, to: string, fault: RegExp];

const files = readDeploymentFiles();
const metrics = await sampleMetrics();

function plant(text: string, from: string | RegExp, to: string): string {
  const planted = text.replace(from, to);
  expect(planted, 'nothing was planted').not.to.equal(text);
  return planted;
}

function finds(
  file: keyof DeploymentFiles,
  faultsOf: (files: DeploymentFiles) => readonly string[],
  plants: readonly Plant[],
): void {
  it('finds nothing wrong with it', () => {
    expect(faultsOf(files)).to.deep.equal([]);
  });
  for (const [from, to, fault] of plants)
    it(`finds ${to === '' ? 'nothing' : to} instead of ${String(from)}`, () => {
      const faults = faultsOf({ ...files, [file]: plant(files[file], from, to) });
      expect(faults.join('\n')).to.match(fault);
    });
}

describe('The check of the Dockerfile', () => {
  finds('dockerfile', ({ dockerfile, dockerignore }) => dockerfileFaults(dockerfile, dockerignore), [
    ['WORKDIR /app', 'WORKDIRR /app', /unknown instruction: WORKDIRR/i],
    ['--timeout=5s', '--timeout=5', /missing unit/],
    ['--interval=10s', '--intervall=10s', /intervall/],
    ['USER node', 'USER root', /the user is root/],
    ['USER node\n', '', /the user is root/],
    ['STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL', /the signal to stop is SIGKILL/],
    [/^CMD .*$/m, 'CMD npm start', /the command is npm start/],
    [/^CMD .*$/m, 'CMD ["node", "src/start.js"]', /the command is .* not .*semi-space/],
    [/^CMD/m, 'ENTRYPOINT ["sh"]\nCMD', /entry point/],
    [/^HEALTHCHECK.*$/m, 'HEALTHCHECK NONE', /no health check/],
    ['CMD ["node", "deploy/health.js", "/live"]', 'CMD node deploy/health.js /live', /no health check in exec form/],
    ['"deploy/health.js", "/live"', '"deploy/other.js", "/live"', /other\.js, not in the image/],
    ['"/live"', '"/ready"', /asks for \/ready/],
    [/-slim$/m, '-alpine', /the base is/],
    [/FROM node:.*-slim$/m, 'FROM node:slim', /the base is node:slim/],
    ['npm ci --omit=dev', 'npm ci', /development dependencies/],
    ['npm ci', 'npm install', /not an exact installation/],
    ['COPY src src', 'COPY source source', /there is no source to copy/],
    ['COPY src src', 'COPY test test', /leaves out test/],
    ['COPY src src\n', '', /lacks src/],
    ['COPY client/built client/built\n', '', /lacks client\/built/],
    ['COPY explorer/built explorer/built\n', '', /lacks explorer\/built/],
    ['COPY package.json ./\n', '', /lacks package\.json/],
    ['COPY docs/paging.md docs/paging.md\n', '', /lacks docs\/paging\.md/],
    [/^COPY docs\/profiles.*\n/m, '', /lacks docs\/profiles\/included-sets\.md/],
    ['HOST=0.0.0.0', 'HOST=127.0.0.1', /HOST must be 0\.0\.0\.0/],
    ['PORT=3000', 'PORT=x', /PORT must be a whole number/],
    ['DATA_DIR=/data', 'DATA_FOLDER=/data', /there is no variable DATA_FOLDER/],
    ['VOLUME /data', 'VOLUME /var/data', /is not a volume/],
    ['--owner=node ', '', /nothing gives \/data to node/],
    [' ADMIN_PORT=9090', '', /needs ADMIN_PORT/],
    ['EXPOSE 3000', 'EXPOSE 8080', /not exposed/],
  ]);

  it('finds files that .dockerignore lets in or keeps out', () => {
    const { dockerfile, dockerignore } = files;
    expect(dockerfileFaults(dockerfile, plant(dockerignore, '!src\n', ''))).to.deep.equal([
      '.dockerignore leaves out src',
    ]);
    expect(dockerfileFaults(dockerfile, plant(dockerignore, /^\*$/m, 'node_modules'))).to.have.lengthOf(1);
  });
});

describe('The check of compose.yaml', () => {
  finds('compose', ({ compose, gitignore }) => composeFaults(compose, 'deploy', gitignore), [
    ['depends_on:', 'depend_on:', /depend_on/],
    ['stop_grace_period: 40s', 'stop_grace_period: 40 seconds', /stop_grace_period/],
    ['stop_grace_period: 40s', 'stop_grace_period: 30s', /too little time to stop/],
    ['service_healthy', 'service_started', /does not wait until postgres is healthy/],
    ['service_healthy', 'service_well', /depends_on/],
    ['      postgres:\n        condition', '      database:\n        condition', /depends on database/],
    [/ {4}healthcheck:\n {6}# Over TCP.*\n(?: {6}.*\n)+/, '', /postgres: has no health check/],
    ['[CMD, node', '[CMD-SHELL, node', /health check in exec form/],
    ['deploy/health.js', 'deploy/probe.js', /runs deploy\/probe\.js/],
    ['secrets: [database-url]', 'secrets: [url]', /there is no secret url/],
    ['DATABASE_URL_FILE', 'DATABASE_FILE', /there is no variable DATABASE_FILE/],
    [
      'DATABASE_URL_FILE: /run/secrets/database-url',
      'DATABASE_URL_FILE: /run/secrets/url',
      /not a secret of the service/,
    ],
    ['DATABASE_URL_FILE: /run/secrets/database-url', 'POOL_SIZE: "1"', /POOL_SIZE must be/],
    ['file: secrets/database-url', 'file: database-url', /git does not ignore deploy\/database-url/],
    ["'127.0.0.1:3000:3000'", "'3000:3000'", /reachable from other machines/],
    ['image: postgres:18', 'image: postgres:latest', /has no version/],
    ['- postgres:/var/lib/postgresql', '- postgres:/var/lib/postgresql/data', /not in a volume/],
    ['- postgres:/var', '- data:/var', /there is no volume data/],
    ['dockerfile: deploy/Dockerfile', 'dockerfile: Dockerfile', /there is no Dockerfile/],
    ['restart: unless-stopped', 'restart: 7', /restart/],
    ['    restart: unless-stopped\n', '', /is not restarted/],
    ['          memory: 512M\n', '', /no memory limit/],
    ['    read_only: true\n', '', /can write to its image/],
    [/ *KEEP_ALIVE_MS.*\n/, '', /closes idle connections before a proxy/],
  ]);
});

describe('The check of the alerts', () => {
  finds('alerts', ({ alerts }) => alertFaults(alerts, metrics), [
    ['        for: 2m', '        For: 2m', /additional properties .*For/],
    ['for: 2m', 'for: 2 minutes', /for must match/],
    ['severity: page', 'severity: high', /severity must be equal/],
    ['alert: JsonapiSlow', 'alert: JsonapiDown', /JsonapiDown is defined twice/],
    ['"a replica is left out"', '"a replica is lost"', /quotes "a replica is lost", which no log line contains/],
    [
      'rate(http_requests_shed_total',
      'rate(http_requests_dropped_total',
      /there is no metric http_requests_dropped_total/,
    ],
    [
      'http_request_duration_seconds_count{',
      'http_request_duration_seconds{',
      /there is no metric http_request_duration_seconds$/m,
    ],
    ['status="500"', 'code="500"', /has no label code/],
    ['state="waiting"', 'state="queued"', /has no state queued/],
    ['{job="jsonapi", state="waiting"}', '{state="waiting"}', /not limited to one job/],
    ['sum by (job, route)', 'sum by (job, path)', /has no label path/],
    ['by (job, le)', 'by (job)', /needs the label le/],
    ['seconds_bucket', 'seconds_count', /has no buckets/],
    ['min_over_time', 'rate', /rate of db_pool_connections, which can fall/],
    ['min_over_time', 'minimum_over_time', /cannot be read: minimum_over_time/],
    ['"}[1h]', '"}', /cannot be read: .*increase\(V\)/],
    ['[15m])) > 0', '[15m]) > 0', /cannot be read: sum/],
    ['> 0.5', '>> 0.5', /cannot be read: V >> V/],
    ['[15m])) > 3', '[15m]))', /always fires/],
    ['{job="jsonapi"} > 0.5', "{job='jsonapi'} > 0.5", /cannot be read/],
    [
      "'{{ $labels.route }} responds with 500'",
      "'{{ $labels.instance }} responds with 500'",
      /shows the label instance/,
    ],
  ]);
});

describe('The check of the Kubernetes manifests', () => {
  const ports = imageSettings(files.dockerfile);
  finds('manifests', ({ manifests }) => manifestFaults(manifests, ports), [
    [/path: \/ready, port: admin/, 'path: /ready, port: http', /readinessProbe asks/],
    [/(livenessProbe:\n\s+httpGet: \{ path:) \/live/, '$1 /ready', /livenessProbe asks for \/ready/],
    ['containerPort: 9090', 'containerPort: 9091', /the port admin is not 9090/],
    ['targetPort: http', 'targetPort: web', /there is no port web/],
    ['targetPort: http', 'targetPort: admin', /shows the admin port/],
    ['selector: { app: jsonapi }', 'selector: { app: service }', /matches no pod that serves/],
    ['runAsUser: 1000', 'runAsUser: 0', /may run as root/],
    ["name: MIGRATE, value: 'off'", "name: MIGRATE, value: 'never'", /MIGRATE must be one of/],
    ["name: MIGRATE, value: 'off'", 'name: MIGRATE, value: auto', /migrates, as the job does/],
    ['name: ADMIN_HOST', 'name: ADMIN_ADDRESS', /there is no variable ADMIN_ADDRESS/],
    ['value: /run/secrets/jsonapi/database-url', 'value: /run/secrets/database-url', /where nothing is mounted/],
    ["'8000'", "'0'", /closes its port/],
    ["'65000'", "'60000'", /closes idle connections before a proxy/],
    ['      enableServiceLinks: false\n', '', /gets ADMIN_PORT from a Service/],
    ['terminationGracePeriodSeconds: 45', 'terminationGracePeriodSeconds: 30', /too little time to stop/],
    ['jsonapi:0.9.0', 'jsonapi:0.1.0', /several images/],
    [', migrate]', ', serve]', /does not migrate/],
    ['src/cli/start.js', 'src/cli.js', /runs src\/cli\.js, which does not exist/],
    ['limits: { memory: 512Mi }', 'limits: { cpu: 1 }', /no memory limit/],
  ]);

  it('finds fields that are misspelt, missing or of the wrong type', () => {
    const plants: readonly Plant[] = [
      ['livenessProbe:', 'livenessprobe:', /"livenessprobe"' does not exist/],
      ['maxUnavailable: 1', 'maximumUnavailable: 1', /"maximumUnavailable"' does not exist/],
      ['replicas: 2', 'replicas: two', /'string' is not assignable to type 'number'/],
      ['kind: PodDisruptionBudget', 'kind: Budget', /Cannot find module/],
      [
        'apiVersion: policy/v1',
        'apiVersion: policy/v1beta1',
        /'"policy\/v1beta1"' is not assignable to type '"policy\/v1"'/,
      ],
      ['httpGet: { path: /live, port: admin }', 'httpGet: { path: /live }', /Property '"port"' is missing/],
    ];
    expect(typeFaults(files.manifests)).to.deep.equal([]);
    const planted = plants.map(([from, to]) => plant(files.manifests, from, to));
    const faults = typeFaults(planted.join('\n---\n')).join('\n');
    for (const [, , fault] of plants) expect(faults).to.match(fault);
  });
});

describe('The check of the systemd unit', () => {
  finds('unit', ({ unit }) => unitFaults(unit), [
    [/ExecStart=.*/, 'ExecStart=/usr/bin/npm start', /not Node itself/],
    ['--max-semi-space-size=24 ', '', /does not run --max-semi-space-size/],
    ['TimeoutStopSec=40', 'TimeoutStopSec=30', /too little time/],
    [' KEEP_ALIVE_MS=65000', '', /closes idle connections before a proxy/],
    ['ADMIN_PORT=9090', 'ADMINPORT=9090', /there is no variable ADMINPORT/],
    ['%d/database-url', '%d/url', /not a credential/],
    ['LockPersonality=yes', 'MemoryDenyWriteExecute=yes', /forbids V8/],
  ]);
});
