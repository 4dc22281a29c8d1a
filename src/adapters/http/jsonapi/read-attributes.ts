// What a client sent inside a resource, held against the rules of the domain. All problems of a step are reported together.
import { checkValue, type AttributesOf, type Rule, type Rules } from '../../../domain/rules.ts';
import { errorObject, throwIfAny, type ErrorObject } from './errors.ts';
import { pointerToken } from './json-pointer.ts';
import { unknownName } from './query/problem.ts';
import { unknownRelationship } from './query/relationship-path.ts';
import { member, type Json } from './read-json.ts';
import type { SentResource } from './read-document.ts';
import { identifiersOf, typeConflicts, type SentLinkage } from './read-linkage.ts';
import { fieldOf, relationshipFieldOf, type Resource } from './resources/resource.ts';

/** The values that read-only attributes have at the moment: a client may send back what it has read. Undefined: not known, do not compare. */
export type CurrentValues = Readonly<Record<string, string | null>> | undefined;

/** The attributes of a resource to be created, by the domain's names; those left out are unset. */
export function readNewAttributes<EntityRules extends Rules>(
  sent: SentResource,
  resource: Resource,
  rules: EntityRules,
): AttributesOf<EntityRules> {
  const names = writableNames(resource);
  const { values, problems } = checkAll(sent, resource, rules, names, {});
  throwIfAny([...problems, ...unknownRelationships(sent, resource)]);
  throwIfAny(linkageConflicts(sent, resource));
  return values as AttributesOf<EntityRules>;
}

/** The attributes of a resource to be changed, by the domain's names: those that were sent. */
export function readChangedAttributes<EntityRules extends Rules>(
  sent: SentResource,
  resource: Resource,
  rules: EntityRules,
  current: CurrentValues,
): Partial<AttributesOf<EntityRules>> {
  const names = writableNames(resource).filter((name) => member(sent.attributes, name) !== undefined);
  const { values, problems } = checkAll(sent, resource, rules, names, current);
  throwIfAny([...problems, ...unknownRelationships(sent, resource)]);
  throwIfAny(linkageConflicts(sent, resource));
  return values as Partial<AttributesOf<EntityRules>>;
}

/** The read-only attributes that a client sent with a value that could be the current one. */
export function echoedAttributes({ attributes }: SentResource, resource: Resource): readonly string[] {
  return Object.keys(attributes).filter((name) => {
    const field = fieldOf(resource, name);
    return field?.kind === 'attribute' && !field.writable && typeof attributes[name] === 'string';
  });
}

/** The related identifiers of a to-many relationship, each once; undefined when it was not sent. */
export function relatedIds({ relationships }: SentResource, relationship: string): readonly string[] | undefined {
  const linkage = relationships.get(relationship);
  return linkage === undefined ? undefined : idsOf(linkage);
}

/** The related identifier of a to-one relationship; `null` for none, undefined when it was not sent. */
export function relatedId(sent: SentResource, relationship: string): string | null | undefined {
  const ids = relatedIds(sent, relationship);
  return ids === undefined ? undefined : (ids[0] ?? null);
}

/** The identifiers of a linkage, each once. */
export function idsOf(linkage: SentLinkage): readonly string[] {
  return [...new Set(identifiersOf(linkage).map(({ id }) => id))];
}

function writableNames(resource: Resource): string[] {
  return Object.keys(resource.fields).filter((name) => {
    const field = fieldOf(resource, name);
    return field?.kind === 'attribute' && field.writable;
  });
}

/** Checks the named attributes by their rules, and that nothing else was sent that cannot be. */
function checkAll(
  { attributes }: SentResource,
  resource: Resource,
  rules: Rules,
  names: readonly string[],
  current: CurrentValues,
): { readonly values: Readonly<Record<string, string | null>>; readonly problems: readonly ErrorObject[] } {
  const values: Record<string, string | null> = {};
  const problems = Object.entries(attributes).flatMap(([name, value]) =>
    refuseUnwritable(resource, name, value, current),
  );
  for (const name of names) {
    const { stored, rule } = ruleOf(resource, rules, name);
    const checked = checkValue(rule, member(attributes, name));
    if (checked.valid) values[stored] = checked.value;
    else problems.push(invalidAttribute(name, `"${name}" ${checked.reason}`));
  }
  return { values, problems };
}

/** The rule of a writable attribute, and the domain's name of it. */
function ruleOf(resource: Resource, rules: Rules, name: string): { readonly stored: string; readonly rule: Rule } {
  const field = fieldOf(resource, name);
  const stored = field?.kind === 'attribute' ? field.stored : undefined;
  const rule = stored === undefined ? undefined : rules[stored];
  if (stored === undefined || rule === undefined) throw new Error(`${resource.type} has no rule for ${name}`);
  return { stored, rule };
}

function refuseUnwritable(resource: Resource, name: string, value: Json, current: CurrentValues): ErrorObject[] {
  const field = fieldOf(resource, name);
  if (field?.kind === 'attribute') {
    if (field.writable) return [];
    const echoed =
      typeof value === 'string' && (current === undefined || (Object.hasOwn(current, name) && current[name] === value));
    return echoed
      ? []
      : [invalidAttribute(name, `"${name}" is read-only; leave it out, or send back its present value`)];
  }
  if (field?.kind === 'identifier') return [invalidAttribute(name, `"${name}" is not an attribute; leave it out here`)];
  if (field?.kind === 'relationship')
    return [invalidAttribute(name, `"${name}" is a relationship; send it inside "relationships"`)];
  const known = { heading: `Attributes of ${resource.type} that can be set`, names: writableNames(resource) };
  return [invalidAttribute(name, unknownName('attribute', name, ` of ${resource.type}`, known))];
}

function unknownRelationships(sent: SentResource, resource: Resource): readonly ErrorObject[] {
  return sent.unknownRelationships.map((name) =>
    errorObject('invalid-attribute', unknownRelationship(name, resource, ''), {
      pointer: `/data/relationships/${pointerToken(name)}`,
    }),
  );
}

function linkageConflicts(sent: SentResource, resource: Resource): readonly ErrorObject[] {
  return [...sent.relationships].flatMap(([name, linkage]) => {
    const field = relationshipFieldOf(resource, name);
    return field === undefined ? [] : typeConflicts(linkage, field.to);
  });
}

function invalidAttribute(name: string, detail: string): ErrorObject {
  return errorObject('invalid-attribute', detail, { pointer: `/data/attributes/${pointerToken(name)}` });
}
