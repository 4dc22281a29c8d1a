// Names of components, and references to them.
import type { ComponentsObject, HeadersObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';

/** @example pascalCase('birth_date') // 'BirthDate' */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** @example schemaRef('Person') // { $ref: '#/components/schemas/Person' } */
export function schemaRef(name: string): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function parameterRef(name: string): ReferenceObject {
  return { $ref: `#/components/parameters/${name}` };
}

export function responseRef(name: string): ReferenceObject {
  return { $ref: `#/components/responses/${name}` };
}

export function headerRef(name: string): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

export function exampleRef(name: string): ReferenceObject {
  return { $ref: `#/components/examples/${name}` };
}

/**
 * Merges tables.
 * @throws Error if two schemas have the same name. The schema names of a type derive from its own name.
 */
export function uniteSchemas(
  ...tables: readonly Readonly<Record<string, SchemaObject>>[]
): Record<string, SchemaObject> {
  const all = new Map<string, SchemaObject>();
  for (const [name, schema] of tables.flatMap((table) => Object.entries(table))) {
    if (all.has(name)) throw new Error(`the OpenAPI document has two schemas called ${name}; rename a type`);
    all.set(name, schema);
  }
  return Object.fromEntries(all);
}

/**
 * The components that something refers to, directly or through others. They depend on the resources: not every type is at the end of a
 * to-one relationship.
 * @param root the referring part, such as the paths
 */
export function usedComponents(all: ComponentsObject, root: unknown): ComponentsObject {
  const kinds = Object.entries(all as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  const byPlace = new Map(
    kinds.flatMap(([kind, components]) =>
      Object.entries(components).map(([name, component]) => [`${kind}/${name}`, component]),
    ),
  );
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, place = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+\/\w+)"/g)) {
      if (used.has(place)) continue;
      used.add(place);
      visit(byPlace.get(place));
    }
  };
  visit(root);
  return Object.fromEntries(
    kinds.map(([kind, components]) => {
      const kept = Object.entries(components).filter(([name]) => used.has(`${kind}/${name}`));
      return [kind, Object.fromEntries(kept)];
    }),
  );
}

/** The headers of every response that OpenAPI clients can use. */
export const commonHeaderRefs: HeadersObject = {
  'X-Request-Id': headerRef('RequestId'),
  'Cache-Control': headerRef('CacheControl'),
};
