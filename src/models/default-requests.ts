import type { ExampleRequest } from '#adapters/http/api/api-config';
import { withArticle } from '#adapters/http/api/error-wording';
import { writableAttributesOf, type EveryResource, type Resource } from '#adapters/http/api/resource-description';
import { sampleOf } from '#domain/resource';

/** Example requests for any model: one creates a resource of the first type, one lists that type. */
export function defaultRequests(resources: EveryResource): readonly ExampleRequest[] {
  return Object.values<Resource>(resources)
    .slice(0, 1)
    .flatMap((resource) => {
      const { type, plural, path } = resource;
      const attributes = Object.entries(writableAttributesOf(resource)).flatMap(([name, { declared, example }]) =>
        example !== undefined || declared.isRequired ? [[name, example ?? sampleOf(declared)] as const] : [],
      );
      return [
        {
          title: `Create ${withArticle(type.replaceAll('_', ' '))}`,
          path,
          body: { data: { type, attributes: Object.fromEntries(attributes) } },
        },
        { title: `List ${plural.replaceAll('_', ' ')}`, path },
      ];
    });
}
