// Checks a model's table and index names for collisions. PostgreSQL keeps both in one namespace.
import { LINK_COLUMNS, linkTableName } from '#adapters/persistence/tables/link-table-name';
import { LONGEST_INDEXED } from '#adapters/persistence/tables/longest-indexed';
import { uniqueNameOf } from '#adapters/persistence/tables/unique-name';
import { kinds } from '#domain/kinds';
import { DeclarationError, type SchemaOf } from '#domain/schema-of';
import { snakeCase } from '#domain/snake-case';

/**
 * Checks that no two tables or indexes have the same name.
 * @throws DeclarationError about the type that would reuse a name
 */
export function judgeNames(schema: Readonly<Record<string, SchemaOf<string>>>): void {
  const owners = new Map<string, string>();
  for (const [type, { attributes, relationships, rules }] of Object.entries(schema)) {
    const take = (owner: string, ...names: readonly string[]): void => {
      for (const name of names) {
        const other = owners.get(name);
        if (other !== undefined)
          throw new DeclarationError(
            type,
            owner === other
              ? `${owner} is declared twice`
              : `${owner} needs another name: ${other} already has a table or index named ${name}`,
          );
        owners.set(name, owner);
      }
    };
    take(type, type, `${type}_pkey`, `${type}_id_seq`, `${type}_count`);
    for (const [name, { kind, maxLength = 0 }] of Object.entries(attributes)) {
      const [owner, index] = [`${type}.${name}`, `${type}_${snakeCase(name)}`];
      if (maxLength <= LONGEST_INDEXED)
        take(owner, index, ...(kinds[kind].isText ? [`${index}_words`, `${index}_text`] : []));
    }
    for (const [name, { cardinality, end }] of Object.entries(relationships)) {
      if (cardinality === 'one') take(`${type}.${name}`, `${type}_${snakeCase(name)}_id`);
      const table = linkTableName(type, name);
      if (end === 'from') take(`${type}.${name}`, table, `${table}_pkey`, `${table}_${LINK_COLUMNS.to}`);
    }
    for (const rule of rules)
      if (rule.kind === 'unique')
        take(`unique(${rule.members.join(', ')}) of ${type}`, uniqueNameOf(type, rule.members));
  }
}
