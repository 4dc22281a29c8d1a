// The target of an atomic operation: the write that it stands for, and the resource that it addresses.
import type { RolePermissions } from '#application/model/permissions';
import { quote, unknownName, withArticle } from '../api/error-wording.ts';
import type { LinkTo } from '../api/links.ts';
import { operationCodeOf, operationKindOf, type OperationCode, type WriteOperation } from '../api/operations.ts';
import { relationshipFieldOf, resourceOf, type EveryResource, type Resource } from '../api/resource-description.ts';
import { unknownRelationship } from './syntax/field-path.ts';
import { invalidDocument, isJsonObject, member, wrongForm, type Json, type JsonObject } from './syntax/json.ts';
import { referenceIn, type BodyContext } from './linkage.ts';
import { plainPath } from './plain-path.ts';
import type { PathTarget } from './write.ts';

/** The writes that atomic operations can stand for, and the prefix of links to them. */
export interface OfferedWrites {
  readonly operations: readonly WriteOperation[];
  /** The resources of these operations, with the fields that the role sees. */
  readonly set: EveryResource;
  readonly resources: EveryResource;
  readonly permissions: RolePermissions;
  readonly linkTo: LinkTo;
}

export interface Addressed {
  readonly operation: WriteOperation;
  readonly target: PathTarget;
}

const codes: readonly OperationCode[] = ['add', 'update', 'remove'];

/**
 * Finds the target of an operation, and collects all problems with it.
 * @returns undefined if there are any
 */
export function readOperationTarget(
  sent: JsonObject,
  offered: OfferedWrites,
  context: BodyContext,
): Addressed | undefined {
  return new TargetReader(sent, offered, context).read();
}

class TargetReader {
  readonly #sent: JsonObject;
  readonly #offered: OfferedWrites;
  readonly #context: BodyContext;

  constructor(sent: JsonObject, offered: OfferedWrites, context: BodyContext) {
    this.#sent = sent;
    this.#offered = offered;
    this.#context = context;
  }

  read(): Addressed | undefined {
    const code = this.#code();
    const [ref, href] = [member(this.#sent, 'ref'), member(this.#sent, 'href')];
    if (ref !== undefined && href !== undefined)
      return this.#refuse('/href', '"href" and "ref" cannot be combined; leave one of them out');
    if (ref !== undefined) return this.#byRef(ref, code);
    if (href !== undefined && typeof href !== 'string') return this.#refuseForm('/href', href, 'a string');
    if (code === undefined) return undefined;
    return href === undefined ? this.#byData(code) : this.#byHref(href, code);
  }

  #code(): OperationCode | undefined {
    const sent = member(this.#sent, 'op');
    const code = codes.find((each) => each === sent);
    if (code === undefined) this.#refuseForm('/op', sent, `one of ${codes.map(quote).join(', ')}`);
    return code;
  }

  #byRef(ref: Json, code: OperationCode | undefined): Addressed | undefined {
    if (!isJsonObject(ref)) return this.#refuseForm('/ref', ref, 'an object with "type", and "id" or "lid"');
    const known = this.#context.found.length;
    const resource = this.#type(ref, '/ref');
    const [id, lid] = [member(ref, 'id'), member(ref, 'lid')];
    if (typeof id !== 'string' && (id !== undefined || lid === undefined))
      this.#refuseForm('/ref/id', id, 'a string, unless there is a "lid"');
    const relationship = this.#relationship(ref, resource);
    if (resource === undefined || code === undefined || this.#context.found.length > known) return undefined;
    const operation = this.#offered.operations.find(
      (each) =>
        each.resource === resource &&
        operationCodeOf(each) === code &&
        operationKindOf(each).at === (relationship === undefined ? 'resource' : 'linkage') &&
        each.relationship?.name === relationship,
    );
    if (operation !== undefined) return { operation, target: this.#target(ref, 'ref') };
    const [pointer, what] =
      relationship === undefined
        ? ['/ref', resource.type]
        : ['/ref/relationship', `${relationship} of ${withArticle(resource.type)}`];
    return this.#refuse(pointer, `"${code}" is not allowed on the ${what}`);
  }

  #relationship(ref: JsonObject, resource: Resource | undefined): string | undefined {
    const name = member(ref, 'relationship');
    if (name === undefined || typeof name === 'string') {
      if (name !== undefined && resource !== undefined && relationshipFieldOf(resource, name) === undefined)
        this.#refuse('/ref/relationship', unknownRelationship(name, resource, ''));
      return name;
    }
    return this.#refuseForm('/ref/relationship', name, 'a string');
  }

  #byHref(href: string, code: OperationCode): Addressed | undefined {
    const path = pathOf(href, this.#offered.linkTo(''));
    for (const operation of this.#offered.operations) {
      const id = operationCodeOf(operation) === code ? idIn(operation.path, path) : undefined;
      if (id === undefined) continue;
      const { type } = operation.resource;
      return { operation, target: this.#target({ type, id }, 'href') };
    }
    return this.#refuse('/href', `"${code}" is not allowed at ${quote(href)}`);
  }

  #byData(code: OperationCode): Addressed | undefined {
    const data = member(this.#sent, 'data');
    if (code === 'remove')
      return this.#refuse('/ref', '"remove" needs "ref", an object that identifies the target, or "href", its path');
    if (!isJsonObject(data)) return this.#refuseForm('/data', data, 'a resource object');
    const resource = this.#type(data, '/data');
    const place = code === 'add' ? 'list' : 'resource';
    const operation = this.#offered.operations.find(
      (each) => each.resource === resource && operationCodeOf(each) === code && operationKindOf(each).at === place,
    );
    return operation && { operation, target: this.#target(code === 'add' ? {} : data, 'data') };
  }

  #type(identifier: JsonObject, pointer: string): Resource | undefined {
    const type = member(identifier, 'type');
    if (typeof type !== 'string') return this.#refuseForm(`${pointer}/type`, type, 'a string');
    const resource = resourceOf(type, this.#offered.set);
    if (resource !== undefined) return resource;
    const known = { heading: 'Types', names: Object.keys(this.#offered.set) };
    return this.#refuse(`${pointer}/type`, unknownName('type', type, '', known));
  }

  #target(identifier: JsonObject, namedBy: 'ref' | 'href' | 'data'): PathTarget {
    const pointer = `${this.#context.basePointer}/${namedBy}`;
    return { ...referenceIn(identifier, pointer), source: { pointer } };
  }

  #refuse(pointer: string, detail: string): undefined {
    this.#context.found.push({
      step: 'document',
      problem: invalidDocument(this.#context.basePointer + pointer, detail),
    });
  }

  #refuseForm(pointer: string, value: Json | undefined, expected: string): undefined {
    this.#context.found.push({
      step: 'document',
      problem: wrongForm(this.#context.basePointer + pointer, value, expected),
    });
  }
}

/**
 * The path of a link, normalized like the path of a request.
 * @param publicUrl without a trailing slash; empty if there is none
 */
function pathOf(href: string, publicUrl: string): string {
  const [link, prefix] = [plainPath(href), plainPath(publicUrl)];
  return link.startsWith(`${prefix}/`) ? link.slice(prefix.length) : link;
}

/**
 * The identifier in a path; undefined if the path does not match.
 * @example idIn('/persons/:id', '/persons/7') // '7'
 */
function idIn(template: string, path: string): string | undefined {
  if (/[?#]/.test(path)) return undefined;
  const names = template.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return undefined;
  let id = '';
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (name.startsWith(':') && segment !== '') id = segment;
    else if (name !== segment) return undefined;
  }
  return id;
}
