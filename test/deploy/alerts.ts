import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { faultsOf, schemaFaults, type Demand } from './faults.ts';
import type { MetricCatalog } from './metric-catalog.ts';
import { readRepositoryFile } from './repository.ts';

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const TEXT = { type: 'string', minLength: 1 };
const ANNOTATED = {
  alert: { type: 'string', pattern: '^Jsonapi[A-Z]\\w+$' },
  expr: TEXT,
  labels: closed({ severity: { enum: ['page', 'ticket'] } }),
  annotations: closed({ summary: TEXT, description: TEXT }),
};
const RULE = closed(ANNOTATED, { for: { type: 'string', pattern: '^\\d+[smhd]$' } });

/** The part of Prometheus's format that the alerts use. https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const validate = new Ajv({ allErrors: true }).compile<RuleFile>(
  closed({ groups: { type: 'array', items: closed({ name: TEXT, rules: { type: 'array', items: RULE } }) } }),
);

/** The schema of an object that has only these properties. */
function closed(required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}): object {
  const properties = { ...required, ...optional };
  return { type: 'object', additionalProperties: false, properties, required: Object.keys(required) };
}

/** Prometheus adds them. */
const OWN_LABELS: ReadonlySet<string> = new Set(['job', 'instance']);
const OWN_METRICS: MetricCatalog = new Map([['up', { type: 'gauge', labels: new Map() }]]);

/**
 * The faults of a file of alerts.
 * @param catalog the metrics of the service, with a sample of each label
 */
export function alertFaults(yaml: string, catalog: MetricCatalog): readonly string[] {
  const parsed: unknown = parse(yaml);
  if (!validate(parsed)) return schemaFaults(validate.errors);
  const rules = parsed.groups.flatMap((group) => group.rules);
  const known = new Map([...catalog, ...OWN_METRICS]);
  return rules.flatMap((rule, index) => [
    ...faultsOf([[rules.findIndex(({ alert }) => alert === rule.alert) === index, `${rule.alert} is defined twice`]]),
    ...faultsOf(demandsOn(rule, known)).map((fault) => `${rule.alert}: ${fault}`),
  ]);
}

/** The log lines that the alerts quote are in these files. */
const LOG_LINES = ['src/composition/observing/log-observations.ts', 'src/adapters/http/koa/respond.ts']
  .map(readRepositoryFile)
  .join('\n');

/** `metric{label="value"}[5m]`; the range is optional. */
const SELECTOR = /([a-zA-Z_]\w*)\{((?:\w+(?:=~|!~|!=|=)"[^"\\]*"(?:, )?)+)\}(\[\d+[smhd]\])?/g;
const AGGREGATION = /\b(?:avg|count|max|min|sum)(?: by \(([\w, ]+)\))? ?\(/;

/** Parts of an expression with their kinds: a Range of time, Values, or a Condition. Operators that bind tighter come first. */
const KINDS: readonly (readonly [part: RegExp, kind: string])[] = [
  [/\b\d+(?:\.\d+)?\b/, 'V'],
  [/\b(?:changes|increase|max_over_time|min_over_time|rate)\(R\)/, 'V'],
  [/\bhistogram_quantile\(V, V\)/, 'V'],
  [/\babsent\(V\)/, 'C'],
  [new RegExp(`${AGGREGATION.source}[VC]\\)`), 'V'],
  [/(?<![\w)] ?)\(([VC])\)/, '$1'],
  [/\bV [-+*/%] V\b/, 'V'],
  [/\bV (?:[=!<>]=|[<>]) V\b/, 'C'],
  [/\b[VC] (?:and|or|unless) [VC]\b/, 'C'],
];

/** Replaces each part of an expression that can be read by its kind. */
function reduced(expression: string): string {
  const rule = KINDS.find(([part]) => part.test(expression));
  return rule === undefined ? expression : reduced(expression.replace(...rule));
}

function demandsOn({ expr, annotations }: Rule, catalog: MetricCatalog): readonly Demand[] {
  const selectors = [...expr.matchAll(SELECTOR)];
  const rest = reduced(expr.replaceAll(SELECTOR, (_, _metric, _matchers, range) => (range === undefined ? 'V' : 'R')));
  const text = Object.values(annotations).join(' ');
  const summedBy = AGGREGATION.exec(expr);
  const kept = summedBy === null ? undefined : labelsIn(summedBy[1] ?? '');
  return [
    [rest === 'C' || rest === 'V', `cannot be read: ${rest}`],
    [rest !== 'V', 'compares nothing, so it always fires'],
    ...selectors.flatMap(([, metric = '', matchers = '']) => selectorDemands(metric, matchers, catalog)),
    ...[...expr.matchAll(/\b(rate|increase)\((\w+)/g)].map(([, name, metric = '']): Demand => {
      return [catalog.get(metric)?.type !== 'gauge', `${name} of ${metric}, which can fall`];
    }),
    ...[...expr.matchAll(/\bby \(([^)]*)\)[ (]*(?:\w+\()?(\w+)\{/g)].flatMap(([, labels = '', metric = '']) =>
      labelsIn(labels).map((label) => labelDemand(metric, label, catalog)),
    ),
    ...(expr.includes('histogram_quantile(') ? quantileDemands(selectors, kept) : []),
    ...[...text.matchAll(/"([^"]+)"/g)].map(([, line = '']): Demand => {
      return [LOG_LINES.includes(line), `quotes "${line}", which no log line contains`];
    }),
    // Labels that a text shows must survive the aggregation.
    ...[...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']): Demand => {
      return [kept?.includes(label) ?? true, `shows the label ${label}, which the aggregation drops`];
    }),
  ];
}

function labelsIn(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

function selectorDemands(metric: string, matchers: string, catalog: MetricCatalog): readonly Demand[] {
  const labels = [...matchers.matchAll(/(\w+)(\W+)"([^"]*)"/g)];
  const states = labels.filter(([, label, operator]) => label === 'state' && operator === '=');
  return [
    [catalog.has(metric), `there is no metric ${metric}`],
    [labels.some(([, label]) => label === 'job'), `${metric} is not limited to one job`],
    ...labels.map(([, label = '']) => labelDemand(metric, label, catalog)),
    ...states.map(([, , , value = '']): Demand => {
      return [catalog.get(metric)?.labels.get('state')?.has(value) ?? false, `${metric} has no state ${value}`];
    }),
  ];
}

function labelDemand(metric: string, label: string, catalog: MetricCatalog): Demand {
  const labels = catalog.get(metric)?.labels;
  return [OWN_LABELS.has(label) || labels?.has(label) === true, `${metric} has no label ${label}`];
}

function quantileDemands(selectors: readonly RegExpExecArray[], kept?: readonly string[]): readonly Demand[] {
  return [
    [kept?.includes('le') ?? true, 'histogram_quantile needs the label le'],
    ...selectors.map(([, metric = '']): Demand => [metric.endsWith('_bucket'), `${metric} has no buckets`]),
  ];
}
