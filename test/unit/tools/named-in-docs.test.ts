// The handwritten documentation lists all of these names. Nothing else depends on the lists, so a new name is easily forgotten there.
import { expect } from 'chai';
import type { Readiness } from '#adapters/admin/admin-server';
import { readKeyList } from '#adapters/authentication/key-list';
import { contentCodings } from '#adapters/http/request/content-coding';
import type { KindName } from '#domain/kinds';
import { SECRETS } from '#composition/config/config';
import { VARIABLES } from '#composition/config/url-parameters';
import { commands } from '../../../src/cli/program.ts';
import { sampleMetrics } from '../../deploy/sample-metrics.ts';
import { readDocument } from '../../docs/documents.ts';
import { sectionOf, tablesOf } from '../../docs/markdown.ts';

const READINESS: Readonly<Record<keyof Readiness, true>> = { because: true, warnings: true, policies: true };

/** The name in docs/api.md of each kind of value that an attribute can have. */
const KINDS: Readonly<Record<KindName, string | undefined>> = {
  identifier: undefined,
  text: 'text',
  email: 'e-mail',
  date: 'date',
  integer: 'integer',
  decimal: 'decimal',
  oneOf: 'choice',
  boolean: 'boolean',
  timestamp: 'timestamp',
};

describe('The documentation', () => {
  const operations = readDocument('docs/operations.md');

  const lists: readonly (readonly [what: string, text: string, names: readonly string[]])[] = [
    ['member of /ready', sectionOf(operations, 'Health') ?? '', Object.keys(READINESS)],
    ['parameter of a database URL', operations, Object.keys(VARIABLES)],
    ['content coding', rowOf('docs/api.md', 'Content-Encoding'), contentCodings],
    ['file of a secret', readDocument('docs/configuration.md'), SECRETS.map(({ name }) => `${name}_FILE`)],
  ];
  for (const [what, text, names] of lists)
    it(`names every ${what}`, () => {
      expect(names.filter((name) => !text.includes(`\`${name}\``))).to.deep.equal([]);
    });

  it('has a row for every kind of value', () => {
    const rows = tablesOf(sectionOf(readDocument('docs/api.md'), 'Further resources') ?? '').flat();
    const listed = rows.slice(1).flatMap(([names = '']) => names.split(', '));
    expect(listed).to.have.members(Object.values(KINDS).filter((name) => name !== undefined));
  });

  it('names every option of every command', () => {
    const markdown = readDocument('docs/command-line.md');
    const missing = commands.flatMap(({ name, options }) =>
      Object.keys(options)
        .filter((option) => !new RegExp(`--${option}\\b`).test(markdown))
        .map((option) => `${name} --${option}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('has a row for every member of an API key', async () => {
    const read = await readKeyList({ json: [{ unknown: 1 }], duplicates: [] });
    const refusals = 'problems' in read ? read.problems.map(({ refusal }) => refusal) : [];
    const [, members = ''] = /a key has (.*)/.exec(refusals.join('\n')) ?? [];
    const rows = tablesOf(readDocument('docs/access.md')).find(([head]) => head?.[0] === 'member') ?? [];
    expect(rows.slice(1).map(([name]) => name)).to.deep.equal(members.split(', ').map((name) => `\`${name}\``));
  });

  it('has a row for every metric, with its labels', async () => {
    const table = tablesOf(operations).find(([head]) => head?.[0] === 'metric') ?? [];
    const listed = table.slice(1).map(([name = '', labels = '']) => [name, labels.split(', ').sort().join()].join());
    const own = [...(await sampleMetrics())].filter(([name]) => !/^(nodejs|process)_|_(sum|bucket)$/.test(name));
    const expected = own.map(([name, { labels }]) =>
      [`\`${name.replace(/_count$/, '')}\``, [...labels.keys()].sort().map((each) => `\`${each}\``)].join(),
    );
    expect(listed.filter((row) => !row.includes('…')).sort()).to.deep.equal([...expected].sort());
  });
});

function rowOf(document: string, name: string): string {
  const rows = tablesOf(readDocument(document)).flat();
  return rows.find(([first]) => first === `\`${name}\``)?.join() ?? '';
}
