// The types of the service, as far as the client needs them when it runs.
import type { RelatedType } from '../../client/src/touching.ts';

/** The members of an OpenAPI document that are read here. */
export interface DescribedApi {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Schema {
  readonly $ref?: string;
  readonly const?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The relationships of each type, read from the schemas of its resource objects and of its list. */
export function relatedTypes({ paths, components: { schemas } }: DescribedApi): Readonly<Record<string, RelatedType>> {
  const schemaOf = ({ $ref = '' }: Schema): Schema | undefined => schemas[nameIn($ref)];
  const typeOf = (schema: Schema): string => schema.properties?.['type']?.const ?? '';
  const targetOf = ({ oneOf, items }: Schema): string =>
    typeOf([...(oneOf ?? []), ...(items === undefined ? [] : [items])].map(schemaOf).find((each) => each) ?? {});
  const describe = (object: Schema, list: string): RelatedType => {
    const links = Object.entries(object.properties?.['relationships']?.properties ?? {});
    const data = links.map(([name, link]) => [name, link.properties?.['data'] ?? {}] as const);
    const ofEach = (isMany: boolean): Readonly<Record<string, string>> =>
      Object.fromEntries(
        data.flatMap(([name, linkage]) => ((linkage.type === 'array') === isMany ? [[name, targetOf(linkage)]] : [])),
      );
    return { list, toOne: ofEach(false), toMany: ofEach(true) };
  };
  const objects = schemas['Included']?.items?.oneOf ?? [];
  return Object.fromEntries(
    objects.map((reference) => {
      const name = nameIn(reference.$ref ?? '');
      const isList = (path: string): boolean => JSON.stringify(paths[path]).includes(`/${name}List"`);
      const list = Object.keys(paths).find((path) => /^\/[^/]+$/.test(path) && isList(path)) ?? '';
      return [typeOf(schemaOf(reference) ?? {}), describe(schemaOf(reference) ?? {}, list)];
    }),
  );
}

function nameIn(reference: string): string {
  return reference.replace(/^.*\//s, '');
}
