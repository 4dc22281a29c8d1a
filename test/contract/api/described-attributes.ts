// Valid values of writable attributes, and how the resource descriptions render them.
import { writableAttributesOf, type Resource } from '../../../src/adapters/http/jsonapi/resources/resource.ts';
import type { Format, Rule } from '../../../src/domain/rules.ts';

const samples: Readonly<Record<Format, readonly [first: string, second: string]>> = {
  text: ['Ada Lovelace', ' Groß \u{1F600} "%_\\" e\u0301 '],
  email: ['ada@example.org', 'Grace.Hopper+1906@navy.example'],
  date: ['1815-12-10', '2000-02-29'],
};

/** By wire name; `null` is unset. */
export type Values = Readonly<Record<string, string | null>>;

/** Two values; also null if nullable, and undefined ("not sent") if optional. */
export function valuesOf(resource: Resource, attribute: string): readonly (string | null | undefined)[] {
  const { format, nullable, required } = ruleOf(resource, attribute);
  return [...samples[format], ...(nullable ? [null] : []), ...(required ? [] : [undefined])];
}

/** The first value of each writable attribute. */
export function firstValues(resource: Resource): Values {
  const names = Object.keys(writableAttributesOf(resource));
  return Object.fromEntries(names.map((name) => [name, samples[ruleOf(resource, name).format][0]]));
}

/** The first value of each required attribute. */
export function requiredValues(resource: Resource): Values {
  return Object.fromEntries(Object.entries(firstValues(resource)).filter(([name]) => ruleOf(resource, name).required));
}

function ruleOf(resource: Resource, attribute: string): Rule {
  const rule = writableAttributesOf(resource)[attribute]?.rule;
  if (rule === undefined) throw new Error(`the domain has no rule for ${attribute} of a ${resource.type}`);
  return rule;
}

/** The attributes that a resource with these values shows. */
export function renderedOf(resource: Resource, values: Values): Values {
  const stored = Object.fromEntries(
    Object.entries(writableAttributesOf(resource)).map(([name, field]) => [field.stored, values[name] ?? null]),
  );
  return Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'attribute' && field.output !== undefined ? [[name, field.output.render(stored)]] : [],
    ),
  );
}
