// The names of operations in the document and in generated clients: the words of the kind with the names of its resource and relationship.
import { removalReach } from '#domain/removal';
import { isManyToMany, relationshipOf } from '#domain/schema';
import { withArticle } from '../api/error-wording.ts';
import { operationKindOf, primaryOf, relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import type { Words } from '../api/operation-traits.ts';
import { relationshipsOf } from '../api/resource-description.ts';
import { pascalCase } from './components.ts';

export interface Wording {
  readonly summary: string;
  readonly description?: string;
}

export function wordingOf(operation: Operation): Wording {
  const [, summary, description] = wordsOf(operation);
  const names = namesOf(operation);
  return {
    summary: withNames(summary, names),
    ...(description !== undefined && { description: withNames(description, names) }),
  };
}

/**
 * Gives each operation a unique id. The id ends with the path if an earlier operation has the same words: a resource can have several
 * relationships to one type, and a two-word type can read like a type and its relationship.
 */
export function identifyOperations(
  operations: readonly Operation[],
): readonly { readonly id: string; readonly operation: Operation }[] {
  const taken = new Set<string>();
  return operations.map((operation) => {
    const [words] = wordsOf(operation);
    const short = withNames(words, namesOf(operation));
    const long = `${short}At${pascalCase(operation.path.replace(/:\w+/g, ''))}`;
    const idsOf = (id: string): readonly string[] =>
      operation.method === 'GET' ? [id, headIdOf(id), queryIdOf(id)] : [id];
    const id = idsOf(short).some((each) => taken.has(each)) ? long : short;
    for (const each of idsOf(id)) taken.add(each);
    return { id, operation };
  });
}

export function headIdOf(operationId: string): string {
  return `${operationId}Head`;
}

export function queryIdOf(operationId: string): string {
  return `${operationId}Query`;
}

function wordsOf(operation: Operation): Words {
  const { words } = operationKindOf(operation);
  if (!('many' in words)) return words;
  const { one = words.many, many, manyToMany = many, named, affecting } = words;
  if (affecting !== undefined && affectsOthers(operation)) return affecting;
  if (operation.relationship === undefined) return many;
  const { type } = resourceIn(operation);
  const { field } = operation.relationship;
  if (named !== undefined && isOneOfSeveral(operation)) return named;
  return field.cardinality === 'one' ? one : isManyToMany(relationshipOf(type, field.stored)) ? manyToMany : many;
}

/** True if related resources can be deleted with the primary data, or can prevent its deletion. */
function affectsOthers(operation: Operation): boolean {
  const { effects } = removalReach(primaryOf(operation).type);
  return effects.has('cascade') || effects.has('refuse');
}

/** True if the two types do not identify the relationship. */
function isOneOfSeveral(operation: Operation): boolean {
  const resource = resourceIn(operation);
  const { to, cardinality } = relationshipIn(operation).field;
  const alike = Object.values(relationshipsOf(resource)).filter(
    (each) => each.to === to && each.cardinality === cardinality,
  );
  return to === resource.type || alike.length > 1;
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
 * Fills in names: as they are, with an article, or in the case of the placeholder.
 * @example withNames('{Type}: {a type}, {TYPE}', { type: 'item' }) // 'Item: an item, ITEM'
 */
function withNames(text: string, names: Names): string {
  return text.replace(/\{(?<article>a )?(?<name>\w+)\}/g, (match, article: string | undefined, written: string) => {
    const name = names[written.toLowerCase()];
    if (name === undefined) throw new Error(`the operation has no ${match}, which "${text}" names`);
    if (article !== undefined) return withArticle(name);
    if (written === written.toLowerCase()) return name;
    return written === written.toUpperCase() ? name.toUpperCase() : pascalCase(name);
  });
}
