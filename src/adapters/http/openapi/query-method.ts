// The method QUERY (RFC 10008). OpenAPI 3.1 cannot describe it, so a path that supports it has an `x-query` like the `query` of OpenAPI 3.2.
import type {
  EncodingObject,
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  RequestBodyObject,
} from 'openapi3-ts/oas31';
import type { ApiConfig } from '../api/api-config.ts';
import { MAX_QUERY_BYTES } from '../api/limits.ts';
import { FORM_TYPE, JSON_TYPE } from '../api/media-types.ts';
import { methodsOf, type Operation } from '../api/operations.ts';
import { responseRef } from './components.ts';
import { queryIdOf } from './operation-wording.ts';
import { namedParametersOf } from './parameters.ts';

/**
 * Describes QUERY for an operation that supports it.
 * @param template the path in the document, such as `/persons/{id}`
 * @param described the operation object of GET
 */
export function queryItem(
  operation: Operation,
  template: string,
  described: OperationObject,
  config: ApiConfig,
): Pick<PathItemObject, `x-${string}`> {
  if (!methodsOf(operation).includes('QUERY')) return {};
  const { operationId = '', summary = '', parameters = [], responses } = described;
  const named = namedParametersOf(operation, config);
  const inForm = new Set(named.map(([component]) => `#/components/parameters/${component}`));
  const success = `#/paths/${encodeURIComponent(template.replaceAll('/', '~1'))}/get/responses/200`;
  const query: OperationObject = {
    ...described,
    operationId: queryIdOf(operationId),
    summary: `${summary}: parameters in the body`,
    parameters: parameters.filter((each) => !('$ref' in each) || !inForm.has(each.$ref)),
    requestBody: bodyOf(named, config),
    responses: { ...responses, 200: { $ref: success }, 413: responseRef('BodyTooLarge') },
  };
  return { 'x-query': query };
}

/** The query parameters as a form, in which each property has the schema of its parameter. */
function bodyOf(
  named: readonly (readonly [component: string, ParameterObject])[],
  { limits }: Pick<ApiConfig, 'limits'>,
): RequestBodyObject {
  const properties = named.map(([component, parameter]) => [parameter.name, schemaOf(component, parameter)] as const);
  const encoding = named.flatMap(([, { name, content, style, explode }]): (readonly [string, EncodingObject])[] => {
    if (content !== undefined) return [[name, { contentType: JSON_TYPE }]];
    return style === undefined || explode === undefined ? [] : [[name, { style, explode }]];
  });
  const form: MediaTypeObject = {
    schema: { type: 'object', properties: Object.fromEntries(properties) },
    encoding: Object.fromEntries(encoding),
  };
  const bytes = Math.min(MAX_QUERY_BYTES, limits.maxBodyBytes);
  return {
    description: `The query string, at most ${bytes} bytes. The URL must not have one.`,
    required: true,
    content: { [FORM_TYPE]: form },
  };
}

function schemaOf(component: string, { content }: ParameterObject): ReferenceObject {
  const place = content === undefined ? 'schema' : `content/${JSON_TYPE.replace('/', '~1')}/schema`;
  return { $ref: `#/components/parameters/${component}/${place}` };
}
