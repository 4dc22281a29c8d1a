import { resources } from '#test/support/model';
import { operationsOf } from '#adapters/http/api/operations';

/** The series of the service's own metrics, with their labels, from a page of metrics. Buckets count as one. */
export function seriesIn(metrics: string): readonly string[] {
  const series = metrics
    .split('\n')
    .filter((line) => /^(?:http|db|log)_/.test(line))
    .map((line) => line.replace(/ \S+$/, '').replace(/(?<=[{,])le="[^"]*",?/, ''));
  return [...new Set(series)];
}

/** The series whose labels are in no closed set: such as a client could add without end. */
export function openSeries(series: Iterable<string>): readonly string[] {
  return [...series].filter((each) => !CLOSED.test(each));
}

const method = 'GET|HEAD|QUERY|OPTIONS|POST|PATCH|DELETE|other';
const operations = operationsOf({ allowUnpaged: true }, resources).map(({ name }) => name.replaceAll('.', '\\.'));
const route = [...operations, 'docs', 'explorer', 'unmatched'].join('|');
const labels = [
  `route="(?:${route})",method="(?:${method})",status="\\d{3}"`,
  `status="\\d{3}"`,
  `state="(?:open|idle|waiting|streaming)"`,
  `class="(?:connection|[0-9A-Z]{2})"`,
];
const CLOSED = new RegExp(`^\\w+(?:\\{(?:${labels.join('|')})?\\})?$`);
