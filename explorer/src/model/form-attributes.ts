import type { Attribute, Resource } from './api.ts';
import { attributesOf } from './fields.ts';
import { mayDo } from './permitted.ts';

/** The attributes of a form. On a change, attributes that the API never shows come last, because they are rarely changed. */
export function formAttributesOf(resource: Resource, isNew: boolean): readonly Attribute[] {
  const attributes = attributesOf(resource)
    .filter(({ kind }) => kind === 'attribute')
    .map((field) => ({
      ...field,
      writable: field.writable && mayDo(resource, isNew ? 'create' : 'update', field.name),
    }));
  if (isNew) return attributes;
  return [
    ...attributes.filter(({ readable }) => readable),
    ...attributes.filter(({ readable, writable }) => writable && !readable),
  ];
}
