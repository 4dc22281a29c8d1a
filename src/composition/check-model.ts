// Checks a model, for which the user needs no database. Declarations and descriptions were checked when the model was loaded.
import { draftMigration } from '#adapters/persistence/drafting/draft-migration';
import { perType, schema } from '#domain/schema';
import { readConfig } from './config/config.ts';
import { describeApi } from './describe-api.ts';
import { served } from './product/served.ts';

export interface ModelReport {
  readonly findings: readonly string[];
  /** One sentence; undefined if the model has none. */
  readonly problem: string | undefined;
}

/**
 * Builds the OpenAPI document of the served model, and checks that its migrations create the declared tables.
 * @throws Error if the document cannot be built, or a migration fails
 */
export async function checkModel(): Promise<ModelReport> {
  const { service, tables, resources } = served;
  const { paths = {} } = describeApi(readConfig({}));
  const findings = [
    `${service.name} ${service.version}: ${count(Object.keys(resources).length, 'type')}, ${count(Object.keys(paths).length, 'path')}`,
    ...Object.values(perType((type) => type)).map((type) => {
      const { attributes, relationships, rules } = schema[type];
      const parts = [
        count(Object.keys(attributes).length, 'attribute'),
        count(Object.keys(relationships).length, 'relationship'),
        count(rules.length, 'rule'),
      ];
      const listed = Object.values(resources[type].fields).map(({ stored }) => stored);
      const unlisted = [...Object.keys(attributes), ...Object.keys(relationships)].filter(
        (name) => !listed.includes(name),
      );
      const hidden = unlisted.length === 0 ? '' : `; not in its fields: ${unlisted.join(', ')}`;
      return `${type}: ${parts.join(', ')}, at ${resources[type].path}${hidden}`;
    }),
  ];
  const draft = await draftMigration('check-of-the-model', tables);
  const problem =
    draft === undefined
      ? undefined
      : `the migrations do not create the declared tables, so draft one with migrate --new NAME: ${draft.summary}`;
  return {
    findings: [...findings, ...(draft === undefined ? ['the migrations create the declared tables'] : [])],
    problem,
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
