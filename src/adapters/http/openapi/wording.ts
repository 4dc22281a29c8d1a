// What people and generated clients call the operations.
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type {
  Action,
  ExportAction,
  RelatedRead,
  RelatedWrite,
  LinkageAction,
  LinkageWrite,
  ResourceRead,
  ResourceWrite,
} from '../operations.ts';
import { pascalCase } from './names.ts';

export interface Wording {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
}

export function wordingOf(action: Action): Wording {
  switch (action.kind) {
    case 'root':
      return { operationId: 'getRoot', summary: 'Find the resources and pages of the service' };
    case 'describe':
      return { operationId: 'getOpenApi', summary: 'Get this description of the API' };
    case 'operate':
      return {
        operationId: 'runOperations',
        summary: 'Do several writes, all or none',
        description:
          'Each operation does what the single request does, and sees those before it. A `lid` is defined once, and used by later operations only.',
      };
    case 'list':
    case 'create':
    case 'detail':
    case 'update':
    case 'delete':
      return ofResource(action);
    case 'export':
      return ofExport(action);
    case 'list related':
    case 'create related':
    case 'related':
    case 'update related':
    case 'delete related':
      return ofRelated(action);
    case 'linkage':
    case 'link':
    case 'replace':
    case 'unlink':
      return ofLinkage(action);
  }
}

const NEW = 'The service assigns the `id`. Attributes left out are unset.';
const CHANGED = 'Whatever the body leaves out stays as it is.';

function ofResource({ kind, resource }: ResourceRead | ResourceWrite): Wording {
  const { type, plural } = resource;
  const one = pascalCase(type);
  switch (kind) {
    case 'list':
      return { operationId: `list${pascalCase(plural)}`, summary: `List ${plural}` };
    case 'create':
      return { operationId: `create${one}`, summary: `Create ${article(type)}`, description: NEW };
    case 'detail':
      return { operationId: `get${one}`, summary: `Get ${article(type)}` };
    case 'update':
      return { operationId: `update${one}`, summary: `Change ${article(type)}`, description: CHANGED };
    case 'delete':
      return {
        operationId: `delete${one}`,
        summary: `Delete ${article(type)}`,
        description: 'Resources that are related to it stay; their relationship ends.',
      };
  }
}

function ofExport({ resource, format: { extension } }: ExportAction): Wording {
  const { plural } = resource;
  return {
    operationId: `export${pascalCase(plural)}${pascalCase(extension)}`,
    summary: `Export ${plural} as ${extension.toUpperCase()}`,
    description:
      'What the resources show, with all linkage. It is no backup: attributes that can only be written are missing.',
  };
}

function ofRelated({ kind, resource, relationship }: RelatedRead | RelatedWrite): Wording {
  const to = resources[requireRelationship(resource, relationship).to];
  const many = `${pascalCase(resource.type)}${pascalCase(relationship)}`;
  const of = `${relationship} of ${article(resource.type)}`;
  switch (kind) {
    case 'list related':
      return { operationId: `list${many}`, summary: `List the ${of}` };
    case 'create related':
      return {
        operationId: `create${pascalCase(resource.type)}${pascalCase(to.type)}`,
        summary: `Create ${article(to.type)} that belongs to ${article(resource.type)}`,
        description: NEW,
      };
    case 'related':
      return { operationId: `get${many}`, summary: `Get the ${of}` };
    case 'update related':
      return {
        operationId: `update${many}`,
        summary: `Change the ${of}`,
        description: `The \`id\` in the body must be that of the ${relationship}. ${CHANGED}`,
      };
    case 'delete related':
      return {
        operationId: `delete${many}`,
        summary: `Delete the ${of}`,
        description: `Deletes the ${to.type}. The ${resource.type} stays, without ${article(relationship)}.`,
      };
  }
}

function ofLinkage({ kind, resource, relationship }: LinkageAction | LinkageWrite): Wording {
  const name = `${pascalCase(resource.type)}${pascalCase(relationship)}`;
  const of = `${relationship} of ${article(resource.type)}`;
  const isMany = isToMany(resource, relationship);
  switch (kind) {
    case 'linkage':
      return { operationId: `get${name}Linkage`, summary: `Get the identifiers of the ${of}` };
    case 'link':
      return {
        operationId: `link${name}`,
        summary: isMany ? `Add to the ${of}` : `Set the ${of}`,
        description: isMany ? 'What belongs to another resource moves. What is linked already stays so.' : 'As PATCH.',
      };
    case 'replace':
      return {
        operationId: `replace${name}`,
        summary: isMany ? `Replace the ${of}` : `Set or unset the ${of}`,
        description: isMany ? 'The body has the whole set; `[]` empties it.' : '`null` unsets it.',
      };
    case 'unlink':
      return {
        operationId: `unlink${name}`,
        summary: isMany ? `Take from the ${of}` : `Unset the ${of}`,
        description: isMany
          ? 'Nothing is deleted. What is not linked is skipped.'
          : 'Nothing is deleted. It stays if the body names another one.',
      };
  }
}

function isToMany(resource: Resource, relationship: string): boolean {
  return requireRelationship(resource, relationship).cardinality === 'many';
}

/** @example article('owner') // 'an owner' */
function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}
