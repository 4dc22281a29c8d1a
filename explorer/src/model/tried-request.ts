// A request in the reference: the user's input, and the request made from it.
import type { Request } from './curl.ts';
import { exampleText, type DescribedOperation, type DescribedParameter, type LinkedOperation } from './reference.ts';
import { pathWith } from './requests.ts';

export interface TriedRequest {
  /** The media type for `Accept`; empty to omit the header. */
  readonly accept: string;
  /** By `parameterKey`. Missing parameters are not sent. */
  readonly typed: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The part of the response that a code sample reads. */
export type Reading = 'json' | 'text' | 'events' | 'headers';

export function parameterKey({ place, name }: Pick<DescribedParameter, 'place' | 'name'>): string {
  return `${place} ${name}`;
}

/** The document's example, which works with the sample data. */
export function exampleRequest({ parameters, body }: DescribedOperation): TriedRequest {
  const required = parameters.filter(({ isRequired }) => isRequired);
  return {
    accept: '',
    typed: Object.fromEntries(required.map((parameter) => [parameterKey(parameter), parameter.example])),
    body: exampleText(body?.examples[0]?.[1]),
  };
}

/** @param urlOf turns a path into a URL */
export function requestOf(
  { operation, method: { name, formType } }: LinkedOperation,
  { accept, typed, body }: TriedRequest,
  urlOf: (path: string) => string,
): Request {
  const sentIn = (place: DescribedParameter['place']): readonly (readonly [string, string])[] =>
    operation.parameters.flatMap((parameter): [string, string][] => {
      const value = typed[parameterKey(parameter)];
      return parameter.place !== place || value === undefined ? [] : [[parameter.name, value]];
    });
  const inPath = new Map(sentIn('path').map(([each, value]) => [`{${each}}`, encodeURIComponent(value)]));
  const path = operation.path.replaceAll(/\{[^}]+\}/gu, (template) => inPath.get(template) ?? template);
  const withQuery = pathWith(path, sentIn('query'));
  const form = formType === undefined ? undefined : withQuery.slice(path.length + 1);
  const sent = form ?? (body === '' ? undefined : body);
  const mediaType = formType ?? operation.body?.mediaType;
  return {
    method: name,
    url: urlOf(form === undefined ? withQuery : path),
    headers: {
      ...(accept !== '' && { Accept: accept }),
      ...(sent !== undefined && mediaType !== undefined && { 'Content-Type': mediaType }),
      ...Object.fromEntries(sentIn('header')),
    },
    body: sent,
    isSigned: operation.takesCredentials,
  };
}

/** The media types of a successful response, selected by `Accept`. */
export function acceptableTypes({ responses }: DescribedOperation): readonly string[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return successes.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType));
}

export function howToRead({ operation, method }: LinkedOperation, { accept }: TriedRequest): Reading {
  if (method.name === 'HEAD') return 'headers';
  const type = accept === '' ? (acceptableTypes(operation)[0] ?? '') : accept;
  if (type === 'text/event-stream') return 'events';
  return /[/+]json(?:;|$)/u.test(type) ? 'json' : 'text';
}
