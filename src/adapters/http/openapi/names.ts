// Names of components, and references to them.
import type { ReferenceObject } from 'openapi3-ts/oas31';

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
