import type { Action } from '#application/model/permissions';
import { relatedResource, type Resource } from '../api/resource-description.ts';
import { parseCondition } from '../request/filter/condition.ts';
import { pointerToken } from '../request/json.ts';
import { rulesOf, type PolicyFile, type PolicyProblem, type RoleInFile, type RuleInFile } from './policy-file.ts';

/** What the schema cannot say. */
export function checkMeaning({ anonymous, roles }: PolicyFile): readonly PolicyProblem[] {
  const isKnown = anonymous === undefined || Object.hasOwn(roles, anonymous);
  return [
    ...(isKnown ? [] : [{ pointer: '/anonymous', detail: 'must be the name of a role' }]),
    ...Object.entries(roles).flatMap(([name, role]) => checkRole(role, `/roles/${pointerToken(name)}`)),
  ];
}

function checkRole(role: RoleInFile, at: string): readonly PolicyProblem[] {
  return rulesOf(role).flatMap(({ resource, action, rule }) => {
    const pointer = `${at}/${resource.type}/${action}`;
    const needsRead = action !== 'read' && role[resource.type]?.read === undefined;
    return [
      ...(needsRead ? [{ pointer, detail: `needs "read": nobody can ${action} what they may not read` }] : []),
      ...checkFields(rule, { role, resource, action }, `${pointer}/fields`),
      ...parseCondition(rule.where ?? [], resource, 'where', `${pointer}/where`).problems,
    ];
  });
}

interface Ruled {
  readonly role: RoleInFile;
  readonly resource: Resource;
  readonly action: Action;
}

function checkFields({ fields }: RuleInFile, { role, resource, action }: Ruled, at: string): readonly PolicyProblem[] {
  if (fields === undefined) return [];
  const each = fields.flatMap((name, index) => {
    const detail =
      fields.indexOf(name) < index ? 'is listed twice' : unreadableTarget(resource.fields[name], resource, role);
    return detail === undefined ? [] : [{ pointer: `${at}/${index}`, detail }];
  });
  const required = action === 'create' ? requiredIn(resource).filter((name) => !fields.includes(name)) : [];
  const missing = required.map((name) => ({
    pointer: at,
    detail: `lacks "${name}", without which no ${resource.type} can be created`,
  }));
  return [...each, ...missing];
}

function unreadableTarget(
  field: Resource['fields'][string] | undefined,
  resource: Resource,
  role: RoleInFile,
): string | undefined {
  if (field?.kind !== 'relationship') return undefined;
  const { type } = relatedResource(resource, field);
  return role[type]?.read === undefined ? `leads to ${type}, which the role may not read` : undefined;
}

function requiredIn({ fields }: Resource): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'attribute' && field.declared?.isRequired === true ? [name] : [],
  );
}
