import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { messageOf } from '#application/model/describe-error';
import type { Metric, MetricCatalog } from './metric-catalog.ts';
import { parsePromql, selectorsOf, type Expression, type Selector } from './promql.ts';

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const TEXT = { type: 'string', minLength: 1 };
const DURATION = { type: 'string', pattern: '^\\d+[smhd]$' };

/** The part of Prometheus's format that the alerts use. https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const validate = new Ajv({ allErrors: true }).compile<RuleFile>(
  closed({
    groups: {
      type: 'array',
      minItems: 1,
      items: closed({
        name: TEXT,
        rules: {
          type: 'array',
          minItems: 1,
          items: closed(
            {
              alert: { type: 'string', pattern: '^Jsonapi[A-Z]\\w+$' },
              expr: TEXT,
              for: DURATION,
              labels: closed({ severity: { enum: ['page', 'ticket'] } }),
              annotations: closed({ summary: TEXT, description: TEXT }),
            },
            ['for'],
          ),
        },
      }),
    },
  }),
);

/** Which functions take a metric that only grows. */
const FOR_COUNTERS: ReadonlySet<string> = new Set(['rate', 'increase']);

/** Prometheus adds them. */
const OWN_LABELS: ReadonlySet<string> = new Set(['job', 'instance']);
const OWN_METRICS: MetricCatalog = new Map([['up', { type: 'gauge', labels: new Map() }]]);

/**
 * The faults of a file of alerts.
 * @param catalog the metrics of the service, with a sample of each label
 */
export function alertFaults(yaml: string, catalog: MetricCatalog): readonly string[] {
  const parsed: unknown = parse(yaml);
  if (!validate(parsed))
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  const rules = parsed.groups.flatMap((group) => group.rules);
  const names = rules.map(({ alert }) => alert);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`),
    ...rules.flatMap((rule) => ruleFaults(rule, catalog).map((fault) => `${rule.alert}: ${fault}`)),
  ];
}

/** A schema of an object with these properties and no others. */
function closed(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', additionalProperties: false, properties, required };
}

function ruleFaults({ expr, annotations }: Rule, catalog: MetricCatalog): readonly string[] {
  try {
    const expression = parsePromql(expr);
    return [
      ...selectorsOf(expression).flatMap((selector) => selectorFaults(selector, catalog)),
      ...useFaults(expression, catalog),
      ...(isCondition(expression) ? [] : ['compares nothing, so it always fires']),
      ...annotationFaults(Object.values(annotations).join(' '), expression),
    ];
  } catch (error) {
    return [messageOf(error)];
  }
}

function metricOf(name: string, catalog: MetricCatalog): Metric | undefined {
  return catalog.get(name) ?? OWN_METRICS.get(name);
}

function selectorFaults({ metric, matchers }: Selector, catalog: MetricCatalog): readonly string[] {
  const known = metricOf(metric, catalog);
  if (known === undefined) return [`there is no metric ${metric}`];
  return [
    ...(matchers.some(({ label }) => label === 'job') ? [] : [`${metric} is not limited to one job`]),
    ...matchers
      .filter(({ label }) => !OWN_LABELS.has(label) && !known.labels.has(label))
      .map(({ label }) => `${metric} has no label ${label}`),
    ...matchers
      .filter(
        ({ label, operator, value }) => label === 'state' && operator === '=' && !known.labels.get(label)?.has(value),
      )
      .map(({ label, value }) => `${metric} has no ${label} ${value}`),
  ];
}

/** Functions of metrics that they do not fit, and labels that are summed up. */
function useFaults(expression: Expression, catalog: MetricCatalog): readonly string[] {
  switch (expression.kind) {
    case 'number':
    case 'selector':
      return [];
    case 'binary':
      return expression.sides.flatMap((side) => useFaults(side, catalog));
    case 'aggregation':
      return [...groupingFaults(expression.by, expression.operand, catalog), ...useFaults(expression.operand, catalog)];
    case 'call': {
      const { name, operands } = expression;
      const metrics = operands.flatMap(selectorsOf).map(({ metric }) => metric);
      return [
        ...(FOR_COUNTERS.has(name)
          ? metrics
              .filter((metric) => metricOf(metric, catalog)?.type === 'gauge')
              .map((metric) => `${name} of ${metric}, which can fall`)
          : []),
        ...(name === 'histogram_quantile' ? quantileFaults(operands[1], metrics) : []),
        ...operands.flatMap((operand) => useFaults(operand, catalog)),
      ];
    }
  }
}

function groupingFaults(by: readonly string[], operand: Expression, catalog: MetricCatalog): readonly string[] {
  const metrics = selectorsOf(operand).map(({ metric }) => metric);
  return by
    .filter((label) => !OWN_LABELS.has(label))
    .flatMap((label) =>
      metrics
        .filter((metric) => !metricOf(metric, catalog)?.labels.has(label))
        .map((metric) => `${metric} has no label ${label}`),
    );
}

function quantileFaults(operand: Expression | undefined, metrics: readonly string[]): readonly string[] {
  const keepsBuckets = operand?.kind !== 'aggregation' || operand.by.includes('le');
  return [
    ...(keepsBuckets ? [] : ['histogram_quantile needs the label le']),
    ...metrics.filter((metric) => !metric.endsWith('_bucket')).map((metric) => `${metric} has no buckets`),
  ];
}

function isCondition(expression: Expression): boolean {
  return expression.kind === 'binary' && /^(?:[<>]=?|[=!]=|or|and|unless)$/.test(expression.operator);
}

/** Labels that a text shows must survive the aggregation. */
function annotationFaults(text: string, expression: Expression): readonly string[] {
  const kept = keptLabels(expression);
  if (kept === undefined) return [];
  const shown = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
  return shown.filter((label) => !kept.includes(label)).map((label) => `shows the label ${label}, which is summed up`);
}

/** Undefined: all of them. */
function keptLabels(expression: Expression): readonly string[] | undefined {
  switch (expression.kind) {
    case 'number':
    case 'selector':
      return undefined;
    case 'aggregation':
      return expression.by;
    case 'call':
      return expression.operands.map(keptLabels).find((labels) => labels !== undefined);
    case 'binary':
      return expression.sides.map(keptLabels).find((labels) => labels !== undefined);
  }
}
