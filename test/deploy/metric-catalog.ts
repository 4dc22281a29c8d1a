// The metrics of a service, read from the text that it serves to Prometheus.

export interface Metric {
  readonly type: string;
  /** The values seen of each label. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

/** By the names that expressions use: a histogram has three. */
export type MetricCatalog = ReadonlyMap<string, Metric>;

/** Reads a text in the format of `/metrics`. */
export function readCatalog(text: string): MetricCatalog {
  const types = new Map<string, string>();
  const labels = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, declared = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    for (const name of namesOf(declared, type)) types.set(name, type);
    const [, sample = '', pairs = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (sample === '') continue;
    const known = labels.get(sample) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of pairs.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, new Set([...(known.get(label) ?? []), value]));
    labels.set(sample, known);
  }
  return new Map([...types].map(([name, type]) => [name, { type, labels: labels.get(name) ?? new Map() }]));
}

function namesOf(declared: string, type: string): readonly string[] {
  if (declared === '') return [];
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => declared + suffix) : [declared];
}
