// What people and generated clients call an operation: the words of its kind, with the names of its resource and relationship.
import { operationKindOf, type Operation } from '../api/operations.ts';
import { pascalCase } from './names.ts';

export interface Wording {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
}

export function wordingOf(operation: Operation): Wording {
  const { words } = operationKindOf(operation);
  const { cardinality = 'one' } = operation.relationship?.field ?? {};
  const [operationId, summary, description] = 'many' in words ? words[cardinality] : words;
  const names = namesOf(operation);
  return {
    operationId: withNames(operationId, names),
    summary: withNames(summary, names),
    ...(description !== undefined && { description: withNames(description, names) }),
  };
}

type Names = Readonly<Record<string, string | undefined>>;

function namesOf({ resource, relationship, extension }: Operation): Names {
  return {
    type: resource?.type,
    plural: resource?.plural,
    relationship: relationship?.name,
    related: relationship?.field.to,
    extension,
  };
}

/**
 * Fills in names: as they are, behind an article, or in the case that the name in the braces has.
 * @example withNames('{Type}: {a type}, {TYPE}', { type: 'item' }) // 'Item: an item, ITEM'
 */
function withNames(text: string, names: Names): string {
  return text.replace(/\{(?<article>a )?(?<name>\w+)\}/g, (match, article: string | undefined, written: string) => {
    const name = names[written.toLowerCase()];
    if (name === undefined) throw new Error(`${match} in "${text}" is not a name of the operation`);
    if (article !== undefined) return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
    if (written === written.toLowerCase()) return name;
    return written === written.toUpperCase() ? name.toUpperCase() : pascalCase(name);
  });
}
